import { useEffect, useRef, useState } from 'react'
import { assistant } from '#contract/assistant.ts'
import type { Data } from '#contract/endpoint.ts'
import { MAX_EXCHANGES } from '#domain/conversation.ts'
import { showAlert } from '#ui/alerts.tsx'
import { CallFailed, call } from '../api.ts'
import { useAssistantMessages } from '../messages/assistant.ts'
import { useConfiguration } from '../session/configuration.ts'
import { answerOf } from './ask.ts'
import type { Answer } from './assistant-queries.ts'

/** A question, and the part of its answer received so far. */
export interface Exchange {
  readonly turn: number
  readonly question: string
  readonly text: string
  /** The complete answer's description of itself. */
  readonly answer: Answer | null
}

/** A conversation that its customer resumes. */
export interface ResumedConversation {
  readonly id: string
  readonly ticket: number | null
  readonly exchanges: Data<typeof assistant.resume>['exchanges']
}

export interface Listeners {
  readonly topic: string
  /** A question that is asked at once. */
  readonly first?: string | undefined
  readonly resumed?: ResumedConversation | undefined
  readonly onAnswered: (conversation: string, turn: number) => void
  /** The conversation was over, and the question starts a new one. */
  readonly onBegunAnew: () => void
  /** The question was refused and may be asked again. */
  readonly onRefused: (question: string) => void
  /** The conversation cannot continue (spec §4, Chat flow 9). */
  readonly onBroken: (question: string) => void
}

export interface Conversation {
  /** Null before the first question. */
  readonly id: string | null
  readonly exchanges: readonly Exchange[]
  /** The exchanges of earlier conversations that had ended: still shown. */
  readonly earlier: readonly Exchange[]
  readonly answering: boolean
  readonly full: boolean
  readonly ask: (question: string) => void
  /** Stops waiting for the present answer. */
  readonly stop: () => void
}

/** One conversation with the assistant: asks, and reads the answers as they arrive. */
export function useConversation({
  topic,
  first,
  resumed,
  onAnswered,
  onBegunAnew,
  onRefused,
  onBroken,
}: Listeners): Conversation {
  const { chat } = useAssistantMessages()
  const streams = useConfiguration().data?.streamAnswers !== false
  const [id, setId] = useState<string | null>(resumed?.id ?? null)
  const [exchanges, setExchanges] = useState(() =>
    first === undefined ? (resumed?.exchanges ?? []).map(exchangeOf) : [newExchange(1, first)],
  )
  const [earlier, setEarlier] = useState<readonly Exchange[]>([])
  const [running, setRunning] = useState<AbortController | null>(null)
  // Leaving the screen aborts the answer.
  const left = useRef<AbortController | null>(null)
  useEffect(() => () => left.current?.abort(), [])
  // The first question is asked, and an answer that was left unfinished is read to its end.
  useEffect(() => {
    const last = exchanges.at(-1)
    if (last?.answer === null) read(last)
    // oxlint-disable-next-line react/exhaustive-deps -- only when it first appears
  }, [])

  const answer = async (exchange: Exchange, signal: AbortSignal, begun = id) => {
    const conversation = begun ?? (await call(assistant.open, {}, { signal })).conversation
    setId(conversation)
    const { turn, question } = exchange
    // Later questions carry the module of the first answer.
    const asked = { question, conversation, turn: String(turn), topic: exchanges[0]?.answer?.topic ?? topic }
    const change = (part: Partial<Exchange>) =>
      setExchanges((all) => all.map((each) => (each.turn === turn ? { ...each, ...part } : each)))
    const answered = await answerOf(asked, { streams, signal, onText: (text) => change({ text }) })
    change({ answer: answered })
    onAnswered(conversation, turn)
  }

  /** The conversation timed out or ended in another window: the question is answered in a new one. */
  const orAnew = (error: unknown, exchange: Exchange, signal: AbortSignal) => {
    const isOver = error instanceof CallFailed && error.status === 409 && id !== null
    if (!isOver || signal.aborted) return fail(error, exchange, signal)
    const first = { ...exchange, turn: 1 }
    setEarlier([...earlier, ...exchanges])
    setExchanges([first])
    setId(null)
    onBegunAnew()
    return answer(first, signal, null).catch((again: unknown) => fail(again, first, signal))
  }

  const fail = (error: unknown, exchange: Exchange, signal: AbortSignal) => {
    if (signal.aborted) return
    const refusal = error instanceof CallFailed && REFUSALS.includes(error.status ?? 0)
    if (!refusal && !(error instanceof CallFailed && error.code === 'no-session')) {
      showAlert('error', chat.broken)
      return onBroken(exchange.question)
    }
    setExchanges((all) => all.filter(({ turn }) => turn !== exchange.turn))
    if (refusal) showAlert('error', error.message)
    onRefused(exchange.question)
  }

  const read = (exchange: Exchange) => {
    const controller = new AbortController()
    left.current = controller
    setRunning(controller)
    answer(exchange, controller.signal)
      .catch((error: unknown) => orAnew(error, exchange, controller.signal))
      .finally(() => setRunning((now) => (now === controller ? null : now)))
  }

  return {
    id,
    exchanges,
    earlier,
    answering: running !== null,
    full: exchanges.length >= MAX_EXCHANGES,
    ask: (question) => {
      const exchange = newExchange(exchanges.length + 1, question)
      setExchanges([...exchanges, exchange])
      read(exchange)
    },
    stop: () => {
      running?.abort()
      setRunning(null)
    },
  }
}

function exchangeOf({ question, response, complete, ...answer }: ResumedConversation['exchanges'][number]): Exchange {
  const { turn } = answer
  return complete ? { turn, question, text: response, answer } : newExchange(turn, question)
}

const newExchange = (turn: number, question: string): Exchange => ({ turn, question, text: '', answer: null })

/** Too many or too long questions, or a conflict: the conversation itself is intact. */
const REFUSALS: readonly number[] = [409, 422, 429]
