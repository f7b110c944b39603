// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#browser/client.ts'
import { draw, settle } from '#browser/testing/draw.tsx'
import { alertsNow, dismissAlert } from '#ui/alert-store.ts'
import { assistantEs } from '../messages/assistant-es.ts'
import { es } from '../messages/es.ts'
import type { Answer } from './assistant-queries.ts'
import { type Conversation, type ResumedConversation, useConversation } from './use-conversation.ts'

interface Asked {
  readonly question: string
  readonly conversation: string
  readonly turn: string
  readonly topic: string
}
interface Asking {
  readonly signal: AbortSignal
  readonly onText: (text: string) => void
}

const { asked, open } = vi.hoisted(() => ({
  asked: vi.fn<(asked: Asked, asking: Asking) => Promise<unknown>>(),
  open: vi.fn<() => Promise<unknown>>(),
}))

vi.mock('../api.ts', async () => ({ call: open, CallFailed: (await import('#browser/client.ts')).CallFailed }))
vi.mock('./ask.ts', () => ({ answerOf: asked }))
vi.mock('../session/configuration.ts', () => ({ useConfiguration: () => ({ data: { streamAnswers: true } }) }))

const ANSWER = { topic: 'tesoreria', verdict: 'answer', sources: [], turn: 1, generatedBy: 'model' } as const
const heard = { onAnswered: vi.fn(), onBegunAnew: vi.fn(), onRefused: vi.fn(), onBroken: vi.fn() }

/** The outcomes of the next questions, in order. All later questions are answered. */
let failures: Error[]
let opened: number
beforeEach(() => {
  failures = []
  opened = 0
  open.mockReset()
  open.mockImplementation(() => Promise.resolve({ conversation: `c-${(opened += 1)}` }))
  asked.mockReset()
  asked.mockImplementation(async ({ question }, { onText }) => {
    await Promise.resolve()
    const failure = failures.shift()
    if (failure) throw failure
    onText(`Sobre «${question}»`)
    return ANSWER satisfies Answer
  })
  for (const listener of Object.values(heard)) listener.mockReset()
  for (const { id } of alertsNow()) dismissAlert(id)
})

let conversation: Conversation
const seen = (now: Conversation) => void (conversation = now)
function Chat(begun: { first?: string; resumed?: ResumedConversation | undefined }) {
  const now = useConversation({ topic: 'general', ...begun, ...heard })
  useLayoutEffect(() => seen(now))
  return null
}
const begin = (resumed?: ResumedConversation) => draw(<Chat resumed={resumed} />, es.ui)
const ask = async (question: string) => {
  act(() => conversation.ask(question))
  await settle()
}
const said = (from: readonly { question: string; text: string }[]) => from.map(({ question, text }) => [question, text])

test('a given first question is asked once, before all others', async () => {
  draw(<Chat first="¿Y las remesas?" />, es.ui)
  await settle()
  await ask('¿Y si se devuelve?')
  expect(asked.mock.calls.map(([{ question, turn }]) => [question, turn])).toEqual([
    ['¿Y las remesas?', '1'],
    ['¿Y si se devuelve?', '2'],
  ])
  expect(heard.onAnswered.mock.calls).toEqual([
    ['c-1', 1],
    ['c-1', 2],
  ])
})

test('the first question opens a conversation; the next ones stay in it and keep its topic', async () => {
  begin()
  await ask('¿Y las remesas?')
  await ask('¿Y si se devuelve?')
  expect(asked.mock.calls.map(([{ conversation: id, turn, topic }]) => [id, turn, topic])).toEqual([
    ['c-1', '1', 'general'],
    ['c-1', '2', 'tesoreria'],
  ])
  expect(said(conversation.exchanges)).toEqual([
    ['¿Y las remesas?', 'Sobre «¿Y las remesas?»'],
    ['¿Y si se devuelve?', 'Sobre «¿Y si se devuelve?»'],
  ])
  expect(heard.onAnswered.mock.calls).toEqual([
    ['c-1', 1],
    ['c-1', 2],
  ])
  expect([conversation.answering, conversation.full]).toEqual([false, false])
})

test('after a conversation has ended the next question opens a new one; the earlier text can still be read', async () => {
  begin()
  await ask('Una')
  failures = [new CallFailed(409, 'La conversación ha terminado')]
  await ask('Otra')
  expect(said(conversation.earlier)).toEqual([['Una', 'Sobre «Una»']])
  expect(said(conversation.exchanges)).toEqual([['Otra', 'Sobre «Otra»']])
  expect([conversation.id, heard.onBegunAnew.mock.calls.length]).toEqual(['c-2', 1])
  expect(asked.mock.calls.at(-1)?.[0]).toMatchObject({ conversation: 'c-2', turn: '1' })
})

test('a refused question may be asked again; the conversation is intact', async () => {
  begin()
  failures = [new CallFailed(429, 'Demasiadas preguntas')]
  await ask('Una')
  expect([conversation.exchanges, heard.onRefused.mock.calls, heard.onBroken.mock.calls]).toEqual([[], [['Una']], []])
  expect(alertsNow().at(-1)?.text).toBe('Demasiadas preguntas')
  await ask('Una')
  expect(said(conversation.exchanges)).toEqual([['Una', 'Sobre «Una»']])
})

test('an ended session shows no message; any other failure ends the conversation with one', async () => {
  begin()
  failures = [new CallFailed(401, '', { code: 'no-session' }), new CallFailed(503, '')]
  await ask('Una')
  expect([heard.onRefused.mock.calls, heard.onBroken.mock.calls, alertsNow()]).toEqual([[['Una']], [], []])
  await ask('Otra')
  expect([heard.onBroken.mock.calls, alertsNow().at(-1)?.text]).toEqual([[['Otra']], assistantEs.chat.broken])
})

test('a person who leaves or stops an answer hears no more of it', async () => {
  asked.mockImplementation((_asked, { signal }) => {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
  })
  const { unmount } = begin()
  await ask('Una')
  expect(conversation.answering).toBe(true)
  act(() => conversation.stop())
  await settle()
  expect(conversation.answering).toBe(false)
  await ask('Otra')
  unmount()
  await settle()
  expect(asked.mock.calls.map(([, { signal }]) => signal.aborted)).toEqual([true, true])
  expect([heard.onBroken.mock.calls, heard.onRefused.mock.calls, alertsNow()]).toEqual([[], [], []])
})

test('a resumed conversation shows its earlier exchanges, and reads an unfinished answer to its end', async () => {
  const exchange = (turn: number, question: string, response: string, complete: boolean) => ({
    ...ANSWER,
    turn,
    question,
    response,
    complete,
    inTicket: false,
  })
  begin({ id: 'c-7', ticket: null, exchanges: [exchange(1, 'Una', 'Dicho', true), exchange(2, 'Otra', 'A me', false)] })
  expect(said(conversation.exchanges)).toEqual([
    ['Una', 'Dicho'],
    ['Otra', ''],
  ])
  await settle()
  expect(said(conversation.exchanges).at(-1)).toEqual(['Otra', 'Sobre «Otra»'])
  expect([opened, asked.mock.calls.length, asked.mock.calls[0]?.[0].conversation]).toEqual([0, 1, 'c-7'])
})
