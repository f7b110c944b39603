/** A problem of the product itself, which several clients may meet. */
export const PROBLEM_STATES = ['studied', 'confirmed', 'mended', 'discarded'] as const
export type ProblemState = (typeof PROBLEM_STATES)[number]

/** The fate of each ticket when all tickets of a problem are answered at once. */
export const ANSWER_OUTCOMES = ['answered', 'over', 'changed-meanwhile', 'not-linked'] as const
export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number]

interface StatedProblem {
  readonly state: ProblemState
  readonly mendedVersion: string | null
  readonly published: boolean
}

export type ProblemRefusal = 'mended-without-version' | 'published-discarded'

/** The fault of a problem as it would be saved; null if there is none. */
export function problemRefusal({ state, mendedVersion, published }: StatedProblem): ProblemRefusal | null {
  if (state === 'mended' && mendedVersion === null) return 'mended-without-version'
  if (state === 'discarded' && published) return 'published-discarded'
  return null
}

interface AffectingProblem {
  /** Empty: every version. */
  readonly affectedVersions: readonly string[]
  readonly mendedVersion: string | null
}

/** Whether a problem is met in an installed version: it is affected, and not mended by then. */
export const isMetIn = ({ affectedVersions, mendedVersion }: AffectingProblem, installed: string): boolean =>
  (affectedVersions.length === 0 || affectedVersions.some((affected) => isOrHolds(affected, installed))) &&
  (mendedVersion === null || !hasReached(installed, mendedVersion))

/** `V031` stands for its service releases as well, such as `V031.4`. */
const isOrHolds = (affected: string, installed: string): boolean =>
  affected === installed || installed.startsWith(`${affected}.`)

/**
 * Whether a version includes the changes of another one. Versions that are not the main application's have no order:
 * only the same one counts.
 */
export function hasReached(installed: string, mended: string): boolean {
  const [own, wanted] = [partsOf(installed), partsOf(mended)]
  if (own === null || wanted === null) return installed === mended
  return own.version > wanted.version || (own.version === wanted.version && own.release >= wanted.release)
}

function partsOf(version: string): { readonly version: number; readonly release: number } | null {
  const found = /^V(\d{3})(?:\.(\d{1,2}))?$/.exec(version)
  return found && { version: Number(found[1]), release: Number(found[2] ?? 0) }
}
