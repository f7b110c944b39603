import type { AnsweredRequest } from './http/request-log.ts'

/** What the parts of the server tell of their work, for those who watch it. Nothing of it names a person or repeats a word. */
export interface Figures {
  readonly request: (request: AnsweredRequest) => void
  /** A question to the assistant: what the manuals gave, and who words the answer. */
  readonly question: (verdict: string, worded: 'model' | 'manuals') => void
  /** An answer of the language model: `worded`, `left` by its reader, or the reason why the manuals' sentences took its place. */
  readonly modelAnswer: (outcome: string) => void
  readonly delivery: (what: 'mail' | 'webhook', outcome: string) => void
  readonly event: () => void
  /** Asked at each reading. */
  readonly watch: (standing: Partial<WatchedFigures>) => void
}

export interface WatchedFigures {
  /** The open live streams. */
  readonly streams: () => number
  /** Whether the language model is left alone for having failed. */
  readonly isModelResting: () => boolean
}

const nothing = () => undefined

export const noFigures: Figures = {
  request: nothing,
  question: nothing,
  modelAnswer: nothing,
  delivery: nothing,
  event: nothing,
  watch: nothing,
}
