import { consoleSession } from './session.ts'

/** The console's calls: ours alone, in readable names on the wire too. Apart from `api`, so that customers do not load it. */
export const consoleApi = { consoleSession }
