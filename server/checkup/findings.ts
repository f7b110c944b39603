import { reasonOf, StartProblem } from '../start-problem.ts'

export interface Finding {
  readonly about: string
  readonly isProblem: boolean
  readonly says: string
}

/** Makes a finding of the result or refusal of `at`; null after a refusal. */
export type Look = <T>(about: string, at: () => Promise<T>, says?: (found: T) => string) => Promise<T | null>

/** Collects the findings of one check after the other. `tell` receives each; a signal ends it in between. */
export function collecting(tell: (finding: Finding) => void, signal: AbortSignal) {
  const findings: Finding[] = []
  const look: Look = async (about, at, says = String) => {
    signal.throwIfAborted()
    const { found, finding } = await at().then(
      (it) => ({ found: it, finding: { about, isProblem: false, says: says(it) } }),
      (error: unknown) => ({ found: null, finding: { about, isProblem: true, says: sentenceOf(error) } }),
    )
    findings.push(finding)
    tell(finding)
    return found
  }
  return { findings, look }
}

const sentenceOf = (error: unknown): string =>
  error instanceof StartProblem ? error.message : `It cannot be checked (${reasonOf(error)}).`
