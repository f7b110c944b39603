import { consoleApi } from '#contract/console/api.ts'
import { groupsAlike } from '#domain/problems/likenesses.ts'
import { Problem, notFound } from '../../http/problems.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { wrong } from '../masters/master-form.ts'
import { findTicket, lockFound } from '../tickets/held-ticket.ts'
import { dismissLikeness, isOfProblem, ticketsSince } from './likeness-store.ts'
import { holdProblem, insistOnRoom, makeIncident } from './problem-incident.ts'
import { countModules, insertProblem } from './problem-store.ts'

const endpoints = consoleApi.consoleProblems

const WEEK_MS = 7 * 86_400_000
const MOST_SHOWN = 10
const MOST_OF_GROUP = 50

/** Alike tickets. A technician makes a problem of the product of them, or dismisses them. */
export function bindLikenesses(binding: ConsoleBinding): void {
  bindConsole(binding, endpoints.suggestions, async (_input, { tx, now, note }) => {
    const groups = groupsAlike(await ticketsSince(tx, new Date(now.getTime() - WEEK_MS))).slice(0, MOST_SHOWN)
    const found = groups.map((group) => group.slice(0, MOST_OF_GROUP))
    await note({ details: { tickets: found.flat().map(({ number }) => number) } })
    return found.flatMap((group) => {
      const [first] = group
      if (!first) return []
      return [
        {
          module: { number: first.module, name: first.moduleName },
          clients: new Set(group.map(({ client }) => client.code)).size,
          tickets: group.map(({ number, title, client }) => ({ number, title, client })),
        },
      ]
    })
  })

  bindConsole(binding, endpoints.accept, async ({ problem: known, title, module, tickets }, context) => {
    const { tx, technician, now, note, sentences } = context
    if (tickets.length === 0) throw notFound()
    const name = title.trim()
    if (known === null && name === '') throw wrong({ title: sentences.field.required() })
    const modules = module === null ? [] : [module]
    if ((await countModules(tx, modules)) < modules.length) throw wrong({ module: sentences.master['no-module']() })
    const by = { username: technician.username, at: now }
    const id = known ?? (await insertProblem(tx, { ...NEW, title: name, description: name, modules }, by))
    const problem = await holdProblem(tx, id)
    if (known === null) await note({ details: { problem: id, title: name } })
    let joined = 0
    // Several locks are always taken in this order.
    for (const message of [...new Set(tickets)].toSorted((a, b) => a - b)) {
      const { own, ticket } = await lockFound(tx, message)
      // A colleague was faster.
      if (await isOfProblem(own, ticket.number)) continue
      await insistOnRoom(tx, problem)
      await makeIncident(own, problem, ticket.number, context)
      joined += 1
    }
    if (joined === 0) throw new Problem(409, (s) => s.problem['already-joined']())
    return { problem: id }
  })

  bindConsole(binding, endpoints.dismiss, async ({ tickets }, { tx, technician, now, note }) => {
    if (tickets.length === 0) throw notFound()
    for (const message of new Set(tickets)) {
      const { own, number } = await findTicket(tx, message)
      if (await dismissLikeness(own, number, technician.username, now))
        await note({ client: own.client, ticket: number })
    }
    return null
  })
}

const NEW = {
  workaround: '',
  affectedVersions: [],
  mendedVersion: null,
  responsible: null,
  notes: '',
  state: 'studied',
  plannedOn: null,
  published: false,
} as const
