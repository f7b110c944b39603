import type { FastifyBaseLogger } from 'fastify'
import { api } from '#contract/api.ts'
import type { Data } from '#contract/endpoint.ts'
import { mayResume } from '#domain/conversation.ts'
import type { Settings } from '#domain/settings.ts'
import { type Asking, type Binding, type Context, bind, bindSlow, bindStream } from '../http/bind.ts'
import { Problem, badParameters, notFound, unavailable } from '../http/problems.ts'
import type { Figures } from '../server-figures.ts'
import type { Press } from '../manuals/press.ts'
import { openReaders } from './answer-stream.ts'
import { openAnswering } from './answering.ts'
import { addNode, endInTicket, openTicket, postAnswer } from './conversation-ticket.ts'
import { factsOf, holdConversation, noteTouched, openConversation, rateTurn, turnCalled } from './conversation-store.ts'
import { type ModelSettings, openLanguageModel } from './language-model.ts'
import { type Asked, ask, insistOnTopic, lastEventOf } from './question.ts'

export interface AssistantDependencies {
  readonly settings: Settings
  readonly press: Press
  readonly log: FastifyBaseLogger
  readonly model: ModelSettings | undefined
  readonly figures: Figures
}

/** The assistant answers from the manuals; its conversations become tickets. */
export function bindAssistant(binding: Binding, dependencies: AssistantDependencies): void {
  const { app, database, clock, findCaller } = binding
  const { settings, press, log, figures } = dependencies
  const endpoints = api.assistant
  const model = dependencies.model && openLanguageModel(dependencies.model, clock)
  const answering = model ? openAnswering({ database, model, log, figures }) : null
  if (model) figures.watch({ isModelResting: () => !model.isOperative() })
  const readers = openReaders({ database, answering, most: () => settings.assistant.streams })
  const asker = { database, press, settings, model, answering, figures }

  bind(binding, endpoints.open, async (_input, { tx, caller, now }) => ({
    conversation: await openConversation(tx, caller, now),
  }))
  bind(binding, endpoints.resume, (input, context) => resume(input.conversation, context))
  bind(binding, endpoints.operative, async () => ({ operative: model?.isOperative() ?? true }))

  bindSlow(binding, endpoints.ask, async (input, context) => {
    const left = new AbortController()
    context.reply.raw.on('close', () => left.abort())
    const asked = async () => (await ask(asker, input, context, null)).place
    const whole = await readers.whole(asked, left.signal)
    if (!whole) throw unavailable()
    const { answer, topic, verdict, sources, turn, generatedBy } = whole
    return { response: answer, topic, verdict, sources, turn, generatedBy }
  })

  bindStream(binding, endpoints.stream, async ({ stream: _stream, ratedTurn, rate, ...input }, context) => {
    const isTest = ratedTurn !== undefined || rate !== undefined || _stream !== undefined
    if (isTest && !binding.simulation) throw badParameters(endpoints.stream, 'stream', 'ratedTurn', 'rate')
    if (typeof ratedTurn === 'string' && typeof rate === 'number') {
      await database.inClient(context.caller.client, (tx) =>
        rateExchange({ ...input, turn: ratedTurn, rating: String(rate) }, { ...context, tx }),
      )
    }
    // A request that only rates returns the exchange that it rated.
    const asked = input.question?.trim() ? input : { ...input, turn: input.turn || ratedTurn }
    return streamOf(asked, context)
  })
  bindStream(binding, endpoints.streamByAddress, (input, context) => streamOf(input, context))

  bind(binding, endpoints.rate, async ({ conversation, topic, message }, context) => {
    await insistOnTopic(press, topic, context)
    await rateExchange({ conversation, turn: null, rating: message ?? '' }, context)
    return null
  })
  bindTickets(binding, dependencies)

  app.addHook('preClose', async () => {
    readers.stop()
    await answering?.stop()
  })

  async function streamOf(input: Asked, context: Asking) {
    const { caller, request, sentences } = context
    return readers.stream(async () => ({
      ...(await ask(asker, input, context, lastEventOf(context))),
      isStillIn: async () => (await findCaller(request, clock()))?.session === caller.session,
      failed: sentences.assistant['connection-failed'](settings.assistant.name),
    }))
  }
}

/** A conversation becomes tickets, and entries in them. */
function bindTickets(binding: Binding, { settings }: AssistantDependencies): void {
  const making = {
    get name() {
      return settings.assistant.name
    },
    rules: {
      checkLength: false,
      checkIncidentFiles: settings.flags.checkIncidentFiles,
      get maxFiles() {
        return settings.limits.attachments
      },
    },
  }
  bind(binding, api.assistant.createTicket, (input, context) => endInTicket(input, context, making))
  bind(binding, api.assistant.createClosedTicket, (input, context) => openTicket(input, context, making))
  bind(binding, api.assistant.addNode, (input, context) => addNode(input, context, making))
  bind(binding, api.assistant.postAnswer, (input, context) => postAnswer(input, context, making, { closes: false }))
  bind(binding, api.assistant.postClosingAnswer, (input, context) =>
    postAnswer(input, context, making, { closes: true }),
  )
}

/** The whole conversation. Reading it counts as being present. */
async function resume(id: string, { tx, caller, now }: Context): Promise<Data<typeof api.assistant.resume>> {
  const conversation = await holdConversation(tx, caller, id)
  if (!conversation) throw notFound()
  const resumption = mayResume(factsOf(conversation))
  if (!resumption.allowed) throw new Problem(409, (s) => s.assistant[resumption.reason]())
  await noteTouched(tx, id, now)
  return {
    ticket: conversation.ticket,
    exchanges: conversation.turns.map(
      ({ verdict, answer, state, number, turn, question, topic, sources, generatedBy }) => ({
        turn,
        question,
        response: answer,
        complete: state === 'complete',
        inTicket: number !== null,
        topic,
        verdict,
        sources,
        generatedBy,
      }),
    ),
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
