import type { AnyRouter } from '@tanstack/react-router'
import { showAlert } from '#ui/alerts.tsx'
import { messagesNow } from '../messages/index.ts'
import { onSessionChange, sessionNow } from './session-store.ts'

/** Who is no supervisor any more is told so, and led away from the supervisors' screens. */
export function followRole(router: AnyRouter): void {
  let before = roleNow()
  onSessionChange(() => {
    const role = roleNow()
    if (before === 'supervisor' && role === 'technician') {
      showAlert('error', messagesNow().login.roleChanged)
      // The guards ask again whom each screen is for.
      void router.invalidate()
    }
    before = role ?? before
  })
}

function roleNow() {
  const session = sessionNow()
  return session.is === 'open' ? session.technician.role : null
}
