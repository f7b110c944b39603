import { es as shared } from '#contract/sentences-es.ts'
import { shellEs } from './shell-es.ts'
import { ticketsEs } from './tickets-es.ts'
import type { Words } from '#browser/words.ts'

/** Everything the console says, in Spanish: the source. `en.ts` is typed by it, so that a missing sentence does not compile. */
export const es = { shared, ...shellEs, ...ticketsEs }

export type Messages = Words<typeof es>
