let token: string | null = null

/** The token of the link that opened this page; null if the address had none or it has been used. */
export const linkToken = (): string | null => token

/**
 * Removes the token from the address of the password page before anything else can read or store it. It stands behind
 * «#», which never reaches a server; older links have it in the query. Returns false on any other page.
 */
export function takeLinkToken(page: string, name: string): boolean {
  const isThere = () => location.pathname.replace(/\/$/, '') === page
  if (!isThere()) return false
  token = new URLSearchParams(location.hash.slice(1)).get(name) ?? new URLSearchParams(location.search).get(name)
  history.replaceState(null, '', location.pathname)
  // Another link in the same tab changes only the part behind «#»; the page does not reload.
  addEventListener('hashchange', () => {
    if (isThere()) location.reload()
  })
  return true
}

export function forgetLinkToken(): void {
  token = null
}
