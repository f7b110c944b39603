import { Button, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useId } from 'react'
import { MAX_TEXT } from '#domain/ticket-draft.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { CallFailed, sentenceOf } from '../api.ts'
import { LeaveGuard } from '#browser/leave-guard.tsx'
import { useMessages } from '../messages/index.ts'
import type { KeptState } from '#browser/draft-keeper.ts'
import { KeptMark } from './kept-draft.tsx'
import { TicketInHand } from '../conversation/ticket-in-hand.tsx'
import type { Leaving } from './use-kept-draft.ts'
import { useForm } from '../use-form.ts'

interface FrameProps {
  readonly title: string
  /** The ticket concerned. */
  readonly ticket?: number
  readonly busy: boolean
  readonly changed: boolean
  /** Enviar is enabled without a change: a claim has no field. */
  readonly sendUnchanged?: boolean
  readonly form: {
    readonly onSubmit: (send: () => void) => (event: FormEvent<HTMLFormElement>) => void
  }
  /** Whether a draft keeps the text. */
  readonly kept?: KeptState
  /** Without this, leaving loses changes and asks first. */
  readonly leaving?: Leaving
  readonly onSend: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The frame of all acts' pop-ups: Enviar, enabled by a change, and the way out. */
export function ActFrame({
  title,
  ticket,
  busy,
  changed,
  sendUnchanged = false,
  form,
  kept,
  leaving = { dirty: changed },
  onSend,
  onClose,
  children,
}: FrameProps) {
  const { send } = useMessages().tickets
  const formId = useId()
  const asked = { ...leaving, dirty: leaving.dirty && !busy }
  return (
    <Dialog
      opened
      title={title}
      size="md"
      {...asked}
      onClose={onClose}
      footer={
        <>
          {kept && <KeptMark state={kept} />}
          <Button
            type="submit"
            form={formId}
            loading={busy}
            disabled={!changed && !sendUnchanged}
            {...(sendUnchanged && { 'data-autofocus': true })}
          >
            {send.send}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.onSubmit(() => !busy && onSend())}>
        {ticket !== undefined && <TicketInHand number={ticket} />}
        {children}
      </form>
      <LeaveGuard {...asked} />
    </Dialog>
  )
}

interface RequiredTextProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly maxLength?: number
  readonly rows?: number
  readonly optional?: boolean
  readonly onChange: (text: string) => void
  readonly problem: string | null
}

/** A required text, unless it is optional. */
export const RequiredText = ({
  label,
  hint,
  value,
  maxLength = MAX_TEXT,
  rows = 7,
  optional = false,
  onChange,
  problem,
}: RequiredTextProps) => (
  <Textarea
    label={label}
    description={hint}
    required={!optional}
    rows={rows}
    maxLength={maxLength}
    value={value}
    error={problem}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

interface TextActProps<Input> {
  readonly words: {
    readonly title: string
    readonly text: string
    readonly hint?: string
    readonly done: string
    readonly failed: string
  }
  readonly explanation: string
  /** The text to be changed. */
  readonly begun?: string
  /** The text may stay empty. */
  readonly optional?: boolean
  /** A refusal leaves the pop-up open with its text. */
  readonly keepOpen?: boolean
  readonly act: Sent<Input>
  readonly input: (text: string) => Input
  readonly onClose: () => void
}

/** The pop-up of an act that takes one text. */
export function TextActDialog<Input>({
  words: { title, text: label, hint, ...outcome },
  explanation,
  begun = '',
  optional = false,
  keepOpen = false,
  act,
  input,
  onClose,
}: TextActProps<Input>) {
  const form = useActForm({ text: begun }, { required: !optional })
  const { text } = form.fields
  const send = useSend(act, { ...outcome, onClose, keepOpen })
  return (
    <ActFrame
      title={title}
      busy={act.isPending}
      changed={text !== begun}
      sendUnchanged={optional}
      form={form}
      onSend={() => send(input(text))}
      onClose={onClose}
    >
      <Stack>
        <Text>{explanation}</Text>
        <RequiredText
          label={label}
          {...(hint !== undefined && { hint })}
          {...(optional && { optional, rows: 4 })}
          {...form.field}
        />
      </Stack>
    </ActFrame>
  )
}

/** The form of an act with a text. */
export function useActForm<Fields extends { readonly text: string }>(begun: Fields, { required = true } = {}) {
  const { field } = useMessages().shared
  const problemOf = (text: string) => (text === '' ? field.required() : text.trim() === '' ? field.blank() : null)
  const form = useForm(begun, {
    check: ({ text }) => ({ text: required ? problemOf(text) : null }),
    says: () => null,
  })
  return {
    ...form,
    /** For `RequiredText`. */
    field: {
      value: form.fields.text,
      onChange: (text: string) => form.put('text', text),
      problem: form.problems['text'] ?? null,
    },
  }
}

interface Outcome {
  readonly done: string
  /** The sentence for a failed call; null uses the server's. */
  readonly failed: string | null
  /** The browser's sentence for a refusal, if it is better than the server's. */
  readonly refused?: (error: CallFailed) => string | null
  readonly onClose: () => void
  /** A refusal leaves the pop-up open with its text. */
  readonly keepOpen?: boolean
  readonly onFailed?: (error: Error) => void
}

interface Sent<I> {
  readonly isPending: boolean
  readonly mutate: (input: I, on: { onSuccess: () => void; onError: (error: Error) => void }) => void
}

/** Sends, reports the outcome, and closes once the act is done or no longer possible. */
export function useSend<I>(
  act: Pick<Sent<I>, 'mutate'>,
  { done, failed, refused, onClose, keepOpen = false, onFailed }: Outcome,
) {
  return (input: I) =>
    act.mutate(input, {
      onSuccess: () => {
        showAlert('success', done)
        onClose()
      },
      onError: (error) => {
        onFailed?.(error)
        if (error instanceof CallFailed && error.code === 'no-session') return
        const refusal = error instanceof CallFailed ? refused?.(error) : null
        showAlert('error', refusal || failureSentence(error, failed))
        if (error instanceof CallFailed && error.status === 409 && !keepOpen) onClose()
      },
    })
}

/** A refusal has its own sentence, and so has a server that did not answer; otherwise the act's sentence applies. */
function failureSentence(error: Error, failed: string | null): string {
  const isOwn = error instanceof CallFailed && (error.status === null || error.status < 500)
  return failed === null || isOwn ? sentenceOf(error) : failed
}
