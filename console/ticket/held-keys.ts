import { useEffect, useEffectEvent } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { Shortcut } from '../keyboard/shortcuts.ts'

/** Keys that were pressed for a ticket which is still on its way, in their order. */
let held: readonly { readonly ticket: number; readonly keys: string }[] = []

/** The ticket that the address names, whatever the screen still shows; null: it names none. */
function useTicketOfAddress(): () => number | null {
  const { history } = useRouter()
  return () => {
    const number = /\/ticket\/(\d+)$/.exec(history.location.pathname)?.[1]
    return number === undefined ? null : Number(number)
  }
}

/**
 * The keys that act on a ticket act on the address's: while the screen shows another one, or none yet, they wait for it.
 * @param shown the ticket that is on the screen; null: none, such as in the queue
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

/** Runs what was pressed for this ticket before it was there. */
export function useHeldKeys(ticket: number, shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent(() => {
    const own = held.filter((one) => one.ticket === ticket && shortcuts.some(({ keys }) => keys === one.keys))
    held = held.filter((one) => !own.includes(one))
    for (const { keys } of own) shortcuts.find((shortcut) => shortcut.keys === keys)?.run()
  })
  useEffect(() => run(), [])
}

/** What was pressed for a ticket that nobody waited for is not done when it is opened another time. */
export function useForgottenKeys(ticket: number): void {
  useEffect(
    () => () => {
      held = held.filter((one) => one.ticket !== ticket)
    },
    [ticket],
  )
}
