import * as z from 'zod/mini'
import { RESTART_EVENT, answerEvent } from '#contract/assistant.ts'
import { assistant } from '#contract/assistant.ts'
import type { Input } from '#contract/endpoint.ts'
import { call, stream } from '../api.ts'
import { type AnswerEvent, readAnswer } from './answer-stream.ts'
import type { Answer } from './assistant-queries.ts'

interface Asking {
  /** Streamed, or all at once (`STREAM_GPT`). */
  readonly streams: boolean
  readonly signal: AbortSignal
  /** Everything received so far. */
  readonly onText: (text: string) => void
}

/** Asks, and reads the answer to its end. Throws like `readAnswer`. */
export async function answerOf(
  asked: Input<typeof assistant.stream>,
  { streams, signal, onText }: Asking,
): Promise<Answer> {
  if (!streams) {
    const { question, topic, conversation } = asked
    const { response, ...known } = await call(assistant.ask, { question, topic, conversation }, { signal })
    onText(response)
    return known
  }
  let text = ''
  return await readAnswer(
    {
      open: (lastEventId, own) => stream(assistant.stream, asked, { signal: own, lastEventId }),
      read: eventOf,
      restartEvent: RESTART_EVENT,
    },
    {
      signal,
      onChunk: (chunk) => {
        text += chunk
        onText(text)
      },
    },
  )
}

/** The content of a wire event; null for a foreign one. */
function eventOf(data: string): AnswerEvent<Answer> | null {
  const event = z.safeDecode(answerEvent, parsed(data))
  if (!event.success) return null
  const { chunk, finish, error, topic = '', verdict, sources = [], turn, generatedBy = 'model' } = event.data
  if (error !== undefined) return { is: 'failed' }
  if (finish !== undefined && verdict !== undefined && turn !== undefined)
    return { is: 'finished', answer: { topic, verdict, sources, turn, generatedBy } }
  return chunk === undefined ? null : { is: 'chunk', text: chunk }
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
