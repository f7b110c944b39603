import { codeOnWire, problemsOnWire } from '#contract/failure.ts'
import type { Sentences } from '#contract/sentences-es.ts'

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

export const badRequest = () => new Problem(400, (s) => s.call['bad-request']())

export const noSession = () => new Problem(403, (s) => s.session.needed(), codeOnWire('no-session'))

export const roleMissing = () => new Problem(403, (s) => s.session['role-missing'](), codeOnWire('role-missing'))

export const otherSite = () => new Problem(403, (s) => s.call['other-site'](), codeOnWire('other-site'))

/** A form rule: a sentence for the whole and one for each field, by wire name. */
export const invalid = (sentence: Sentence, fields: Record<string, string> = {}) =>
  new Problem(422, sentence, problemsOnWire(fields))

export const otherSession = () => new Problem(409, (s) => s.session['other-session'](), codeOnWire('other-session'))

export const tooMany = (retryAfter: number) => new Problem(429, (s) => s.call['too-many'](), null, retryAfter)

/** The disk, a quota of the system or the database has no room for what was sent. */
export const storeFull = () => new Problem(507, (s) => s.store.full())

export const unavailable = () => new Problem(503, (s) => s.call.unavailable(), null, 2)
