import { consolePasswordLinks } from './password-links.ts'
import { consoleSession } from './session.ts'
import { consoleTechnicians } from './technicians.ts'
import { consoleTickets } from './tickets.ts'

/** The console's calls: ours alone, in readable names on the wire too. Apart from `api`, so that customers do not load it. */
export const consoleApi = { consoleSession, consoleTechnicians, consolePasswordLinks, consoleTickets }
