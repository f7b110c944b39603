// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect, useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { RefusableAct } from './refusable-act.tsx'

// happy-dom knows no popover.
const showPopover = vi.fn()
HTMLElement.prototype.showPopover = showPopover
const hidePopover = vi.fn()
HTMLElement.prototype.hidePopover = hidePopover

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

function Claim({ refusal, onAct = () => undefined }: { refusal: string | null; onAct?: () => void }) {
  return (
    <RefusableAct refusal={refusal} onAct={onAct}>
      {(props) => <button {...props}>Claim</button>}
    </RefusableAct>
  )
}

const claim = () => screen.getByRole('button')

test('an act that is refused while it has the focus keeps it, and says why', () => {
  const { rerender } = render(<Claim refusal={null} />)
  act(() => claim().focus())
  expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull()
  rerender(<Claim refusal="Not before tomorrow" />)
  expect(document.activeElement).toBe(claim())
  expect(screen.getByRole('tooltip', { hidden: true }).textContent).toBe('Not before tomorrow')
  expect(showPopover).toHaveBeenCalledOnce()
})

test('a refused act can still be reached, and does nothing', () => {
  const onAct = vi.fn()
  const { rerender } = render(<Claim refusal="Not before tomorrow" onAct={onAct} />)
  fireEvent.click(claim())
  expect(onAct).not.toHaveBeenCalled()
  rerender(<Claim refusal={null} onAct={onAct} />)
  fireEvent.click(claim())
  expect(onAct).toHaveBeenCalledOnce()
})

test('the reason for a refusal appears when a closing dialog gives the focus back', () => {
  const Dialog = () => {
    const field = useRef<HTMLInputElement>(null)
    useLayoutEffect(() => {
      field.current?.focus()
      return () => claim().focus()
    }, [])
    return <input ref={field} />
  }
  const { rerender } = render([<Claim key="claim" refusal="Not before tomorrow" />, <Dialog key="dialog" />])
  rerender([<Claim key="claim" refusal="Not before tomorrow" />])
  expect(showPopover).toHaveBeenCalledOnce()
})

test('the reason for a refusal stays while a conversation scrolls, and goes when the page scrolls', () => {
  const conversation = document.createElement('div')
  document.body.append(conversation)
  render(<Claim refusal="Not before tomorrow" />)
  act(() => claim().focus())
  fireEvent.scroll(conversation)
  expect(hidePopover).not.toHaveBeenCalled()
  fireEvent.scroll(document)
  expect(hidePopover).toHaveBeenCalledOnce()
})
