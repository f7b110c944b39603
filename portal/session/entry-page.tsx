import { Button, Group, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { LoadingState } from '#ui/states.tsx'
import { sentenceOf } from '../api.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { OwnPage } from '../layout/own-page.tsx'
import { useEntranceMessages } from '../messages/language.ts'
import { paths } from '../paths.ts'
import { lastPersonHint, useSession } from './session-store.ts'
import { declineEntry, enter, useEntry } from './entry.ts'
import { checkSession } from './session-check.ts'
import { SupportContact } from './support-contact.tsx'

/** The page at an address that people reach by link: the screen once they are in, otherwise the outcome of the entry. */
export function EntryPage({ children }: { children: ReactNode }) {
  const messages = useEntranceMessages()
  const entry = useEntry()
  switch (entry.is) {
    case 'done':
      return children
    case 'absent':
      return <WithOpenSession>{children}</WithOpenSession>
    case 'working':
      return <WorkingPage />
    case 'foreign':
      return <ForeignPage />
    case 'other':
      return <OtherPersonPage />
    case 'refused':
      return <RefusedPage />
    case 'failed':
      return <FailedPage sentence={entry.sentence} next={messages.entry.failedNext} onRetry={() => void enter()} />
  }
}

/** Without a link, a person with a session just goes on. */
function WithOpenSession({ children }: { children: ReactNode }) {
  const session = useSession()
  const [failure, setFailure] = useState<unknown>(null)
  const unknown = session.is === 'unknown'
  useEffect(() => {
    if (unknown && failure === null) checkSession().catch(setFailure)
  }, [unknown, failure])
  if (failure !== null) return <FailedPage sentence={sentenceOf(failure)} onRetry={() => setFailure(null)} />
  if (unknown) return <WorkingPage />
  return session.is === 'none' ? <RefusedPage /> : children
}

function WorkingPage() {
  const { entry } = useEntranceMessages()
  usePageTitle(entry.title)
  return (
    <main>
      <VisuallyHidden component="h1">{entry.title}</VisuallyHidden>
      <LoadingState label={entry.working} />
    </main>
  )
}

function RefusedPage() {
  const { entry, shared } = useEntranceMessages()
  const sentence = shared.session['entry-refused']()
  usePageTitle(entry.title)
  return (
    <OwnPage title={sentence}>
      <p>{entry.refusedNext}</p>
      <p>{entry.refusedContact}</p>
      <SupportContact />
      <Button variant="default" component={Link} to={paths.login}>
        {entry.toLogin}
      </Button>
    </OwnPage>
  )
}

function FailedPage({ sentence, next, onRetry }: { sentence: string; next?: string; onRetry: () => void }) {
  const { entry, ui } = useEntranceMessages()
  usePageTitle(entry.title)
  return (
    <OwnPage title={sentence}>
      {next && <p>{next}</p>}
      <Button onClick={onRetry}>{ui.retry}</Button>
    </OwnPage>
  )
}

function ForeignPage() {
  const { entry, ui } = useEntranceMessages()
  usePageTitle(entry.foreignTitle)
  return (
    <OwnPage title={entry.foreignTitle}>
      <p>{entry.foreignFrom(URL.parse(document.referrer)?.host)}</p>
      <p>{entry.foreignWarning}</p>
      <Group>
        <Button onClick={() => void enter()}>{entry.foreignContinue}</Button>
        {/* A person with a session is led on from there. */}
        <Button variant="default" component={Link} to={paths.login} replace onClick={declineEntry}>
          {ui.cancel}
        </Button>
      </Group>
    </OwnPage>
  )
}

function OtherPersonPage() {
  const { entry } = useEntranceMessages()
  usePageTitle(entry.otherTitle)
  return (
    <OwnPage title={entry.otherTitle}>
      <p>{entry.otherQuestion(lastPersonHint())}</p>
      <Group>
        <Button onClick={() => void enter({ confirmSwitch: true })}>{entry.otherContinue}</Button>
        <Button variant="default" onClick={declineEntry}>
          {entry.otherKeep}
        </Button>
      </Group>
    </OwnPage>
  )
}
