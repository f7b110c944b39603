import { entranceEn } from './entrance-en.ts'
import type { Messages } from './es.ts'
import { incidentsEn } from './incidents-en.ts'
import { manualsEn } from './manuals-en.ts'
import { pagesEn } from './pages-en.ts'
import { ticketsEn } from './tickets-en.ts'

export const en: Messages = {
  ...entranceEn,
  tickets: ticketsEn,
  incidents: incidentsEn,
  manuals: manualsEn,
  pages: pagesEn,
}
