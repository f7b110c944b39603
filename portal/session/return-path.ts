import type { Account } from '#domain/account.ts'
import { pathOfTicket } from '../paths.ts'

const KEY = 'volver'

interface ReturnPath {
  /** Below the base path, with its search parameters. */
  readonly path: string
  /** The person whose place it was; null without a session. */
  readonly person: string | null
}

/** Remembers where somebody was, or wanted to go, until they have entered. It lives as long as the browser's tab. */
export function rememberPlace(path: string, account: Account | null): void {
  const place: ReturnPath = { path, person: account && personKey(account) }
  sessionStorage.setItem(KEY, JSON.stringify(place))
}

/** Returns that place once, or a mail's ticket; null if there is none or it was another person's. */
export function takePlace(account: Account): string | null {
  const kept = sessionStorage.getItem(KEY)
  forgetPlace()
  if (kept !== null) {
    const place: ReturnPath = JSON.parse(kept) // written by `rememberPlace`
    if (place.person === null || place.person === personKey(account)) return place.path
  }
  const ticket = takeMailedTicket(Date.now())
  return ticket === null ? null : pathOfTicket(ticket)
}

export const forgetPlace = (): void => sessionStorage.removeItem(KEY)

/** The ticket's number in the address of a mail's link. */
export function mailedTicket({ ticket }: Record<string, unknown>): { readonly ticket?: number | undefined } {
  return { ticket: isTicketNumber(ticket) ? ticket : undefined }
}

/**
 * Remembers a mail's ticket until the person has entered. The installation opens the portal in a tab of its own, so the whole
 * browser must remember it, but not for long.
 */
export function rememberMailedTicket(ticket: number, now: number): void {
  forgetPlace()
  const mailed: MailedTicket = { ticket, until: now + MAILED_FOR_MS }
  localStorage.setItem(MAILED_KEY, JSON.stringify(mailed))
}

const MAILED_KEY = 'ticket-correo'
const MAILED_FOR_MS = 12 * 60 * 60 * 1000

interface MailedTicket {
  readonly ticket: number
  readonly until: number
}

function takeMailedTicket(now: number): number | null {
  const kept = localStorage.getItem(MAILED_KEY)
  localStorage.removeItem(MAILED_KEY)
  if (kept === null) return null
  const { ticket, until }: MailedTicket = JSON.parse(kept) // written by `rememberMailedTicket`
  return now < until ? ticket : null
}

const isTicketNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

const personKey = ({ client, installation, username, callingUser }: Account): string =>
  [client, installation, username, callingUser].join('|')
