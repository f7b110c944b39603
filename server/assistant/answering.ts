import type { FastifyBaseLogger } from 'fastify'
import type { Language } from '#contract/moment.ts'
import { MAX_ANSWER } from '#domain/conversation.ts'
import type { Database, Transaction } from '../db/sql.ts'
import type { Figures } from '../server-figures.ts'
import { sentenceCutter, sentenceProblem } from './answer-check.ts'
import { type TurnPlace, addWords, finishTurn, interruptTurn, isRead, noteAlive } from './conversation-store.ts'
import { type FoundAnswer, citedIn } from './found-answer.ts'
import { type LanguageModel, type Message, ModelFailure } from './language-model.ts'

/** How long an answer waits for a disconnected reader to come back, to whichever server. */
const GRACE_MS = 700
const SIGN_OF_LIFE_MS = 2000

/** An exchange that was just recorded as running. */
export interface Task {
  readonly place: TurnPlace
  readonly messages: readonly Message[]
  readonly found: FoundAnswer
  readonly language: Language
}

/** An answer that this very process is writing. */
export interface LiveAnswer {
  /** Counts a reader and returns the function that removes them. When the last one leaves, the model is stopped. */
  join(): () => void
  /** Settles at the next words, or at the end. */
  changed(): Promise<void>
}

export interface Answering {
  begin(task: Task): void
  live(place: TurnPlace): LiveAnswer | undefined
  /** Interrupts the answer; another server, or this one later, continues it. */
  stop(): Promise<void>
}

interface Dependencies {
  readonly database: Database
  readonly model: LanguageModel
  readonly log: FastifyBaseLogger
  readonly figures: Figures
}

/** Writes answers with a language model. Every word reaches the database before it reaches a reader. */
export function openAnswering({ database, model, log, figures }: Dependencies): Answering {
  const running = new Map<
    string,
    { readonly answer: LiveAnswer; readonly end: () => void; readonly done: Promise<void> }
  >()

  function begin(task: Task): void {
    const { place } = task
    const leaving = new AbortController()
    const listeners = new Set<() => void>()
    let readers = 0
    const inClient = <T>(work: (tx: Transaction) => Promise<T>) => database.inClient(place.client, work)
    const tell = () => {
      for (const listener of listeners) listener()
      listeners.clear()
    }
    const leaveIfAlone = async (): Promise<void> => {
      if (readers > 0 || leaving.signal.aborted) return
      const elsewhere = await inClient((tx) => isRead(tx, place)).catch(() => false)
      if (readers > 0) return
      if (elsewhere) later(leaveIfAlone)
      else leaving.abort()
    }
    const later = (work: () => Promise<void>) => void setTimeout(() => void work(), GRACE_MS).unref()
    const signs = setInterval(() => void inClient((tx) => noteAlive(tx, place)).catch(() => undefined), SIGN_OF_LIFE_MS)
    signs.unref()

    const done = write(task, { model, left: leaving.signal, inClient, tell, log, figures })
      .catch((error: unknown) => log.error({ err: error }, 'an answer could not be stored'))
      .finally(() => {
        clearInterval(signs)
        running.delete(nameOf(place))
        tell()
      })
    const answer: LiveAnswer = {
      join() {
        readers += 1
        return () => {
          readers -= 1
          if (readers === 0) later(leaveIfAlone)
        }
      },
      changed: () => new Promise((resolve) => void listeners.add(resolve)),
    }
    running.set(nameOf(place), { answer, end: () => leaving.abort(), done })
  }

  return {
    begin,
    live: (place) => running.get(nameOf(place))?.answer,
    async stop() {
      const all = [...running.values()]
      for (const { end } of all) end()
      await Promise.all(all.map(({ done }) => done))
    },
  }
}

const nameOf = ({ client, conversation, turn }: TurnPlace): string => `${client} ${conversation} ${turn}`

interface Writing {
  readonly model: LanguageModel
  readonly left: AbortSignal
  readonly inClient: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  readonly tell: () => void
  readonly log: FastifyBaseLogger
  readonly figures: Figures
}

/** The model's words must not be shown. */
class Unfit extends Error {}

/** Somebody else has taken the answer over. */
class TakenOver extends Error {}

/** Every sentence of the model that the sections support; from the first unsupported one on, the manuals' own sentences. */
async function write(task: Task, { model, left, inClient, tell, log, figures }: Writing): Promise<void> {
  const { place, found } = task
  let said = ''
  const say = async (words: string) => {
    if (!(await inClient((tx) => addWords(tx, place, words)))) throw new TakenOver()
    said += words
    tell()
  }
  try {
    await sayChecked(model.words(task.messages, left), task, say)
    if (said.trim() === '') throw new Unfit('nothing')
    await inClient((tx) => finishTurn(tx, place, { wordedBy: 'model', sources: citedIn(said, found.sources) }))
    figures.modelAnswer('worded')
  } catch (error) {
    if (error instanceof TakenOver) return
    if (error instanceof ModelFailure && error.reason === 'left') {
      figures.modelAnswer('left')
      await inClient((tx) => interruptTurn(tx, place))
      return
    }
    if (!(error instanceof ModelFailure || error instanceof Unfit)) throw error
    figures.modelAnswer(error instanceof ModelFailure ? error.reason : 'unfit')
    log.warn({ reason: error.message }, "the language model did not answer: the manuals' sentences did")
    await say(behind(said, found.text))
    await inClient((tx) => finishTurn(tx, place, { wordedBy: 'quotes', sources: citedIn(said, found.sources) }))
  }
}

/** A sentence that would exceed the answer's limit is dropped whole. */
async function sayChecked(
  words: AsyncGenerator<string, void>,
  { found, language }: Task,
  say: (sentence: string) => Promise<void>,
): Promise<void> {
  const cutter = sentenceCutter()
  let length = 0
  const sayFit = async (sentence: string) => {
    if (sentence.trim() === '') return true
    const problem = sentenceProblem(sentence, found.sections, language)
    if (problem) throw new Unfit(problem)
    length += sentence.length
    if (length > MAX_ANSWER) return false
    await say(sentence)
    return true
  }
  for await (const piece of words) {
    for (const sentence of cutter.push(piece)) if (!(await sayFit(sentence))) return
  }
  await sayFit(cutter.end())
}

const behind = (said: string, quoted: string): string =>
  said === '' ? quoted : `\n\n${quoted}`.slice(0, MAX_ANSWER - said.length)
