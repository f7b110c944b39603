import { useEffect, useEffectEvent } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { Shortcut } from '../keyboard/shortcuts.ts'

/** Keys pressed for a ticket that is still loading, in order. */
let held: readonly { readonly ticket: number; readonly keys: string }[] = []

/** The ticket in the address, even if the screen still shows another one; null without one. */
function useTicketOfAddress(): () => number | null {
  const { history } = useRouter()
  return () => {
    const number = /\/ticket\/(\d+)$/.exec(history.location.pathname)?.[1]
    return number === undefined ? null : Number(number)
  }
}

/**
 * Keys act on the address's ticket: while the screen shows another one, or none yet, they wait for it.
 * @param shown the ticket on the screen; null if none, as in the queue
 */
export function useTicketKeys(shown: number | null): (shortcuts: readonly Shortcut[]) => readonly Shortcut[] {
  const ticketOfAddress = useTicketOfAddress()
  return (shortcuts) =>
    shortcuts.map((shortcut) => ({
      ...shortcut,
      run: () => {
        const meant = ticketOfAddress()
        if (meant === shown) shortcut.run()
        else if (meant !== null)
          held = [...held.filter(({ ticket }) => ticket === meant), { ticket: meant, keys: shortcut.keys }]
      },
    }))
}

/** Runs the keys pressed for this ticket before it was loaded. */
export function useHeldKeys(ticket: number, shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent(() => {
    const own = held.filter((one) => one.ticket === ticket && shortcuts.some(({ keys }) => keys === one.keys))
    held = held.filter((one) => !own.includes(one))
    for (const { keys } of own) shortcuts.find((shortcut) => shortcut.keys === keys)?.run()
  })
  useEffect(() => run(), [])
}

/** Keys for a ticket that the technician left are dropped, so that they do nothing when it is opened again. */
export function useForgottenKeys(ticket: number): void {
  useEffect(
    () => () => {
      held = held.filter((one) => one.ticket !== ticket)
    },
    [ticket],
  )
}
