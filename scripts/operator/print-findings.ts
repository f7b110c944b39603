import type { Finding } from '#server/checkup/findings.ts'
import { StartProblem } from '#server/start-problem.ts'

export const showFinding = ({ about, isProblem, says }: Finding): void =>
  console.log(`${isProblem ? 'PROBLEM' : 'ok     '}  ${about.padEnd(12)} ${says}`)

/** The last line. @throws StartProblem with it if there is a problem */
export function verdictOn(findings: readonly Finding[]): string {
  const problems = findings.filter(({ isProblem }) => isProblem).length
  if (problems > 0) throw new StartProblem(`${problems} of ${findings.length} looks found a problem.`)
  return `All ${findings.length} looks are fine.`
}
