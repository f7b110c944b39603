import { api } from '#contract/api.ts'
import { officeDay } from '#contract/moment.ts'
import { type Binding, bind, bindFile } from '../http/bind.ts'
import { languageOf } from '../http/language.ts'
import { Problem, badParameters, notFound } from '../http/problems.ts'
import type { Press } from '../manuals/press.ts'
import { monthlyReport } from './monthly-report.ts'
import { chooseReader, countChosen, lockReader, reportReaders } from './report-reader-store.ts'

/** A month of the client's tickets, for its administrators: as a page and as a PDF, and who gets it by mail. */
export function bindReport(binding: Binding, press: Press): void {
  bind(binding, api.report.view, async ({ month }, { tx, now, request }) => {
    insistOnBegun(month, now)
    const {
      lines: _lines,
      totals: _totals,
      parts,
      ...report
    } = await monthlyReport(tx, month, { now, language: languageOf(request) })
    return { ...report, parts: [...parts] }
  })

  bindFile(binding, api.report.pdf, async ({ month }, { tx, caller, now, request }) => {
    insistOnBegun(month, now)
    const language = languageOf(request)
    const report = await monthlyReport(tx, month, { now, language })
    return () => press.downloadReport(report, { date: officeDay(now), language }, caller)
  })

  bind(binding, api.report.readers, async (_input, { tx }) => ({
    most: MOST_READERS,
    readers: await reportReaders(tx),
  }))

  bind(binding, api.report.chooseReader, async ({ contact, chosen }, { tx, request }) => {
    const reader = await lockReader(tx, contact)
    if (!reader) throw notFound()
    if (chosen && (await countChosen(tx, contact)).chosen >= MOST_READERS)
      throw new Problem(409, (s) => s.report['too-many-readers'](MOST_READERS))
    await chooseReader(tx, contact, chosen)
    request.log.info({ security: 'report-reader-chosen', contact, chosen }, 'a reader of the report was chosen')
    return null
  })
}

/** A report is no newsletter. */
const MOST_READERS = 50

function insistOnBegun(month: string, now: Date): void {
  if (month > officeDay(now).slice(0, 7)) throw badParameters(api.report.view, 'month')
}
