import { codeOnWire, problemsOnWire } from '#contract/failure.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { wirePath } from '#contract/wire.ts'

/** Says a sentence in the language of whoever asks. */
export type Sentence = (sentences: Sentences) => string

/** What a call is answered with when it does not succeed: a status, a sentence, and wire data of its own. */
export class Problem extends Error {
  readonly status: number
  readonly sentence: Sentence
  readonly details: unknown
  readonly retryAfter: number | null

  constructor(status: number, sentence: Sentence, details: unknown = null, retryAfter: number | null = null) {
    super(`Answered with ${status}`)
    this.status = status
    this.sentence = sentence
    this.details = details
    this.retryAfter = retryAfter
  }
}

/** Not there, or not yours: the same answer, byte for byte. */
export const notFound = () => new Problem(404, (s) => s.call['not-found']())

/**
 * A malformed request; `parameters` are the wire names of what is wrong, as far as that is known. A caller's own key is
 * repeated only where it looks like a name: never a text of theirs.
 */
export function badRequest(...parameters: readonly string[]): Problem {
  const names = [...new Set(parameters)].filter((name) => /^[\w.[\]-]{1,60}$/.test(name)).slice(0, MOST_NAMES)
  return new Problem(400, (s) =>
    names.length === 0 ? s.call['bad-request']() : s.request['bad-parameters'](names.join(', ')),
  )
}

const MOST_NAMES = 5

/** The same, by the readable paths of the endpoint's input: `filter.from`. */
export const badParameters = ({ input }: Pick<Endpoint, 'input'>, ...paths: readonly string[]) =>
  badRequest(...paths.map((path) => wirePath(input, path)))

export const noSession = () => new Problem(403, (s) => s.session.needed(), codeOnWire('no-session'))

export const roleMissing = () => new Problem(403, (s) => s.session['role-missing'](), codeOnWire('role-missing'))

export const otherSite = () => new Problem(403, (s) => s.call['other-site'](), codeOnWire('other-site'))

/** A form rule: a sentence for the whole and one for each field, by wire name. */
export const invalid = (sentence: Sentence, fields: Record<string, string> = {}) =>
  new Problem(422, sentence, problemsOnWire(fields))

export const otherSession = () => new Problem(409, (s) => s.session['other-session'](), codeOnWire('other-session'))

export const tooMany = (retryAfter: number) => new Problem(429, (s) => s.call['too-many'](), null, retryAfter)

/** The same where a moment will not do. */
export const tooManyForNow = (retryAfter: number) =>
  new Problem(429, (s) => s.request['too-many-for-now'](Math.ceil(retryAfter / 60)), null, retryAfter)

/** So many bytes a day; they begin to count less by the hour. */
export const tooMuchToday = (whose: 'person' | 'client') =>
  new Problem(429, (s) => s.store[`${whose}-quota`](), null, 3600)

/** The disk, a quota of the system or the database has no room for what was sent. */
export const storeFull = () => new Problem(507, (s) => s.store.full())

/** The files' folder takes nothing, however often one tries: somebody has to look at it. */
export const storeClosed = () => new Problem(503, (s) => s.ticket['upload-failed'](), null, 60)

export const unavailable = () => new Problem(503, (s) => s.call.unavailable(), null, 2)
