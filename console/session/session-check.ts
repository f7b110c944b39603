import { consoleSession } from '#contract/console/session.ts'
import { CallFailed } from '#browser/client.ts'
import { whenForbidden } from '#browser/forbidden.ts'
import { call, onForbidden } from '../api.ts'
import { BASE_PATH, paths } from '../paths.ts'
import { type Technician, sessionNow, setSession } from './session-store.ts'

/** A navigation shortly after a check does not ask again. */
const FRESH_MS = 15_000
const PLACE = 'consola-lugar'

const otherTabs = new BroadcastChannel('consola')
let checkedAt = Number.NEGATIVE_INFINITY
let running: Promise<Technician | null> | null = null

/** Who is in: the server's word, at most a moment old. Throws `CallFailed` when it does not answer. */
export async function ensureSession(): Promise<Technician | null> {
  const known = sessionNow()
  if (known.is === 'ended') return known.technician
  if (known.is === 'open' && performance.now() - checkedAt < FRESH_MS) return known.technician
  try {
    return await checkSession()
  } catch (error) {
    // Somebody who was in stays where they are: the screen itself will say that the server is away.
    if (known.is === 'open') return known.technician
    // Before anybody is in, whoever is refused has to enter.
    if (error instanceof CallFailed && error.status === 403) return null
    throw error
  }
}

/** Somebody has just entered in this tab. The tab of somebody else begins anew, so that nothing of theirs is left in it. */
export function sessionOpened(technician: Technician): void {
  const before = sessionNow()
  if (before.is === 'ended' && before.technician.username !== technician.username) {
    location.assign(`${BASE_PATH}/`)
    return
  }
  checkedAt = performance.now()
  setSession({ is: 'open', technician })
  otherTabs.postMessage('changed')
}

export async function logout(): Promise<void> {
  await call(consoleSession.logout, {})
  otherTabs.postMessage('changed')
  location.assign(`${BASE_PATH}${paths.login}`)
}

/** Keeps this tab honest about whose session it is: another tab's entry, a refused call, coming back to the window. */
export function watchSession(): void {
  const recheck = () => {
    if (sessionNow().is === 'open') checkSession().catch(() => undefined) // the next call will say that the server is away
  }
  otherTabs.addEventListener('message', recheck)
  globalThis.addEventListener('focus', recheck)
  onForbidden(
    whenForbidden({
      isOpen: () => sessionNow().is === 'open',
      check: checkSession,
      end: () => {
        const now = sessionNow()
        if (now.is === 'open') setSession({ is: 'ended', technician: now.technician })
      },
    }),
  )
}

/** Where somebody wanted to go before they had to enter. */
export const rememberPlace = (place: string): void => sessionStorage.setItem(PLACE, place)

export function takePlace(): string {
  const place = sessionStorage.getItem(PLACE) ?? paths.start
  sessionStorage.removeItem(PLACE)
  return place
}

function checkSession(): Promise<Technician | null> {
  running ??= ask().finally(() => {
    running = null
  })
  return running
}

async function ask(): Promise<Technician | null> {
  const technician = await call(consoleSession.check, {})
  checkedAt = performance.now()
  const before = sessionNow()
  if (before.is === 'open' && technician?.username !== before.technician.username) {
    if (technician) location.assign(`${BASE_PATH}/`)
    else setSession({ is: 'ended', technician: before.technician })
    return technician
  }
  setSession(technician ? { is: 'open', technician } : { is: 'none' })
  return technician
}
