import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import styles from './earlier-part.module.css'

interface Props {
  /** Contains the list; its first child keeps its place on the screen while others are inserted before it. */
  readonly list: RefObject<HTMLElement | null>
  /** The present number of items. */
  readonly count: number
  readonly words: { readonly more: string; readonly failed: string; readonly loaded: string }
  readonly hasMore: boolean
  readonly busy: boolean
  readonly failed: boolean
  readonly onMore: () => void
}

/** Above a shortened list: loads the part before it. */
export function EarlierPart({ list, count, words, hasMore, busy, failed, onMore }: Props) {
  const kept = useRef<{ readonly count: number; readonly first: Element; readonly top: number } | null>(null)
  useLayoutEffect(() => {
    if (!kept.current || kept.current.count === count) return
    const { first, top } = kept.current
    kept.current = null
    const scroller = scrollerOf(first)
    scroller.scrollTop += first.getBoundingClientRect().top - top
    scroller.style.overflowAnchor = ''
  }, [count])
  const bring = () => {
    const first = list.current?.firstElementChild
    if (first) {
      kept.current = { count, first, top: first.getBoundingClientRect().top }
      // The browser's scroll anchoring would add to ours.
      scrollerOf(first).style.overflowAnchor = 'none'
    }
    onMore()
  }
  return (
    <div className={styles.earlier}>
      {failed && !busy && <p role="alert">{words.failed}</p>}
      {hasMore && (
        <Button
          variant="default"
          size="sm"
          // Disabling it would lose the focus.
          aria-busy={busy}
          leftSection={busy ? <Loader size={16} aria-hidden /> : <IconHistory size={16} aria-hidden />}
          onClick={() => !busy && bring()}
        >
          {words.more}
        </Button>
      )}
      <VisuallyHidden role="status">{busy ? '' : words.loaded}</VisuallyHidden>
    </div>
  )
}

function scrollerOf(element: Element): HTMLElement {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return document.documentElement
}
