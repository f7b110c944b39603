import { es as shared } from '#contract/sentences-es.ts'
import { callsEs } from './calls-es.ts'
import { shellEs } from './shell-es.ts'
import { ticketsEs } from './tickets-es.ts'

/** Everything the console says, in Spanish: the source. `en.ts` is typed by it, so that a missing sentence does not compile. */
export const es = { shared, ...shellEs, ...ticketsEs, calls: callsEs }

export type Messages = Words<typeof es>

/** The same keys in every language; only the words differ. */
export type Words<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends string
    ? string
    : { readonly [Key in keyof T]: Words<T[Key]> }
