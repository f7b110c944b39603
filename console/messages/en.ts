import { en as shared } from '#contract/sentences-en.ts'
import type { Messages } from './es.ts'
import { shellEn } from './shell-en.ts'
import { ticketsEn } from './tickets-en.ts'

export const en: Messages = { shared, ...shellEn, ...ticketsEn }
