import type { AnyRouter } from '@tanstack/react-router'
import type { Account } from '#domain/account.ts'
import { showAlert } from '#ui/alerts.tsx'
import { entranceMessagesNow } from '../messages/language.ts'
import { BASE_PATH, paths } from '../paths.ts'
import { type NamelessAccount, accountNow, isSamePerson, onSessionChange, sessionNow } from './session-store.ts'
import { forgetPlace, rememberPlace } from './return-path.ts'
import { sessionOpened } from './session-check.ts'

/**
 * When a session ends during work, the address becomes the login's while the hidden screen stays: once the same person is back,
 * everything typed is there again (spec §4, Session).
 */
export function followSession(router: AnyRouter): void {
  let before = sessionNow().is
  let may = accountNow()
  onSessionChange(() => {
    const now = sessionNow()
    const account = now.is === 'open' ? now.account : null
    if (account && may && mayLess(account, may)) {
      showAlert('error', entranceMessagesNow().session.accessChanged)
      // The guards check again who may see each screen.
      void router.invalidate()
    }
    may = account ?? may
    const here = { to: '.', search: true, replace: true, ignoreBlocker: true } as const
    if (now.is === 'ended' && before !== 'ended') {
      rememberPlace(router.state.location.href, now.account)
      void router.navigate({ ...here, mask: { to: paths.login } })
    }
    if (now.is === 'open' && before === 'ended') {
      forgetPlace()
      void router.navigate(here)
    }
    before = now.is
  })
}

const mayLess = (now: Account, before: Account): boolean =>
  (before.administrator && !now.administrator) || (!before.limited && now.limited)

/** Restarts the portal at its home: nothing of another person stays on the screen or in memory. */
export const startAnew = (): void => location.assign(`${BASE_PATH}${paths.home}`)

/**
 * Admits somebody who has just given a password. The same person finds the screen as it was; for another one the portal restarts,
 * so that nothing of the first remains.
 */
export async function enterPortal(opened: NamelessAccount): Promise<void> {
  const before = sessionNow()
  const account = await sessionOpened(opened)
  if ('account' in before && !isSamePerson(before.account, account)) startAnew()
}
