import { Activity, type ReactNode, Suspense } from 'react'
import { login } from '../layout/behind-the-first.ts'
import { useSession } from './session-store.ts'

/** Hides the screen but keeps its state once the session is over. */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession()
  const ended = session.is === 'ended'
  return (
    <>
      <Activity mode={ended ? 'hidden' : 'visible'}>{children}</Activity>
      {ended && (
        <Suspense>
          <login.Part returning={session.technician} />
        </Suspense>
      )}
    </>
  )
}
