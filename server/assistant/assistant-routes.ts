import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { api } from '#contract/api.ts'
import type { Data } from '#contract/endpoint.ts'
import { OFFICE_ZONE } from '#contract/moment.ts'
import { wireNamesOf } from '#contract/wire.ts'
import { MAX_QUESTION, mayAsk, mayResume } from '#domain/conversation.ts'
import { mayRead } from '#domain/document.ts'
import { localTime } from '#domain/office-hours.ts'
import type { Settings } from '#domain/settings.ts'
import { type Transaction, sql } from '../db/sql.ts'
import { type Asking, type Binding, type Context, bind, bindSlow, bindStream } from '../http/bind.ts'
import { languageOf } from '../http/language.ts'
import { idempotencyKey } from '../http/once.ts'
import { Problem, badParameters, invalid, notFound, unavailable } from '../http/problems.ts'
import type { Press } from '../manuals/press.ts'
import { openReaders } from './answer-stream.ts'
import { type Task, openAnswering } from './answering.ts'
import { addNode, endInTicket, openTicket, postAnswer } from './conversation-ticket.ts'
import {
  type HeldConversation,
  type Turn,
  type TurnPlace,
  askedSince,
  factsOf,
  holdConversation,
  insertTurn,
  modelAnswersSince,
  noteTouched,
  openConversation,
  rateTurn,
  turnCalled,
} from './conversation-store.ts'
import type { PassageIndex } from './evidence.ts'
import { citedIn, foundAnswer } from './found-answer.ts'
import { type ModelSettings, openLanguageModel } from './language-model.ts'
import { type ManualPassage, lineAsked, manualIndex } from './manual-passages.ts'
import { promptFor } from './prompt.ts'

export interface AssistantDependencies {
  readonly settings: Settings
  readonly press: Press
  readonly log: FastifyBaseLogger
  readonly model: ModelSettings | undefined
  readonly maxFiles: number
}

interface Asked {
  readonly question?: string | null | undefined
  readonly topic?: string | null | undefined
  readonly conversation: string
  readonly turn?: string | null | undefined
}

const HOUR_MS = 3_600_000

/** The assistant answers from the manuals; its conversations become tickets. */
export function bindAssistant(binding: Binding, dependencies: AssistantDependencies): void {
  const { app, database, clock, findCaller } = binding
  const { settings, press, log } = dependencies
  const { name, questionsPerHour, modelAnswersPerDay, streams } = settings.assistant
  const endpoints = api.assistant
  const model = dependencies.model && openLanguageModel(dependencies.model, clock)
  const answering = model ? openAnswering({ database, model, log }) : null
  const readers = openReaders({ database, answering, most: streams })
  const making = {
    name,
    rules: {
      checkLength: false,
      checkIncidentFiles: settings.flags.checkIncidentFiles,
      maxFiles: dependencies.maxFiles,
    },
  }

  bind(binding, endpoints.open, async (_input, { tx, caller, now }) => ({
    conversation: await openConversation(tx, caller, now),
  }))
  bind(binding, endpoints.resume, (input, context) => resume(input.conversation, context))
  bind(binding, endpoints.operative, async () => ({ operative: model?.isOperative() ?? true }))

  bindSlow(binding, endpoints.ask, async (input, context) => {
    const { place } = await ask(input, context, null)
    const left = new AbortController()
    context.reply.raw.on('close', () => left.abort())
    const whole = await readers.whole(place, left.signal)
    if (!whole) throw unavailable()
    const { answer, topic, verdict, sources } = whole
    return { response: answer, topic, verdict, sources, turn: place.turn, generatedBy: 'assistant' as const }
  })

  bindStream(binding, endpoints.stream, async ({ stream: _stream, ratedTurn, rate, ...input }, context) => {
    const isTest = ratedTurn !== undefined || rate !== undefined || _stream !== undefined
    if (isTest && !binding.simulation) throw badParameters(endpoints.stream, 'stream', 'ratedTurn', 'rate')
    if (typeof ratedTurn === 'string' && typeof rate === 'number') {
      await database.inClient(context.caller.client, (tx) =>
        rateExchange({ ...input, turn: ratedTurn, rating: String(rate) }, { ...context, tx }),
      )
    }
    // A request that only rates returns the exchange it rated.
    const asked = input.question?.trim() ? input : { ...input, turn: input.turn || ratedTurn }
    return streamOf(asked, context)
  })
  bindStream(binding, endpoints.streamByAddress, (input, context) => streamOf(input, context))

  bind(binding, endpoints.rate, async ({ conversation, topic, message }, context) => {
    await insistOnTopic(topic, context)
    await rateExchange({ conversation, turn: null, rating: message ?? '' }, context)
    return null
  })
  bind(binding, endpoints.createTicket, (input, context) => endInTicket(input, context, making))
  bind(binding, endpoints.createClosedTicket, (input, context) => openTicket(input, context, making))
  bind(binding, endpoints.addNode, (input, context) => addNode(input, context, making))
  bind(binding, endpoints.postAnswer, (input, context) => postAnswer(input, context, making, { closes: false }))
  bind(binding, endpoints.postClosingAnswer, (input, context) => postAnswer(input, context, making, { closes: true }))

  app.addHook('preClose', async () => {
    readers.stop()
    await answering?.stop()
  })

  async function streamOf(input: Asked, context: Asking) {
    const { caller, request, sentences } = context
    const last = lastEventOf(context)
    const { place, from } = await ask(input, context, last)
    const isStillIn = async () => (await findCaller(request, clock()))?.session === caller.session
    return readers.stream({ place, from, isStillIn, failed: sentences.assistant['connection-failed'](name) })
  }

  /** Records the question and starts its answer. If that was done before, returns how far the answer is. */
  async function ask(input: Asked, context: Asking, last: LastEvent | null) {
    const { caller } = context
    const index = await manualIndex(await press.library.documents(), caller.areas)
    const { place, task } = await database.inClient(caller.client, (tx) =>
      record(input, { ...context, tx }, last, index),
    )
    if (task) answering?.begin(task)
    return { place, from: last && last.turn === place.turn ? last.from : 0 }
  }

  async function record(
    input: Asked,
    context: Context,
    last: LastEvent | null,
    index: PassageIndex<ManualPassage>,
  ): Promise<{ place: TurnPlace; task?: Task }> {
    const { tx, caller, now, sentences, request } = context
    await insistOnTopic(input.topic, context)
    const conversation = await holdConversation(tx, caller, input.conversation)
    if (!conversation) throw notFound()
    const question = input.question?.trim() ?? ''
    const key = input.turn || idempotencyKey(request)
    const before = knownTurn(conversation, key, last)
    const placeOf = (turn: number) => ({ client: tx.client, conversation: conversation.id, turn })
    if (before) {
      if (question !== '' && question !== before.question) throw new Problem(422, (s) => s.call['key-reused']())
      return { place: placeOf(before.turn) }
    }
    const turn = conversation.turns.length + 1
    // Continuing an answer that does not exist must not record a new question.
    if (last || (isPlace(input.turn) && Number(input.turn) !== turn)) throw notFound()
    insistOnQuestion(question, context)
    const verdict = mayAsk(factsOf(conversation))
    if (!verdict.allowed) throw new Problem(409, (s) => s.assistant[verdict.reason]())
    await insistOnMeasure(context)

    const language = languageOf(request)
    const previous = conversation.turns.at(-1)?.question
    const topic = input.topic || conversation.topic || undefined
    const found = foundAnswer(
      index.consult({ text: question, previous, topic, line: lineAsked(question, topic, caller.areas), language }),
      sentences,
    )
    const asksModel = found.verdict === 'answer' && (model?.isOperative() ?? false) && (await hasBudget(tx, now))
    const sources = asksModel ? found.sources : citedIn(found.text, found.sources)
    await insertTurn(
      tx,
      caller,
      conversation.id,
      { turn, question, verdict: found.verdict, topic: found.topic, sources, key, quoted: found.text, asksModel },
      now,
    )
    const place = placeOf(turn)
    if (!asksModel) return { place }
    const { sections } = found
    const known = namesOf(caller)
    const messages = promptFor({ question, before: conversation.turns, sections, language, name, known })
    return { place, task: { place, messages, found, language } }
  }

  /** The topic of a module, or of a document that the caller may read. */
  async function insistOnTopic(topic: string | null | undefined, { tx, caller, sentences }: Context): Promise<void> {
    if (!topic || (await tx.maybe(sql`select from module m where m.topic = ${topic} limit 1`))) return
    const { byId } = await press.library.documents()
    const topics = [...byId.values()]
      .filter((document) => mayRead(document, caller.areas))
      .flatMap((document) => [...document.topics, ...document.sections.flatMap((section) => section.topics)])
    if (topics.includes(topic)) return
    const problem = sentences.field['not-offered']()
    throw invalid(() => problem, wireNamesOf(api.assistant.ask.input, { topic: problem }))
  }

  /** The hourly limit of questions for each contact (security.md, The assistant). */
  async function insistOnMeasure({ tx, caller, now }: Context): Promise<void> {
    const asked = await askedSince(tx, caller, new Date(now.getTime() - HOUR_MS))
    const [oldest] = asked.slice(-questionsPerHour)
    if (asked.length < questionsPerHour || !oldest) return
    const seconds = Math.ceil((oldest.getTime() + HOUR_MS - now.getTime()) / 1000)
    throw new Problem(429, (s) => s.assistant['too-many-questions'](), null, Math.max(1, seconds))
  }

  /** Beyond the limit nobody is refused; the manuals answer without the model, whose cost is what the limit bounds. */
  async function hasBudget(tx: Transaction, now: Date): Promise<boolean> {
    const today = localTime(now, OFFICE_ZONE)
    const minutes = Number(today.time.slice(0, 2)) * 60 + Number(today.time.slice(3, 5))
    return (await modelAnswersSince(tx, new Date(now.getTime() - minutes * 60_000))) < modelAnswersPerDay
  }
}

/** How far a disconnected reader had got; 0 if the id is not one of our events. */
interface LastEvent {
  readonly turn: number
  readonly from: number
}

function lastEventOf({ request }: Asking): LastEvent | null {
  const id = String(request.headers['last-event-id'] ?? '')
  if (id === '') return null
  const [, turn = '0', from = '0'] = /^(\d{1,4})-(\d{1,6})(?:-fin)?$/.exec(id) ?? []
  return { turn: Number(turn), from: Number(from) }
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

/** The whole conversation. Reading it counts as being present. */
async function resume(id: string, { tx, caller, now }: Context): Promise<Data<typeof api.assistant.resume>> {
  const conversation = await holdConversation(tx, caller, id)
  if (!conversation) throw notFound()
  const verdict = mayResume(factsOf(conversation))
  if (!verdict.allowed) throw new Problem(409, (s) => s.assistant[verdict.reason]())
  await noteTouched(tx, id, now)
  return {
    ticket: conversation.ticket,
    exchanges: conversation.turns.map(({ turn, question, answer, state, number, topic, verdict: found, sources }) => ({
      turn,
      question,
      response: answer,
      complete: state === 'complete',
      inTicket: number !== null,
      topic,
      verdict: found,
      sources,
      generatedBy: 'assistant',
    })),
  }
}

interface Rating {
  readonly conversation: string
  /** Null: the last exchange. */
  readonly turn: string | null
  readonly rating: string
}

async function rateExchange({ conversation: id, turn, rating }: Rating, { tx, caller }: Context): Promise<void> {
  const conversation = await holdConversation(tx, caller, id)
  if (!conversation) throw notFound()
  const rated = turn === null ? conversation.turns.at(-1) : turnCalled(conversation.turns, turn)
  if (!rated && turn !== null) throw notFound()
  if (rated) await rateTurn(tx, { client: tx.client, conversation: id, turn: rated.turn }, rating)
}
