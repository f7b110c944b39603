import { Button, VisuallyHidden } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { AboveButtons } from '#ui/dialog-stack.ts'
import styles from './new-entries.module.css'

interface Entry {
  readonly key: string
  /** Written by this very person, and so not new to them. */
  readonly isOwn: boolean
}

interface Options {
  /** The newest part of a timeline, oldest first. */
  readonly entries: readonly Entry[]
  /** Contains the entries; its last child is the end. */
  readonly list: RefObject<HTMLElement | null>
  /** Somebody writes below: others' entries wait, so that nothing moves. */
  readonly isHeld?: boolean
  /** Somebody looks at something else, such as a dialog above: new entries do not count as seen yet. */
  readonly isAway?: boolean
}

export interface NewEntries {
  /** Others' entries that have not been seen. */
  readonly count: number
  /** The number of entries that have just appeared in sight, for screen readers. */
  readonly arrived: number
  readonly isShown: (key: string) => boolean
  /** Shows all of them, and brings the end into view. */
  readonly show: () => void
}

const SAID_MS = 3000

/**
 * Others' new entries in an open timeline. A reader at its end sees them at once. For one who reads further up, or writes, nothing
 * moves, and a button leads to them (`NewEntriesButton`).
 */
export function useNewEntries({ entries, list, isHeld = false, isAway = false }: Options): NewEntries {
  const [known, setKnown] = useState<ReadonlySet<string>>(() => keysOf(entries))
  const [unseen, setUnseen] = useState(0)
  const [arrived, setArrived] = useState(0)
  const [isAtEnd, setAtEnd] = useState(true)
  /** How often the end has come into view: without, and with, a press of the button. */
  const [brought, setBrought] = useState(0)
  const [asked, setAsked] = useState(0)
  const fresh = entries.filter(({ key }) => !known.has(key))
  const others = fresh.filter(({ isOwn }) => !isOwn).length
  const isShown = (key: string) => !isHeld || known.has(key) || fresh.some((entry) => entry.key === key && entry.isOwn)
  const end = entries.findLast(({ key }) => isShown(key))?.key

  if (fresh.length > 0 && !isHeld) {
    setKnown(keysOf(entries))
    if (others === 0 || (isAtEnd && !isAway)) {
      setBrought(brought + 1)
      setArrived(others)
    } else setUnseen(unseen + others)
  } else if (unseen > 0 && isAtEnd && !isAway) setUnseen(0)

  useEffect(() => {
    const last = end === undefined ? null : list.current?.lastElementChild
    if (!last) return
    const observer = new IntersectionObserver((sights) => setAtEnd(sights.at(-1)?.isIntersecting === true))
    observer.observe(last)
    return () => observer.disconnect()
  }, [list, end])
  useEffect(() => {
    if (brought > 0) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [list, brought])
  useEffect(() => {
    const last = list.current?.lastElementChild
    if (asked === 0 || !(last instanceof HTMLElement)) return
    last.scrollIntoView({ block: 'nearest' })
    // The button that had the focus is gone: the focus moves to the new entries.
    if (document.activeElement !== document.body) return
    last.setAttribute('tabindex', '-1')
    last.focus({ preventScroll: true })
  }, [list, asked])
  useEffect(() => {
    if (arrived === 0) return
    const timer = setTimeout(() => setArrived(0), SAID_MS)
    return () => clearTimeout(timer)
  }, [arrived])

  return {
    count: unseen + (isHeld ? others : 0),
    arrived,
    isShown,
    show: () => {
      setKnown(keysOf(entries))
      setUnseen(0)
      setAsked(asked + 1)
    },
  }
}

const keysOf = (entries: readonly Entry[]): ReadonlySet<string> => new Set(entries.map(({ key }) => key))

interface Props {
  readonly news: NewEntries
  /** «1 mensaje nuevo». */
  readonly words: (count: number) => string
}

/** Announces new entries once, and shows a button until they have been seen. */
export function NewEntriesButton({ news: { count, arrived, show }, words }: Props) {
  return (
    <>
      <VisuallyHidden role="status">{count + arrived > 0 ? words(count || arrived) : ''}</VisuallyHidden>
      {count > 0 && (
        <AboveButtons>
          <div className={styles.bar}>
            <Button
              size="compact-md"
              radius="xl"
              className={styles.button}
              leftSection={<IconArrowDown size={16} aria-hidden />}
              // The field that somebody is writing in keeps the focus, and its size.
              onMouseDown={(event) => event.preventDefault()}
              onClick={show}
            >
              {words(count)}
            </Button>
          </div>
        </AboveButtons>
      )}
    </>
  )
}
