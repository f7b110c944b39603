import { entranceSentencesEs } from '#contract/entrance-sentences-es.ts'
import { supportSentencesEs } from '#contract/console/support-sentences-es.ts'
import { customerSentencesEs } from '#contract/sentences-es.ts'
import { shellEs } from './shell-es.ts'
import { ticketsEs } from './tickets-es.ts'
import type { Words } from '#browser/words.ts'

const shared = { ...entranceSentencesEs, ...customerSentencesEs, support: supportSentencesEs }

/**
 * All sentences of the console in Spanish, the source. `en.ts` takes its type from it, so that a missing sentence does
 * not compile.
 */
export const es = { shared, ...shellEs, ...ticketsEs }

export type Messages = Words<typeof es>
