import type { AnsweredRequest } from './http/request-log.ts'

/** Reports of the server's work, for people who watch it. They never name a person or repeat a word. */
export interface Figures {
  readonly request: (request: AnsweredRequest) => void
  /** A question to the assistant: the result from the manuals, and who words the answer. */
  readonly question: (verdict: string, worded: 'model' | 'manuals') => void
  /** An answer of the language model: `worded`, `left` by its reader, or the reason why the manuals' sentences took its place. */
  readonly modelAnswer: (outcome: string) => void
  readonly delivery: (what: 'mail' | 'webhook', outcome: string) => void
  readonly event: () => void
  /** Asked at each reading of the figures. */
  readonly watch: (standing: Partial<WatchedFigures>) => void
}

export interface WatchedFigures {
  /** The number of open live streams. */
  readonly streams: () => number
  /** Whether the language model is not asked because it has failed. */
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
