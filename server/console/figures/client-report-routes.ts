import { consoleApi } from '#contract/console/api.ts'
import { officeDay } from '#contract/moment.ts'
import { sql } from '../../db/sql.ts'
import { languageOf } from '../../http/language.ts'
import { badParameters, notFound } from '../../http/problems.ts'
import { monthlyReport } from '../../report/monthly-report.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole, bindConsoleFile } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'

/** A client's month, as its administrators read it. */
export function bindClientReport(binding: ConsoleBinding, { press }: Pick<ConsoleDependencies, 'press'>): void {
  const { view, pdf } = consoleApi.consoleClientReport

  bindConsole(binding, view, async (asked, context) => {
    const { client, lines: _lines, totals: _totals, parts, ...report } = await made(asked, context)
    return { ...report, client, parts: [...parts] }
  })

  bindConsoleFile(binding, pdf, async (asked, context) => {
    const { now, request } = context
    const report = await made(asked, context)
    return () => press.downloadReport(report, { date: officeDay(now), language: languageOf(request) }, { person: null })
  })
}

async function made({ client, month }: { client: number; month: string }, { tx, note, now, request }: ConsoleContext) {
  if (month > officeDay(now).slice(0, 7)) throw badParameters(consoleApi.consoleClientReport.view, 'month')
  const own = tx.of(client)
  const found = await own.maybe<{ name: string }>(sql`select c.name from client c where ${own.own('c')}`)
  if (!found) throw notFound()
  await note({ client, details: { month } })
  return { ...(await monthlyReport(own, month, { now, language: languageOf(request) })), client: found.name }
}
