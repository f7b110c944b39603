import { KEY_SCOPES, type KeyScope } from '#domain/technician.ts'
import type { Endpoint } from '../endpoint.ts'
import { consoleClients } from './clients.ts'
import { consoleContacts } from './contacts.ts'
import { consoleInstallations } from './installations.ts'
import { consoleProblems } from './problems.ts'
import { consoleTickets } from './tickets.ts'
import { consoleValuations, consoleWork } from './work.ts'

/**
 * The calls that each scope allows a program. All others need a technician's session: supervisors' calls, calls that let
 * somebody act in another's name, calls of a person at a screen (drafts, presence), and those that cannot be undone.
 */
const CALLS: Readonly<Record<KeyScope, readonly Endpoint[]>> = {
  'tickets-read': [
    consoleTickets.queue,
    consoleTickets.counts,
    consoleTickets.modules,
    consoleTickets.view,
    consoleTickets.earlier,
    consoleTickets.download,
    consoleTickets.callbacks,
  ],
  'tickets-write': [
    consoleTickets.answer,
    consoleTickets.note,
    consoleTickets.assign,
    consoleTickets.change,
    consoleTickets.upload,
    consoleTickets.calledBack,
  ],
  'work-read': [
    consoleWork.list,
    consoleWork.counts,
    consoleWork.versions,
    consoleWork.view,
    consoleValuations.list,
    consoleValuations.view,
    consoleProblems.list,
    consoleProblems.view,
    consoleProblems.tickets,
    consoleProblems.suggestions,
  ],
  'work-write': [
    consoleWork.create,
    consoleWork.change,
    consoleWork.state,
    consoleWork.plan,
    consoleWork.install,
    consoleWork.upload,
    consoleWork.link,
    consoleWork.unlink,
    consoleWork.answerTickets,
    consoleValuations.create,
    consoleValuations.offer,
    consoleValuations.change,
    consoleValuations.close,
    consoleProblems.create,
    consoleProblems.change,
    consoleProblems.link,
    consoleProblems.unlink,
    consoleProblems.makeIncident,
    consoleProblems.answer,
    consoleProblems.accept,
    consoleProblems.dismiss,
  ],
  'clients-read': [
    consoleClients.list,
    consoleClients.view,
    consoleContacts.list,
    consoleContacts.view,
    consoleInstallations.list,
    consoleInstallations.view,
    consoleInstallations.companies,
  ],
}

const SCOPE_OF = new Map(KEY_SCOPES.flatMap((scope) => CALLS[scope].map((endpoint) => [endpoint, scope] as const)))

/** The scope that a key needs for a call; null if no key may make it. */
export const keyScopeOf = (endpoint: Endpoint): KeyScope | null => SCOPE_OF.get(endpoint) ?? null
