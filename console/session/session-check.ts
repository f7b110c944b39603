import { openSession } from '#contract/console/session/open-session.ts'
import { sessionWatch } from '#browser/session-watch.ts'
import { call, onForbidden } from '../api.ts'
import { BASE_PATH, paths } from '../paths.ts'
import { type SessionState, type Technician, sessionNow, setSession, technicianOf } from './session-store.ts'

const watch = sessionWatch<SessionState>({
  channel: 'consola',
  now: sessionNow,
  none: { is: 'none' },
  ask,
  end: () => {
    const now = sessionNow()
    if (now.is === 'open') setSession({ is: 'ended', technician: now.technician })
  },
  logout: () => call(openSession.logout, {}),
  login: `${BASE_PATH}${paths.login}`,
  onForbidden,
})

export const { begin: watchSession, onStillIn } = watch

/** The present session: the server's answer, at most a moment old. Throws `CallFailed` without one. */
export const ensureSession = async (): Promise<Technician | null> => technicianOf(await watch.ensure())

/** Somebody has just entered in this tab. If it was another person's, it restarts, so that nothing of theirs remains. */
export function sessionOpened(technician: Technician): void {
  const before = sessionNow()
  if (before.is === 'ended' && before.technician.username !== technician.username) {
    location.assign(`${BASE_PATH}/`)
    return
  }
  watch.checked()
  setSession({ is: 'open', technician })
  watch.tellOtherTabs()
}

export const logout = (): Promise<void> => watch.leave()

const PLACE = 'consola-lugar'

/** Remembers where somebody wanted to go before the login. */
export const rememberPlace = (place: string): void => sessionStorage.setItem(PLACE, place)

export function takePlace(): string {
  const place = sessionStorage.getItem(PLACE) ?? paths.start
  sessionStorage.removeItem(PLACE)
  return place
}

async function ask(): Promise<SessionState> {
  const technician = await call(openSession.check, {})
  watch.checked()
  const shown = technicianOf(sessionNow())
  if (shown && technician && technician.username !== shown.username) {
    location.assign(`${BASE_PATH}/`)
    return { is: 'taken', technician }
  }
  if (technician) setSession({ is: 'open', technician })
  else setSession(shown ? { is: 'ended', technician: shown } : { is: 'none' })
  return sessionNow()
}
