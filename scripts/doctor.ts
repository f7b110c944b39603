// `npm run doctor`: checks the settings before they are used, beside a running portal or without one. A line for each look, one at the
// end, exit 0 or 1.
import { checkUp } from '#server/checkup/check-up.ts'
import { StartProblem } from '#server/start-problem.ts'
import { runCommand } from './operator/command.ts'

await runCommand(async (signal) => {
  const findings = await checkUp(
    process.env,
    ({ about, isProblem, says }) => console.log(`${isProblem ? 'PROBLEM' : 'ok     '}  ${about.padEnd(12)} ${says}`),
    signal,
  )
  const problems = findings.filter(({ isProblem }) => isProblem).length
  if (problems > 0) throw new StartProblem(`${problems} of ${findings.length} looks found a problem.`)
  return `All ${findings.length} looks are fine.`
})
