import { CLIENT_AREAS, type ClientArea } from '#domain/account.ts'
import { subjectProblems } from '#domain/ticket-subject.ts'
import type { Area } from '#domain/ticket.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import type { Transaction } from '../../db/sql.ts'
import { invalid } from '../../http/problems.ts'
import { modules } from '../../tickets/ticket-store.ts'

/** Refuses an area that the client lacks and a module of another area. */
export async function insistOnSubject(
  subject: { readonly area: Area; readonly module: number | null },
  areas: readonly ClientArea[],
  own: Transaction,
  { support }: Sentences,
): Promise<void> {
  const offered = subject.module === null ? [] : await modules(own, CLIENT_AREAS, subject.module)
  const problems = subjectProblems(subject, { areas, modules: offered })
  if (problems.area) throw invalid((s) => s.support['area-not-theirs'](), { area: support['area-not-theirs']() })
  if (problems.module)
    throw invalid((s) => s.support['module-of-other-area'](), { module: support['module-of-other-area']() })
}
