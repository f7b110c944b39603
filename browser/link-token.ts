let token: string | null = null

/** The token of the link that this page was opened by; null when the address carried none, or it was used up. */
export const linkToken = (): string | null => token

/**
 * Takes the token out of the address of the page that sets a password before anything else can read or keep it: from
 * behind «#», which no server is sent, or from the query, as links had it before. False on any other page.
 */
export function takeLinkToken(page: string, name: string): boolean {
  const isThere = () => location.pathname.replace(/\/$/, '') === page
  if (!isThere()) return false
  token = new URLSearchParams(location.hash.slice(1)).get(name) ?? new URLSearchParams(location.search).get(name)
  history.replaceState(null, '', location.pathname)
  // Another link in the same tab changes what is behind «#» alone, which loads nothing.
  addEventListener('hashchange', () => {
    if (isThere()) location.reload()
  })
  return true
}

export function forgetLinkToken(): void {
  token = null
}
