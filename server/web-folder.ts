import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { StartProblem } from './start-problem.ts'

/** The built web. */
export const WEB = fileURLToPath(new URL('../dist', import.meta.url))

export function insistOnBuiltWeb(): void {
  if (!existsSync(WEB)) throw new StartProblem('The web is not built: npm start builds it, and npm run build.')
}
