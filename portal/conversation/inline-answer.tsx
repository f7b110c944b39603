import { Button } from '@mantine/core'
import { type Ref, useEffect, useEffectEvent, useId } from 'react'
import { LeaveGuard } from '#browser/leave-guard.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { useMessages } from '../messages/index.ts'
import css from './inline-answer.module.css'
import { KeptMark } from '../tickets/kept-draft.tsx'
import { MessageFields } from './message-fields.tsx'
import { type SavedDraft, useSavedDraft } from '../tickets/use-kept-draft.ts'
import { useMessageForm } from './use-message-form.ts'

interface Props {
  readonly ref: Ref<HTMLElement>
  readonly ticket: number
  /** Whether closing the form would lose anything. */
  readonly onWriting: (isWriting: boolean) => void
  readonly onDone: () => void
}

/** The answer to Support's question, written below it. Fields and draft are the same as in the pop-up. */
export function InlineAnswer({ ref, ...props }: Props) {
  const { tickets } = useMessages()
  const titleId = useId()
  const { saved, failed, busy, retry } = useSavedDraft(props.ticket)
  return (
    <section ref={ref} className={css.answer} aria-labelledby={titleId}>
      {saved !== undefined ? (
        <AnswerForm {...props} saved={saved} titleId={titleId} />
      ) : (
        <>
          <h3 id={titleId} className={css.title}>
            {tickets.reply.title}
          </h3>
          {failed ? <ErrorState text={tickets.draft.notLoaded} busy={busy} onRetry={retry} /> : <LoadingState />}
        </>
      )}
    </section>
  )
}

interface FormProps extends Omit<Props, 'ref'> {
  readonly saved: SavedDraft | null
  readonly titleId: string
}

function AnswerForm({ ticket, saved, titleId, onWriting, onDone }: FormProps) {
  const { send } = useMessages().tickets
  const form = useMessageForm({ kind: 'reply', ticket, saved, onDone })
  const { changed, busy, leaving } = form
  const tell = useEffectEvent(onWriting)
  useEffect(() => {
    tell(changed)
    return () => tell(false)
  }, [changed])
  return (
    <form noValidate className={css.form} onSubmit={form.onSubmit(() => !busy && form.send())}>
      {/* After a refusal the text may become another act. */}
      <h3 id={titleId} className={css.title}>
        {form.words.title}
      </h3>
      <MessageFields form={form} inline />
      <div className={css.buttons}>
        <KeptMark state={form.kept} />
        <Button type="submit" loading={busy} disabled={!changed}>
          {send.send}
        </Button>
      </div>
      <LeaveGuard {...leaving} dirty={leaving.dirty && !busy} />
    </form>
  )
}
