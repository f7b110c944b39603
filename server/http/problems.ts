import { codeOnWire, problemsOnWire } from '#contract/failure.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { wirePath } from '#contract/wire.ts'

/** A sentence in the caller's language. */
export type Sentence = (sentences: Sentences) => string

/** The answer to a failed call: a status, a sentence and wire data. */
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

/** Does not exist, or is not the caller's: the same answer, byte for byte. */
export const notFound = () => new Problem(404, (s) => s.call['not-found']())

/**
 * A malformed request. `parameters` are the wire names of the wrong fields, if known. An unknown key is repeated only
 * if it looks like a name, so that no text is ever echoed.
 */
export function badRequest(...parameters: readonly string[]): Problem {
  const names = [...new Set(parameters)].filter((name) => /^[\w.[\]-]{1,60}$/.test(name)).slice(0, MOST_NAMES)
  return new Problem(400, (s) =>
    names.length === 0 ? s.call['bad-request']() : s.request['bad-parameters'](names.join(', ')),
  )
}

const MOST_NAMES = 5

/** The same, by readable paths of the endpoint's input such as `filter.from`. */
export const badParameters = ({ input }: Pick<Endpoint, 'input'>, ...paths: readonly string[]) =>
  badRequest(...paths.map((path) => wirePath(input, path)))

export const noSession = () => new Problem(403, (s) => s.session.needed(), codeOnWire('no-session'))

export const roleMissing = () => new Problem(403, (s) => s.session['role-missing'](), codeOnWire('role-missing'))

export const otherSite = () => new Problem(403, (s) => s.call['other-site'](), codeOnWire('other-site'))

/** A form with mistakes: a sentence for the whole form, and one for each field, by its wire name. */
export const invalid = (sentence: Sentence, fields: Record<string, string> = {}) =>
  new Problem(422, sentence, problemsOnWire(fields))

export const otherSession = () => new Problem(409, (s) => s.session['other-session'](), codeOnWire('other-session'))

export const tooMany = (retryAfter: number) => new Problem(429, (s) => s.call['too-many'](), null, retryAfter)

/** The same, for a refusal that lasts for minutes. */
export const tooManyForNow = (retryAfter: number) =>
  new Problem(429, (s) => s.request['too-many-for-now'](Math.ceil(retryAfter / 60)), null, retryAfter)

/** Too many bytes in a day, counted over the last 24 hours. */
export const tooMuchToday = (whose: 'person' | 'client' | 'technician') =>
  new Problem(429, (s) => s.store[`${whose}-quota`](), null, 3600)

/** The disk, a quota or the database is full. */
export const storeFull = () => new Problem(507, (s) => s.store.full())

/** The files' folder refuses every write. Trying again does not help: the operator must mend it. */
export const storeClosed = () => new Problem(503, (s) => s.ticket['upload-failed'](), null, 60)

export const unavailable = () => new Problem(503, (s) => s.call.unavailable(), null, 2)
