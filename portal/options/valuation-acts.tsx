import { Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { useValuationMessages } from '../messages/valuations.ts'
import { ActFrame, TextActDialog, textProblem, RequiredText, useSend } from '../tickets/act-frame.tsx'
import { type ValuationView, useAsk, useDecide, useUndoDecision } from './option-queries.ts'
import { OfferInHand } from './valuation-content.tsx'

const MAX_DECISION_TEXT = 2000

interface Props {
  /** As it was read. */
  readonly view: ValuationView
  readonly onClose: () => void
}

/** Names what is decided: the work, its amount, and its last day. */
export function DecideDialog({
  view,
  decision,
  pdf,
  onClose,
}: Props & { readonly decision: 'accepted' | 'rejected'; readonly pdf: ReactNode }) {
  const words = useValuationMessages()
  const { number, version } = view
  const act = useDecide()
  const [text, setText] = useState('')
  const send = useSend(act, { done: words.done[decision](number), failed: words.unsent, onClose })
  return (
    <ActFrame
      title={words.title[decision]}
      busy={act.isPending}
      changed={text !== ''}
      sendUnchanged
      onSend={() => send({ valuation: number, decision, version, text: text.trim() || null })}
      onClose={onClose}
    >
      {() => (
        <Stack>
          <OfferInHand view={view} pdf={pdf} />
          <Text>{words.explanation[decision]}</Text>
          <Textarea
            label={words.text[decision]}
            description={words.hint}
            rows={4}
            maxLength={MAX_DECISION_TEXT}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Stack>
      )}
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

/** A question; of one that has expired, whether it can be had anew. */
export function AskDialog({ view: { number, description }, renews, onClose }: Props & { readonly renews: boolean }) {
  const { shared } = useMessages()
  const words = useValuationMessages()
  const act = useAsk()
  const begun = renews ? words.renewal(number, description) : ''
  const [text, setText] = useState(begun)
  const send = useSend(act, { done: words.done.ask(number), failed: words.unsent, onClose, keepOpen: true })
  return (
    <ActFrame
      title={renews ? words.title.renew : words.title.ask}
      busy={act.isPending}
      changed={text !== begun}
      sendUnchanged={renews}
      problem={textProblem(text, shared)}
      onSend={() => send({ valuation: number, text })}
      onClose={onClose}
    >
      {(problem) => (
        <Stack>
          <Text>{words.explanation.ask(number)}</Text>
          <RequiredText label={words.text.ask} value={text} onChange={setText} problem={problem} />
        </Stack>
      )}
    </ActFrame>
  )
}
