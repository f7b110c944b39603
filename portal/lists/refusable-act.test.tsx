// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { RefusableAct } from './refusable-act.tsx'

// happy-dom knows no popover.
HTMLElement.prototype.showPopover = vi.fn()
HTMLElement.prototype.hidePopover = vi.fn()

afterEach(cleanup)

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
  claim().focus()
  fireEvent.focus(claim())
  expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull()
  rerender(<Claim refusal="Not before tomorrow" />)
  expect(document.activeElement).toBe(claim())
  expect(screen.getByRole('tooltip', { hidden: true }).textContent).toBe('Not before tomorrow')
  expect(HTMLElement.prototype.showPopover).toHaveBeenCalledOnce()
})

test('a refused act stays in reach and does nothing', () => {
  const onAct = vi.fn()
  const { rerender } = render(<Claim refusal="Not before tomorrow" onAct={onAct} />)
  fireEvent.click(claim())
  expect(onAct).not.toHaveBeenCalled()
  rerender(<Claim refusal={null} onAct={onAct} />)
  fireEvent.click(claim())
  expect(onAct).toHaveBeenCalledOnce()
})
