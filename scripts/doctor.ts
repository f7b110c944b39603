// `npm run doctor`: checks the settings before they are used, beside a running portal or without one. It prints a line
// for each check and one at the end; exit 0 or 1.
import { checkUp } from '#server/checkup/check-up.ts'
import { StartProblem } from '#server/start-problem.ts'
import { runCommand } from './operator/command.ts'
import { showFinding, verdictOn } from './operator/print-findings.ts'

await runCommand(async (signal) => {
  if (process.argv.length > 2) throw new StartProblem('Usage: npm run doctor')
  return verdictOn(await checkUp(process.env, showFinding, signal))
})
