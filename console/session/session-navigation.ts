import type { AnyRouter } from '@tanstack/react-router'
import { showAlert } from '#ui/alerts.tsx'
import { messagesNow } from '../messages/index.ts'
import { onSessionChange, sessionNow } from './session-store.ts'

/** Tells a former supervisor so, and leads them away from the supervisors' screens. */
export function followRole(router: AnyRouter): void {
  let before = roleNow()
  onSessionChange(() => {
    const role = roleNow()
    if (before === 'supervisor' && role === 'technician') {
      showAlert('error', messagesNow().login.roleChanged)
      // The route guards check the role again.
      void router.invalidate()
    }
    before = role ?? before
  })
}

function roleNow() {
  const session = sessionNow()
  return session.is === 'open' ? session.technician.role : null
}
