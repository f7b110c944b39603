import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { useFormat, useMessages } from '../messages/index.ts'
import type { KeptState } from '#browser/draft-keeper.ts'
import css from './kept-draft.module.css'

export interface DraftNoticeProps {
  /** When what the form began with was saved; null when it began with nothing, or that was discarded. */
  readonly savedAt: Date | null
  readonly onDiscard: () => void
  /** Null when nothing was discarded, or something has been written since. */
  readonly onUndo: (() => void) | null
  /** Another version, and taking it in place of this one, which waits in its place then. */
  readonly other: { readonly savedAt: Date; readonly onUse: () => void } | null
}

/** Says that the form begins where it was left. */
export function DraftNotice({ savedAt, onDiscard, onUndo, other }: DraftNoticeProps) {
  const { draft: words } = useMessages().tickets
  const { ago } = useFormat()
  const [now] = useState(() => new Date())
  const undo = ({ currentTarget }: MouseEvent) => {
    onUndo?.()
    // The button that has the focus goes with what it said.
    currentTarget.closest('dialog, main')?.querySelector('textarea')?.focus()
  }
  const says = savedAt
    ? { text: words.found(ago(savedAt, now)), act: words.discard, onAct: onDiscard }
    : onUndo && { text: words.discarded, act: words.undo, onAct: undo }
  return (
    <div role="status" className={css.status}>
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

/** Something that has turned up while a form is filled in, and what may be done about it. */
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

/** Whether what is on the screen is kept; quiet, because it changes with every pause. */
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
