import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import css from './tip.module.css'

const EDGE = 8

/**
 * A hint that appears beside the wrapped control on hover, focus or a tap. It stands in the browser's top layer, so that
 * neither a scrolling table nor a dialog cuts it off. Give its text an `id` to describe the control with it: screen readers
 * read a description even while the hint is hidden. Without a tip there is no hint. When a tip comes, the control stays the same
 * element: it keeps the focus, and its hint appears.
 */
export function Tip({ tip, children }: { tip: ReactNode; children: ReactNode }) {
  const wrapper = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const [isAtHand, setOpen] = useState(false)
  const open = isAtHand && Boolean(tip)

  // A closing dialog gives the focus back while React commits, and React then misses the event.
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => target instanceof Element && setOpen(target.matches(':focus-visible'))
    const onBlur = () => setOpen(false)
    const around = wrapper.current
    around?.addEventListener('focusin', onFocus)
    around?.addEventListener('focusout', onBlur)
    return () => {
      around?.removeEventListener('focusin', onFocus)
      around?.removeEventListener('focusout', onBlur)
    }
  }, [])

  useLayoutEffect(() => {
    const hint = bubble.current
    if (!open || !wrapper.current || !hint) return undefined
    hint.showPopover()
    place(hint, wrapper.current.getBoundingClientRect())
    const hide = () => setOpen(false)
    // Scrolling elsewhere, as in a growing conversation, does not move it.
    const hideOnScroll = ({ target }: Event) => {
      if (target instanceof Node && target.contains(wrapper.current)) hide()
    }
    const hideOnPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && wrapper.current?.contains(target))) hide()
    }
    const hideOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      event.preventDefault()
      hide()
    }
    globalThis.addEventListener('scroll', hideOnScroll, true)
    globalThis.addEventListener('pointerdown', hideOnPress, true)
    globalThis.addEventListener('keydown', hideOnEscape, true)
    return () => {
      globalThis.removeEventListener('scroll', hideOnScroll, true)
      globalThis.removeEventListener('pointerdown', hideOnPress, true)
      globalThis.removeEventListener('keydown', hideOnEscape, true)
      hint.hidePopover()
    }
  }, [open])

  return (
    <span
      ref={wrapper}
      className={css.wrapper}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
      onPointerUp={({ pointerType }) => pointerType !== 'mouse' && setOpen(true)}
    >
      {children}
      {tip && (
        <span ref={bubble} className={css.tip} popover="manual" role="tooltip">
          {tip}
        </span>
      )}
    </span>
  )
}

function place(bubble: HTMLElement, target: DOMRect): void {
  const { width, height } = bubble.getBoundingClientRect()
  const left = target.left + target.width / 2 - width / 2
  bubble.style.left = `${Math.max(EDGE, Math.min(left, globalThis.innerWidth - width - EDGE))}px`
  bubble.style.top = `${target.top - height > EDGE ? target.top - height : target.bottom}px`
}
