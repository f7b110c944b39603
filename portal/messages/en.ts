import { customerSentencesEn } from '#contract/sentences-en.ts'
import { entranceEn } from './entrance-en.ts'
import type { Messages } from './es.ts'
import { incidentsEn } from './incidents-en.ts'
import { manualsEn } from './manuals-en.ts'
import { pagesEn } from './pages-en.ts'
import { ticketsEn } from './tickets-en.ts'

export const en: Messages = {
  ...entranceEn,
  shared: { ...entranceEn.shared, ...customerSentencesEn },
  tickets: ticketsEn,
  incidents: incidentsEn,
  manuals: manualsEn,
  pages: pagesEn,
}
