import { Activity, type ReactNode } from 'react'
import { LoginPage } from './login-page.tsx'
import { useSession } from './session-store.ts'

/** Hides the screen but keeps its state once the session is over. */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession()
  const ended = session.is === 'ended'
  return (
    <>
      <Activity mode={ended ? 'hidden' : 'visible'}>{children}</Activity>
      {ended && <LoginPage returning={session.technician} />}
    </>
  )
}
