import { Button, CloseButton, Title } from '@mantine/core'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './dialog.module.css'
import { RowAboveButtons, openOnTop } from './dialog-stack.ts'
import { useUiWords } from './words.tsx'

interface DialogProps {
  opened: boolean
  title: ReactNode
  /** Called once the person may really leave: at once, or after «descartar cambios» while `dirty`. */
  onClose: () => void
  dirty?: boolean
  /** Where the text is kept for the next time, unless it is discarded: the question says so. */
  keptAs?: 'draft' | 'here' | null | undefined
  /** Called before `onClose` if the text is discarded. */
  onDiscard?: (() => void) | undefined
  /** Keeps the text for another time; returns false if that failed. Without it, keeping is not offered. */
  onKeep?: (() => Promise<boolean>) | undefined
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** The label of the button that leaves. */
  leave?: 'cancel' | 'back'
  /** Leaving is the recommended choice: its button stands out, and Enter presses it. */
  leaveIsBest?: boolean
  /** Printing the page prints this dialog alone, in full. */
  printable?: boolean
  /** The action's buttons, beside the one that leaves. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * The common layout of pop-ups (spec §2). It uses the browser's modal dialog, which keeps the focus inside, makes the rest inert
 * and returns the focus.
 */
export const Dialog = ({ opened, ...props }: DialogProps) => (opened ? <OpenDialog {...props} /> : null)

function OpenDialog({
  title,
  onClose,
  dirty = false,
  keptAs,
  onDiscard,
  onKeep,
  size = 'md',
  leave = 'cancel',
  leaveIsBest = false,
  printable = false,
  footer,
  children,
}: Omit<DialogProps, 'opened'>) {
  const words = useUiWords()
  const [asking, setAsking] = useState(false)
  const leaveOrAsk = () => (dirty ? setAsking(true) : onClose())
  return (
    <>
      <Frame
        size={size}
        printable={printable}
        title={title}
        onLeave={leaveOrAsk}
        footer={
          <>
            <Button
              variant={leaveIsBest ? 'filled' : 'default'}
              data-autofocus={leaveIsBest || undefined}
              onClick={leaveOrAsk}
            >
              {leave === 'cancel' ? words.cancel : words.back}
            </Button>
            {footer}
          </>
        }
      >
        {children}
      </Frame>
      <DiscardDialog
        opened={asking}
        keptAs={keptAs}
        onStay={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          onDiscard?.()
          onClose()
        }}
        onKept={() => {
          setAsking(false)
          onClose()
        }}
        onKeep={onKeep}
      />
    </>
  )
}

/** Asks «descartar cambios / cancelar» before typed text is lost; `keptAs` and `onKeep` as in a dialog. */
export function DiscardDialog({
  opened,
  keptAs = null,
  onStay,
  onDiscard,
  onKeep,
  onKept,
}: {
  opened: boolean
  keptAs?: 'draft' | 'here' | null | undefined
  onStay: () => void
  onDiscard: () => void
  onKeep?: (() => Promise<boolean>) | undefined
  /** The person may leave: everything has been kept. */
  onKept: () => void
}) {
  const words = useUiWords()
  const [keeping, setKeeping] = useState(false)
  const keep = async () => {
    setKeeping(true)
    const isKept = await onKeep?.()
    setKeeping(false)
    if (isKept) onKept()
    else onStay()
  }
  if (!opened) return null
  return (
    <Frame
      size="sm"
      title={keptAs ? words.keptTitle : words.discardTitle}
      onLeave={onStay}
      footer={
        <>
          <Button variant="default" onClick={onStay} data-autofocus>
            {words.cancel}
          </Button>
          <Button color="red" onClick={onDiscard}>
            {words.discard}
          </Button>
          {onKeep && (
            <Button loading={keeping} onClick={() => void keep()}>
              {words.keep}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.question}>{words.discardQuestion}</p>
      {keptAs && <p className={styles.question}>{words.kept[keptAs]}</p>}
    </Frame>
  )
}

interface FrameProps {
  size: 'sm' | 'md' | 'lg' | 'xl'
  printable?: boolean
  title: ReactNode
  onLeave: () => void
  footer: ReactNode
  children: ReactNode
}

const FIRST_FIELD = '[data-autofocus], :is(input, select, textarea):not(:disabled, [type=hidden], [type=file])'

/** The field that its form names, else the first Tab stop: among radio buttons, the chosen one. */
function firstStopOf(dialog: HTMLElement): HTMLElement | null {
  const named = dialog.querySelector<HTMLElement>('[data-first-field]')
  if (named) return named
  const first = dialog.querySelector<HTMLElement>(FIRST_FIELD)
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first ?? dialog.querySelector('h2')
  return dialog.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]:checked`) ?? first
}

function Frame({ size, printable, title, onLeave, footer, children }: FrameProps) {
  const words = useUiWords()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [row, setRow] = useState<HTMLElement | null>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    const close = openOnTop(element)
    firstStopOf(element)?.focus()
    return close
  }, [])

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-size={size}
      data-printable={printable || undefined}
      aria-labelledby={titleId}
      // The browser closes on Esc and on a phone's back gesture without asking: we decide instead.
      onCancel={(event) => {
        event.preventDefault()
        // A file input fires «cancel» too.
        if (event.target === event.currentTarget) onLeave()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        onLeave()
      }}
    >
      <header className={styles.header}>
        <Title order={2} size="h4" id={titleId} tabIndex={-1} className={styles.title}>
          {title}
        </Title>
        <CloseButton size="lg" aria-label={words.close} onClick={onLeave} />
      </header>
      <div className={styles.body}>
        <RowAboveButtons value={row}>{children}</RowAboveButtons>
      </div>
      <div className={styles.above} ref={setRow} />
      <footer className={styles.footer}>{footer}</footer>
    </dialog>
  )
}
