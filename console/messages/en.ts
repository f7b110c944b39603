import { entranceSentencesEn } from '#contract/entrance-sentences-en.ts'
import { supportSentencesEn } from '#contract/console/support-sentences-en.ts'
import { customerSentencesEn } from '#contract/sentences-en.ts'
import type { Messages } from './es.ts'
import { shellEn } from './shell-en.ts'
import { ticketsEn } from './tickets-en.ts'

const shared = { ...entranceSentencesEn, ...customerSentencesEn, support: supportSentencesEn }

export const en: Messages = { shared, ...shellEn, ...ticketsEn }
