import { api } from '#contract/api.ts'
import { officeDay } from '#contract/moment.ts'
import { type Binding, bind, bindFile } from '../http/bind.ts'
import { languageOf } from '../http/language.ts'
import { badParameters } from '../http/problems.ts'
import type { Press } from '../manuals/press.ts'
import { monthlyReport } from './monthly-report.ts'

/** A month of the client's tickets, for its administrators: as a page and as a PDF. */
export function bindReport(binding: Binding, press: Press): void {
  bind(binding, api.report.view, async ({ month }, { tx, now, request }) => {
    insistOnBegun(month, now)
    const { lines: _lines, parts, ...report } = await monthlyReport(tx, month, { now, language: languageOf(request) })
    return { ...report, parts: [...parts] }
  })

  bindFile(binding, api.report.pdf, async ({ month }, { tx, caller, now, request }) => {
    insistOnBegun(month, now)
    const language = languageOf(request)
    const report = await monthlyReport(tx, month, { now, language })
    return () => press.downloadReport(report, { date: officeDay(now), language }, caller)
  })
}

function insistOnBegun(month: string, now: Date): void {
  if (month > officeDay(now).slice(0, 7)) throw badParameters(api.report.view, 'month')
}
