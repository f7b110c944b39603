import { api } from '#contract/api.ts'
import { OFFICE_ZONE } from '#contract/moment.ts'
import { wireNamesOf } from '#contract/wire.ts'
import { MAX_QUESTION, mayAsk } from '#domain/conversation.ts'
import { mayRead } from '#domain/document.ts'
import { localTime } from '#domain/office-hours.ts'
import type { Settings } from '#domain/settings.ts'
import { type Database, type Transaction, sql } from '../db/sql.ts'
import type { Figures } from '../server-figures.ts'
import type { Asking, Context } from '../http/bind.ts'
import type { Caller } from '../http/caller.ts'
import { languageOf } from '../http/language.ts'
import { idempotencyKey } from '../http/once.ts'
import { Problem, invalid, notFound } from '../http/problems.ts'
import type { Press } from '../manuals/press.ts'
import type { Answering, Task } from './answering.ts'
import {
  type HeldConversation,
  type Turn,
  type TurnPlace,
  askedSince,
  factsOf,
  holdConversation,
  insertTurn,
  modelAnswersSince,
  turnCalled,
} from './conversation-store.ts'
import type { PassageIndex } from './evidence.ts'
import { citedIn, foundAnswer } from './found-answer.ts'
import type { LanguageModel } from './language-model.ts'
import { type ManualPassage, lineAsked, manualIndex } from './manual-passages.ts'
import { promptFor } from './prompt.ts'

/** The parts that answer a question. */
export interface Asker {
  readonly database: Database
  readonly press: Press
  readonly settings: Settings
  readonly model: LanguageModel | undefined
  readonly answering: Answering | null
  readonly figures: Pick<Figures, 'question'>
}

export interface Asked {
  readonly question?: string | null | undefined
  readonly topic?: string | null | undefined
  readonly conversation: string
  readonly turn?: string | null | undefined
}

const HOUR_MS = 3_600_000

/** Records the question and starts its answer. If that has been done before, returns the answer's progress. */
export async function ask(asker: Asker, input: Asked, context: Asking, last: LastEvent | null) {
  const { database, press, answering } = asker
  const { caller } = context
  const index = await manualIndex(await press.library.documents(), caller.areas)
  const { place, task } = await database.inClient(caller.client, (tx) =>
    record(asker, input, { ...context, tx }, last, index),
  )
  if (task) answering?.begin(task)
  const known = last?.turn === place.turn ? last : null
  return { place, from: known?.from ?? 0, knowsEnd: known?.isEnd ?? false }
}

type Manuals = PassageIndex<ManualPassage>

async function record(
  asker: Asker,
  input: Asked,
  context: Context,
  last: LastEvent | null,
  index: Manuals,
): Promise<{ place: TurnPlace; task?: Task }> {
  const { tx, caller, request } = context
  await insistOnTopic(asker.press, input.topic, context)
  const conversation = await holdConversation(tx, caller, input.conversation)
  if (!conversation) throw notFound()
  const question = input.question?.trim() ?? ''
  const key = input.turn || idempotencyKey(request)
  const before = knownTurn(conversation, key, last)
  if (before) {
    if (question !== '' && question !== before.question) throw new Problem(422, (s) => s.call['key-reused']())
    return { place: { client: tx.client, conversation: conversation.id, turn: before.turn } }
  }
  const turn = conversation.turns.length + 1
  // Continuing an answer that does not exist must not record a new question.
  if (last || (isPlace(input.turn) && Number(input.turn) !== turn)) throw notFound()
  insistOnQuestion(question, context)
  const verdict = mayAsk(factsOf(conversation))
  if (!verdict.allowed) throw new Problem(409, (s) => s.assistant[verdict.reason]())
  await insistOnMeasure(asker.settings, context)
  return recordNew(asker, conversation, { turn, question, key, topic: input.topic }, context, index)
}

interface NewQuestion {
  readonly turn: number
  readonly question: string
  readonly key: string | null
  readonly topic?: string | null | undefined
}

/** Records a new question with the answer of the manuals; the task is the language model's, if it is to word the answer. */
async function recordNew(
  { model, settings, figures }: Asker,
  conversation: HeldConversation,
  { turn, question, key, topic: asked }: NewQuestion,
  { tx, caller, now, sentences, request }: Context,
  index: Manuals,
): Promise<{ place: TurnPlace; task?: Task }> {
  const language = languageOf(request)
  const previous = conversation.turns.at(-1)?.question
  const topic = asked || conversation.topic || undefined
  const found = foundAnswer(
    index.consult({ text: question, previous, topic, line: lineAsked(question, topic, caller.areas), language }),
    sentences,
  )
  const asksModel =
    found.verdict === 'answer' && (model?.isOperative() ?? false) && (await hasBudget(settings, tx, now))
  figures.question(found.verdict, asksModel ? 'model' : 'manuals')
  const sources = asksModel ? found.sources : citedIn(found.text, found.sources)
  await insertTurn(
    tx,
    caller,
    conversation.id,
    { turn, question, verdict: found.verdict, topic: found.topic, sources, key, quoted: found.text, asksModel },
    now,
  )
  const place = { client: tx.client, conversation: conversation.id, turn }
  if (!asksModel) return { place }
  const { sections } = found
  const known = namesOf(caller)
  const { name } = settings.assistant
  const messages = promptFor({ question, before: conversation.turns, sections, language, name, known })
  return { place, task: { place, messages, found, language } }
}

/** The topic of a module, or of a document that the caller may read. */
export async function insistOnTopic(
  press: Press,
  topic: string | null | undefined,
  { tx, caller, sentences }: Context,
): Promise<void> {
  if (!topic || (await tx.maybe(sql`select from module m where m.topic = ${topic} limit 1`))) return
  const { byId } = await press.library.documents()
  const topics = [...byId.values()]
    .filter((document) => mayRead(document, caller.areas))
    .flatMap((document) => [...document.topics, ...document.sections.flatMap((section) => section.topics)])
  if (topics.includes(topic)) return
  const problem = sentences.field['not-offered']()
  throw invalid(() => problem, wireNamesOf(api.assistant.ask.input, { topic: problem }))
}

/** Each contact's hourly limit of questions (security.md, The assistant). */
async function insistOnMeasure(
  { assistant: { questionsPerHour } }: Settings,
  { tx, caller, now }: Context,
): Promise<void> {
  const asked = await askedSince(tx, caller, new Date(now.getTime() - HOUR_MS))
  const [oldest] = asked.slice(-questionsPerHour)
  if (asked.length < questionsPerHour || !oldest) return
  const seconds = Math.ceil((oldest.getTime() + HOUR_MS - now.getTime()) / 1000)
  throw new Problem(429, (s) => s.assistant['too-many-questions'](), null, Math.max(1, seconds))
}

/** The limit bounds the model's cost: beyond it nobody is refused, and the manuals answer without the model. */
async function hasBudget(
  { assistant: { modelAnswersPerDay } }: Settings,
  tx: Transaction,
  now: Date,
): Promise<boolean> {
  const today = localTime(now, OFFICE_ZONE)
  const minutes = Number(today.time.slice(0, 2)) * 60 + Number(today.time.slice(3, 5))
  return (await modelAnswersSince(tx, new Date(now.getTime() - minutes * 60_000))) < modelAnswersPerDay
}

/** How far a disconnected reader had got; 0 if the id is not one of our events. */
interface LastEvent {
  readonly turn: number
  readonly from: number
  /** Whether it was the answer's last event. */
  readonly isEnd: boolean
}

export function lastEventOf({ request }: Asking): LastEvent | null {
  const id = String(request.headers['last-event-id'] ?? '')
  if (id === '') return null
  const [, turn = '0', from = '0', end] = /^(\d{1,4})-(\d{1,6})(-fin)?$/.exec(id) ?? []
  return { turn: Number(turn), from: Number(from), isEnd: end !== undefined }
}

/** The names of the person, their contact and their client. */
const namesOf = ({ contact, clientDetails, entry, username }: Caller) => ({
  people: [contact?.name ?? '', entry.contactName ?? ''],
  others: [clientDetails.name, username],
})

/** Whether an exchange is named by its position, not by an id of the caller's choosing. */
const isPlace = (turn: string | null | undefined): boolean => /^-?\d+$/.test(turn ?? '')

function knownTurn({ turns }: HeldConversation, key: string | null, last: LastEvent | null): Turn | undefined {
  if (key !== null) return turnCalled(turns, key)
  return last ? turns.find(({ turn }) => turn === last.turn) : undefined
}

function insistOnQuestion(question: string, { sentences }: Context): void {
  const { field } = sentences
  const problem =
    question === '' ? field.required() : question.length > MAX_QUESTION ? field['too-long'](MAX_QUESTION) : null
  if (problem) throw invalid(() => problem, wireNamesOf(api.assistant.ask.input, { question: problem }))
}
