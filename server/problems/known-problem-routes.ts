import { api } from '#contract/api.ts'
import { type Binding, bind } from '../http/bind.ts'
import { knownProblems } from './known-problem-store.ts'

/** Problems of the product that customers may know of before they write a ticket. */
export function bindKnownProblems(binding: Binding): void {
  bind(binding, api.problems.known, async (_input, { tx, caller }) =>
    (await knownProblems(tx, caller)).map(({ affectedVersions: _versions, ...shown }) => shown),
  )
}
