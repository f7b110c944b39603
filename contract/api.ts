import { assistant } from './assistant.ts'
import { incidents } from './incidents.ts'
import { live } from './live.ts'
import { manuals } from './manuals.ts'
import { ownData } from './own-data.ts'
import { problems } from './problems.ts'
import { report } from './report.ts'
import { search } from './search.ts'
import { session } from './session.ts'
import { tickets } from './tickets.ts'

const wholeSession = { ...session, ...ownData }

/** The whole wire. Routes, the typed client, the OpenAPI document and the isolation walk all come from here. */
export const api = { session: wholeSession, tickets, incidents, manuals, assistant, live, search, problems, report }
