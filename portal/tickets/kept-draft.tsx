import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { useFormat, useMessages } from '../messages/index.ts'
import type { KeptState } from '#browser/draft-keeper.ts'
import css from './kept-draft.module.css'

export interface DraftNoticeProps {
  /** When the form's initial draft was saved; null without one, or after it was discarded. */
  readonly savedAt: Date | null
  readonly onDiscard: () => void
  /** Null if nothing was discarded, or something was typed since. */
  readonly onUndo: (() => void) | null
  /** The server has a draft that was saved elsewhere: this one is kept apart. */
  readonly isApart: boolean
  /** Another version of the draft, which can be exchanged with this one. */
  readonly other: { readonly savedAt: Date; readonly onUse: () => void } | null
}

/** Says that the form starts from a draft. */
export function DraftNotice({ savedAt, onDiscard, onUndo, isApart, other }: DraftNoticeProps) {
  const { draft: words } = useMessages().tickets
  const { ago } = useFormat()
  const [now] = useState(() => new Date())
  const undo = ({ currentTarget }: MouseEvent) => {
    onUndo?.()
    // The focused button disappears with its notice.
    currentTarget.closest('dialog, main')?.querySelector('textarea')?.focus()
  }
  const says = savedAt
    ? { text: words.found(ago(savedAt, now)), act: words.discard, onAct: onDiscard }
    : onUndo && { text: words.discarded, act: words.undo, onAct: undo }
  return (
    <div role="status" className={css.status}>
      {isApart && <p className={css.notice}>{words.apart}</p>}
      {says && <NoticeLine {...says} />}
      {other && (
        <NoticeLine text={words.other(ago(other.savedAt, now))} act={words.useOther} onAct={() => other.onUse()} />
      )}
    </div>
  )
}

interface NoticeLineProps {
  readonly text: string
  readonly act: string
  readonly onAct: (event: MouseEvent) => void
}

/** News that turn up while a form is filled in, with possible acts. */
export const FormNotice = (props: NoticeLineProps) => (
  <div role="alert">
    <NoticeLine {...props} />
  </div>
)

const NoticeLine = ({ text, act, onAct }: NoticeLineProps) => (
  <p className={css.notice}>
    <span>{text}</span>
    <Button size="compact-sm" variant="default" onClick={onAct}>
      {act}
    </Button>
  </p>
)

/** Whether the text is saved; not announced, because it changes with every pause. */
export function KeptMark({ state }: { state: KeptState }) {
  const { draft: words } = useMessages().tickets
  if (state === 'none') return null
  return (
    <span className={css.mark} data-state={state}>
      {state === 'saved' && <IconCheck size={16} aria-hidden />}
      {words.state[state]}
    </span>
  )
}
