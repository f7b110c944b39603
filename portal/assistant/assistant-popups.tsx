import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { paths } from '../paths.ts'
import { useAccount } from '../session/account-store.ts'
import { initialDraft } from '../tickets/new-ticket-content.ts'
import { modulesQuery, prefillQuery } from '../tickets/ticket-queries.ts'
import { AssistantDialog } from './assistant-dialog.tsx'
import { topicOfModule, topicOfNumber } from './assistant-topics.ts'
import { carryText } from './carried-text.ts'
import { takeContext } from './program-context.ts'
import { StreamTrialDialog } from './stream-trial-dialog.tsx'
import type { OutcomeProps } from './use-outcome.ts'

/** What was asked when a conversation broke: the next one has it in its input. */
let unanswered = ''

/** A conversation that no form has begun: about the program that the person came from, if any. */
export function HomeAssistant({ onClose }: { onClose: () => void }) {
  const account = useAccount()
  const navigate = useNavigate()
  const { data: modules = [] } = useQuery(modulesQuery)
  const { data: prefill } = useQuery(prefillQuery)
  const draft = useMemo(
    () => initialDraft({ account, prefill, modules, technical: false, related: undefined }),
    [account, prefill, modules],
  )
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

/** A conversation about what somebody was about to send to Support. */
export function FormAssistant({
  draft,
  onLeave,
  ...outcomes
}: Omit<OutcomeProps, 'onBroken'> & { onLeave: () => void }) {
  const account = useAccount()
  useEffect(() => takeContext(account), [account])
  return (
    <AssistantDialog
      topic={topicOfNumber(draft.module)}
      question={draft.text.trim()}
      draft={draft}
      onLeave={onLeave}
      onBroken={onLeave}
      {...outcomes}
    />
  )
}

/** With the others, so that what they share is fetched once and no list waits for it. */
export const StreamTrial = StreamTrialDialog
