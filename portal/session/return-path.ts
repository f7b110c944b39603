import type { Account } from '#domain/account.ts'

const KEY = 'volver'

interface ReturnPath {
  /** Below the base path, with its search. */
  readonly path: string
  /** Whose place it was; null when nobody was in. */
  readonly person: string | null
}

/** Keeps where somebody was, or wanted to go, until they have entered. It lives as long as the browser's tab. */
export function rememberPlace(path: string, account: Account | null): void {
  const place: ReturnPath = { path, person: account && personKey(account) }
  sessionStorage.setItem(KEY, JSON.stringify(place))
}

/** Takes that place back, once; null when there is none or it was another person's. */
export function takePlace(account: Account): string | null {
  const kept = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  if (kept === null) return null
  const place: ReturnPath = JSON.parse(kept) // written by `rememberPlace`
  return place.person === null || place.person === personKey(account) ? place.path : null
}

const personKey = ({ client, installation, username, callingUser }: Account): string =>
  [client, installation, username, callingUser].join('|')
