import { useSyncExternalStore } from 'react'
import { accountNow } from '../session/session-store.ts'

// The tickets that this person has sent in this tab and not opened since. Their receipts stay, and their rows are
// marked.

const MOST = 5

const listeners = new Set<() => void>()

/** Ticket numbers, in the order of sending; a negative one means a dismissed receipt. */
const storedUnder = (): string | null => {
  const account = accountNow()
  return account && `enviados ${account.username} ${account.callingUser}`
}

const storedNow = (): string => {
  const key = storedUnder()
  return (key === null ? null : sessionStorage.getItem(key)) ?? ''
}

const listIn = (stored: string): number[] =>
  stored
    .split(',')
    .map(Number)
    .filter((number) => Number.isSafeInteger(number) && number !== 0)

function change(next: (before: readonly number[]) => readonly number[]): void {
  const key = storedUnder()
  if (key === null) return
  sessionStorage.setItem(key, next(listIn(storedNow())).slice(-MOST).join(','))
  for (const listener of listeners) listener()
}

const isOf = (ticket: number) => (each: number) => Math.abs(each) === ticket

export const noteSent = (ticket: number): void =>
  change((before) => [...before.filter((each) => each !== ticket), ticket])
export const putReceiptAway = (ticket: number): void =>
  change((before) => before.map((each) => (each === ticket ? -each : each)))
/** The ticket was opened. */
export const forgetSent = (ticket: number): void => {
  if (listIn(storedNow()).some(isOf(ticket))) change((before) => before.filter((each) => !isOf(ticket)(each)))
}

const onChange = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSentTickets() {
  const all = listIn(useSyncExternalStore(onChange, storedNow))
  return {
    /** The newest first. */
    receipts: all.filter((number) => number > 0).toReversed(),
    isNew: (ticket: number) => all.some(isOf(ticket)),
  }
}
