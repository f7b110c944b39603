import { session } from '#contract/session.ts'
import { showAlert } from '#ui/alerts.tsx'
import type { Account } from '#domain/account.ts'
import { sessionWatch } from '#browser/session-watch.ts'
import { call, onForbidden } from '../api.ts'
import { entranceMessagesNow } from '../messages/language.ts'
import { BASE_PATH, paths } from '../paths.ts'
import {
  type NamelessAccount,
  type SessionState,
  forgetPerson,
  named,
  sessionAfter,
  sessionNow,
  setSession,
} from './session-store.ts'

/** Stands in the login's address, for people who said that the link was not theirs. */
export const NOT_ME = 'no-soy-yo'

const watch = sessionWatch<SessionState>({
  channel: 'sesion',
  now: sessionNow,
  none: { is: 'none' },
  ask,
  end: () => {
    const now = sessionNow()
    if (now.is === 'open') end({ is: 'ended', account: now.account })
  },
  logout: async () => {
    await call(session.logout, {})
    forgetPerson()
  },
  login: `${BASE_PATH}${paths.login}`,
  onForbidden,
})

export const { check: checkSession, ensure: ensureSession, begin: watchSession, onStillIn } = watch

/** Somebody has just entered in this tab. */
export async function sessionOpened(opened: NamelessAccount): Promise<Account> {
  const account = named(opened, await askPerson())
  watch.checked()
  setSession({ is: 'open', account })
  watch.tellOtherTabs()
  return account
}

/** Ends the session. After another person's link the login explains more. */
export const logout = ({ notMe = false } = {}): Promise<void> => watch.leave(notMe ? `#${NOT_ME}` : '')

/** If the name cannot be read, the person enters without it. */
function askPerson() {
  return call(session.person, {}).catch(() => null)
}

async function ask(): Promise<SessionState> {
  const [{ account }, person] = await Promise.all([call(session.check, {}), askPerson()])
  watch.checked()
  const before = sessionNow()
  const after = sessionAfter(before, account && named(account, person))
  if (after.is === 'ended' && before.is === 'open') end(after)
  else setSession(after)
  return after
}

function end(state: SessionState): void {
  setSession(state)
  showAlert('error', entranceMessagesNow().shared.session.needed())
}
