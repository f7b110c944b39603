import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the growing answer in sight: its question moves up, at most to the top. A reader who scrolls is left alone until the
 * next question.
 */
export function useFollowing(turn: number): {
  readonly list: RefObject<HTMLOListElement | null>
  readonly asked: RefObject<HTMLLIElement | null>
} {
  const list = useRef<HTMLOListElement>(null)
  const asked = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const grown = list.current?.parentElement
    const scroller = grown?.parentElement
    if (!grown || !scroller || turn === 0) return undefined
    const follow = () => {
      const question = asked.current
      if (!question) return
      const toQuestion = question.getBoundingClientRect().top - scroller.getBoundingClientRect().top - TOP_MARGIN
      const toEnd = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop
      scroller.scrollTop += Math.max(0, Math.min(toQuestion, toEnd))
    }
    const growth = new ResizeObserver(follow)
    const stop = () => growth.disconnect()
    growth.observe(grown)
    follow()
    scroller.addEventListener('wheel', stop, { passive: true })
    scroller.addEventListener('touchmove', stop, { passive: true })
    return () => {
      stop()
      scroller.removeEventListener('wheel', stop)
      scroller.removeEventListener('touchmove', stop)
    }
  }, [turn])
  return { list, asked }
}

const TOP_MARGIN = 12
