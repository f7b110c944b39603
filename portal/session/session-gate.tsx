import { Button } from '@mantine/core'
import { Activity, type ReactNode } from 'react'
import type { Account } from '#domain/account.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { OwnPage } from '../layout/own-page.tsx'
import { useEntranceMessages } from '../messages/language.ts'
import { nameOf, useSession } from './session-store.ts'
import { LoginPage } from './login-page.tsx'
import { startAnew } from './session-navigation.ts'

/** Hides the screen but keeps its state while this tab has no session, or another person's. */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession()
  const covered = session.is === 'ended' || session.is === 'taken'
  return (
    <>
      <Activity mode={covered ? 'hidden' : 'visible'}>{children}</Activity>
      {session.is === 'ended' && <LoginPage />}
      {session.is === 'taken' && <TakenPage before={session.account} now={session.by} />}
    </>
  )
}

function TakenPage({ before, now }: { before: Account; now: Account }) {
  const { session } = useEntranceMessages()
  usePageTitle(session.otherPersonTitle)
  return (
    <OwnPage title={session.otherPersonTitle}>
      <p>{session.otherPerson(nameOf(now), nameOf(before))}</p>
      <Button onClick={startAnew}>{session.continueAs(nameOf(now))}</Button>
    </OwnPage>
  )
}
