import { Stack, Text, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useValuationMessages } from '../messages/valuations.ts'
import { ActFrame, RequiredText, TextActDialog, useActForm, useSend } from '../tickets/act-frame.tsx'
import { type ValuationView, useAsk, useDecide, useUndoDecision } from './option-queries.ts'
import { OfferInHand } from './valuation-content.tsx'

const MAX_DECISION_TEXT = 2000

interface Props {
  /** The valuation as it was read. */
  readonly view: ValuationView
  readonly onClose: () => void
}

/** Names the subject of the decision: the work, its amount, and its last day. */
export function DecideDialog({
  view,
  decision,
  pdf,
  onClose,
}: Props & { readonly decision: 'accepted' | 'rejected'; readonly pdf: ReactNode }) {
  const words = useValuationMessages()
  const { number, version } = view
  const act = useDecide()
  const form = useActForm({ text: '' }, { required: false })
  const { text } = form.fields
  const send = useSend(act, { done: words.done[decision](number), failed: words.unsent, onClose })
  return (
    <ActFrame
      title={words.title[decision]}
      busy={act.isPending}
      form={form}
      changed={text !== ''}
      sendUnchanged
      onSend={() => send({ valuation: number, decision, version, text: text.trim() || null })}
      onClose={onClose}
    >
      <Stack>
        <OfferInHand view={view} pdf={pdf} />
        <Text>{words.explanation[decision]}</Text>
        <Textarea
          label={words.text[decision]}
          description={words.hint}
          rows={4}
          maxLength={MAX_DECISION_TEXT}
          {...form.text('text')}
        />
      </Stack>
    </ActFrame>
  )
}

export function UndoDialog({ view: { number, decision }, onClose }: Props) {
  const words = useValuationMessages()
  return (
    <TextActDialog
      words={{
        title: words.title.undo,
        text: words.text.undo,
        hint: words.hint,
        done: words.done.undo(number),
        failed: words.unsent,
      }}
      explanation={words.explanation.undo(number, words.decision[decision?.decision ?? 'accepted'])}
      optional
      act={useUndoDecision()}
      input={(text) => ({ valuation: number, text: text.trim() || null })}
      onClose={onClose}
    />
  )
}

/** Asks a question; for an expired valuation, asks for a new offer. */
export function AskDialog({ view: { number, description }, renews, onClose }: Props & { readonly renews: boolean }) {
  const words = useValuationMessages()
  const act = useAsk()
  const begun = renews ? words.renewal(number, description) : ''
  const form = useActForm({ text: begun })
  const { text } = form.fields
  const send = useSend(act, { done: words.done.ask(number), failed: words.unsent, onClose, keepOpen: true })
  return (
    <ActFrame
      title={renews ? words.title.renew : words.title.ask}
      busy={act.isPending}
      changed={text !== begun}
      sendUnchanged={renews}
      form={form}
      onSend={() => send({ valuation: number, text })}
      onClose={onClose}
    >
      <Stack>
        <Text>{words.explanation.ask(number)}</Text>
        <RequiredText label={words.text.ask} {...form.field} />
      </Stack>
    </ActFrame>
  )
}
