import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { currentTicket } from '#contract/ticket-codec.ts'
import { type TicketDraft, draftProblems, missingForCreation } from '#domain/ticket-draft.ts'
import { showAlert } from '#ui/alerts.tsx'
import { CallFailed } from '../api.ts'
import { useAssistantMessages } from '../messages/assistant.ts'
import { useConfiguration } from '../session/configuration.ts'
import { noteSent } from '../receipts/sent-tickets.ts'
import { TICKETS } from '../tickets/ticket-queries.ts'
import { moduleOfTopic } from './assistant-topics.ts'
import type { CarriedText } from './carried-text.ts'
import { addToTicket } from './conversation-ticket.ts'
import { type ConversationKeeper, conversationKeeper } from './conversation-keeper.ts'
import type { Conversation, ResumedConversation } from './use-conversation.ts'

export interface OutcomeProps {
  /** The conversation to resume. */
  readonly resumed?: ResumedConversation | undefined
  /** The data of the conversation's ticket. */
  readonly draft: TicketDraft
  /** The conversation has become a ticket. */
  readonly onDone: () => void
  /** The form takes over the conversation's text. */
  readonly onCarry: (carried: CarriedText) => void
  /** An error ended the conversation; its last question is handed back. */
  readonly onBroken: (question: string) => void
}

export interface Outcome {
  readonly concluding: boolean
  readonly onAnswered: (conversation: string, turn: number) => void
  readonly onBegunAnew: () => void
  readonly onBroken: (question: string) => void
  readonly solve: (conversation: Conversation) => void
  readonly handOver: (conversation: Conversation) => void
  /** Asks for a person, possible at any moment, with everything said or typed so far. */
  readonly toPerson: (conversation: Conversation, typed: string) => void
}

/** How a conversation ends (spec §4, Chat flow 5 to 9). */
export function useOutcome({ draft, resumed, onDone, onCarry, onBroken }: OutcomeProps): Outcome {
  const words = useAssistantMessages()
  const client = useQueryClient()
  const asItGoes = useConfiguration().data?.saveClosedChats === true
  const [concluding, setConcluding] = useState(false)
  const [begun] = useState(() => resumed && conversationKeeper(resumed.id, draft, asItGoes, keptOf(resumed)))
  const keeper = useRef<ConversationKeeper | null>(begun ?? null)
  const maySave = mayBecomeTicket(draft)

  const failed = (error: unknown) => sayFailed(error, words)
  const conclude = async (act: Act, otherwise: (error: unknown) => void = failed) => {
    const by = keeper.current
    if (!by) return
    setConcluding(true)
    try {
      await act(by)
      void client.invalidateQueries({ queryKey: TICKETS })
      onDone()
    } catch (error) {
      setConcluding(false)
      otherwise(error)
    }
  }
  const handOver = (conversation: Conversation, typed: string) => {
    if (!isAnswered(conversation) || !asItGoes || !maySave) return onCarry(carriedFrom(draft, conversation, typed))
    // It ended elsewhere meanwhile: its text goes to a person through the form.
    const toForm = (error: unknown) =>
      hasEnded(error) ? onCarry(carriedFrom(draft, conversation, typed)) : failed(error)
    void conclude(async (by) => {
      // The server itself adds the part that could not be kept yet.
      const { number, nextOpening } = await by.handOver()
      noteSent(number)
      const isAdded = typed.trim() === '' || (await addToTicket(number, typed))
      if (nextOpening) showAlert('warning', words.done.unsolvedOutOfHours(number, nextOpening))
      else showAlert('success', words.done.unsolved(number))
      if (!isAdded) showAlert('error', words.chat.ticketFailed)
    }, toForm)
  }

  return {
    concluding,
    onBroken,
    onBegunAnew: () => {
      keeper.current = null
    },
    onAnswered: (conversation, turn) => {
      keeper.current ??= conversationKeeper(conversation, draft, asItGoes)
      if (maySave) keeper.current.keep(turn).catch(failed)
    },
    solve: ({ exchanges }) => {
      // A person who may not create tickets still has the answer.
      if (!maySave) {
        showAlert('success', words.done.withoutTicket)
        return onDone()
      }
      // The conversation ended by itself meanwhile: nothing is wrong, and nothing remains to be done.
      const thank = (error: unknown) => {
        const over = error instanceof CallFailed && error.status === 409 ? error.told(currentTicket) : null
        if (!over?.accepted) return failed(error)
        showAlert('success', words.done.solvedLate(over.number))
        void client.invalidateQueries({ queryKey: TICKETS })
        onDone()
      }
      void conclude(async (by) => {
        await by.keep(exchanges.length)
        const { number } = await by.solve()
        showAlert('success', words.done.solved(number))
      }, thank)
    },
    handOver: (conversation) => handOver(conversation, ''),
    toPerson: (conversation, typed) => {
      if (concluding) return showAlert('warning', words.chat.busy)
      conversation.stop()
      handOver(conversation, typed)
    },
  }
}

function sayFailed(error: unknown, words: ReturnType<typeof useAssistantMessages>): void {
  if (error instanceof CallFailed && error.code === 'no-session') return
  // The server gives the reason for a refusal.
  const isRefused = error instanceof CallFailed && error.status === 409
  showAlert('error', isRefused ? error.message : words.chat.ticketFailed)
}

const hasEnded = (error: unknown) => error instanceof CallFailed && [404, 409].includes(error.status ?? 0)

const isAnswered = ({ exchanges }: Conversation) => exchanges.some(({ answer }) => answer !== null)

/** Everything said and typed so far, for the form. */
function carriedFrom(draft: TicketDraft, conversation: Conversation, typed: string): CarriedText {
  const { exchanges, earlier } = conversation
  const asked = exchanges.map(({ question }) => question)
  return {
    text: joined([draft.text, ...earlier.map(({ question }) => question), ...asked, typed]),
    module: draft.module ?? moduleOfTopic(exchanges[0]?.answer?.topic ?? ''),
    conversation: carriedConversation(conversation),
  }
}

/** The conversation that a ticket can hold; null before the first answer. */
export function carriedConversation(conversation: Conversation): CarriedText['conversation'] {
  const { id, exchanges } = conversation
  return id !== null && isAnswered(conversation)
    ? { id, asked: joined(exchanges.map(({ question }) => question)) }
    : null
}

const keptOf = ({ ticket, exchanges }: ResumedConversation) => ({
  ticket,
  kept: exchanges.filter(({ inTicket }) => inTicket).length,
})

type Act = (by: ConversationKeeper) => Promise<void>

/** Whether the server would accept the form; the conversation supplies its text and module. */
const mayBecomeTicket = (draft: TicketDraft): boolean =>
  missingForCreation(draft) === null && Object.keys(draftProblems(draft, WITHOUT_FILES, 'conversation')).length === 0

const WITHOUT_FILES = { checkLength: false, checkIncidentFiles: false, maxFiles: 0 }

/** Each text once, in the order of writing. */
const joined = (texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter((text, index, all) => text !== '' && !all.slice(0, index).some((before) => before.includes(text)))
    .join('\n\n')
