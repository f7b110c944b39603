import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { CallFailed } from '../api.ts'
import { useAssistantMessages } from '../messages/assistant.ts'
import { paths } from '../paths.ts'
import { useAccount } from '../session/session-store.ts'
import { initialDraft } from '../new-ticket/new-ticket-content.ts'
import { TICKETS, modulesQuery, prefillQuery } from '../tickets/ticket-queries.ts'
import { AssistantDialog } from './assistant-dialog.tsx'
import { conversationQuery } from './assistant-queries.ts'
import { topicOfModule, topicOfNumber } from './assistant-topics.ts'
import { type CarriedText, carryText } from './carried-text.ts'
import { takeContext } from './program-context.ts'
import { StreamTrialDialog } from './stream-trial-dialog.tsx'
import { type OutcomeProps, carriedConversation } from './use-outcome.ts'

/** The last question of a broken conversation: the next one starts with it in the input. */
let unanswered = ''

/** A conversation begun without the form. It is about the program that the person came from, if any. */
export function HomeAssistant({ onClose }: { onClose: () => void }) {
  const account = useAccount()
  const navigate = useNavigate()
  const draft = useFreshDraft()
  useEffect(() => takeContext(account), [account])
  return (
    <AssistantDialog
      topic={topicOfModule(account.program?.module)}
      question={unanswered}
      draft={draft}
      onLeave={() => {
        unanswered = ''
        onClose()
      }}
      onBroken={(question) => {
        unanswered = question
        onClose()
      }}
      onDone={() => {
        unanswered = ''
        void navigate({ to: paths.tickets, params: { atajo: 'lista' }, ignoreBlocker: true })
      }}
      onCarry={(carried) => {
        carryText(carried)
        void navigate({ to: paths.tickets, params: { atajo: 'nuevo' }, ignoreBlocker: true })
      }}
    />
  )
}

/** A conversation that its customer left and resumes. */
export function ResumedAssistant({ conversation, onClose }: { conversation: string; onClose: () => void }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const words = useAssistantMessages()
  const draft = useFreshDraft()
  const { data, error } = useQuery(conversationQuery(conversation))
  const close = () => {
    void client.invalidateQueries({ queryKey: TICKETS })
    onClose()
  }
  const leave = useEffectEvent((reason: unknown) => {
    showAlert('error', reason instanceof CallFailed && reason.status === 409 ? reason.message : words.chat.notResumed)
    close()
  })
  useEffect(() => {
    if (error) leave(error)
  }, [error])
  if (!data || error) return null
  return (
    <AssistantDialog
      topic={data.exchanges[0]?.topic ?? ''}
      resumed={{ id: conversation, ...data }}
      draft={draft}
      onLeave={close}
      onBroken={close}
      onDone={close}
      onCarry={(carried) => {
        carryText(carried)
        void navigate({ to: paths.tickets, params: { atajo: 'nuevo' }, ignoreBlocker: true })
      }}
    />
  )
}

/** The data of a ticket begun without the form. */
function useFreshDraft() {
  const account = useAccount()
  const { data: modules = [] } = useQuery(modulesQuery)
  const { data: prefill } = useQuery(prefillQuery)
  return useMemo(
    () => initialDraft({ account, prefill, modules, technical: false, related: undefined }),
    [account, prefill, modules],
  )
}

/** A conversation about a question on its way to Support. */
export function FormAssistant({
  draft,
  asksAtOnce,
  onLeave,
  ...outcomes
}: Omit<OutcomeProps, 'onBroken'> & {
  asksAtOnce: boolean
  onLeave: (conversation: CarriedText['conversation']) => void
}) {
  const account = useAccount()
  useEffect(() => takeContext(account), [account])
  return (
    <AssistantDialog
      topic={topicOfNumber(draft.module)}
      question={draft.text.trim()}
      asksAtOnce={asksAtOnce}
      draft={draft}
      onLeave={(conversation) => onLeave(carriedConversation(conversation))}
      onBroken={() => onLeave(null)}
      {...outcomes}
    />
  )
}

/** Its code stands with that of the other pop-ups, so that shared code is fetched once and no list waits for it. */
export const StreamTrial = StreamTrialDialog
