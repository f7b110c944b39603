import { api } from '#contract/api.ts'
import { notFound } from '../http/problems.ts'
import { type Binding, bind } from '../http/bind.ts'
import { knownProblems, markProblem } from './known-problem-store.ts'

/** Problems of the product that customers can read before they write a ticket. */
export function bindKnownProblems(binding: Binding): void {
  bind(binding, api.problems.known, (_input, { tx, caller }) => knownProblems(tx, caller))

  bind(binding, api.problems.affectsMe, async ({ problem, affectsMe }, { tx, caller, now }) => {
    const known = (await knownProblems(tx, caller)).find((each) => each.problem === problem)
    if (!known) throw notFound()
    await markProblem(tx, caller, { problem, affectsMe, now })
    return { ...known, affectsMe }
  })
}
