import { customerSentencesEs } from '#contract/sentences-es.ts'
import type { Words } from '#browser/words.ts'
import { entranceEs } from './entrance-es.ts'
import { incidentsEs } from './incidents-es.ts'
import { manualsEs } from './manuals-es.ts'
import { pagesEs } from './pages-es.ts'
import { ticketsEs } from './tickets-es.ts'

/**
 * All words of the portal in Spanish, the source: `en.ts` takes its type from it, so that a missing sentence does not compile.
 */
export const es = {
  ...entranceEs,
  shared: { ...entranceEs.shared, ...customerSentencesEs },
  tickets: ticketsEs,
  incidents: incidentsEs,
  manuals: manualsEs,
  pages: pagesEs,
}

export type Messages = Words<typeof es>
