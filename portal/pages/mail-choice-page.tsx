import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { MailChoice } from '#domain/personal-data.ts'
import { ownData } from '#contract/own-data.ts'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { CallFailed, call, sentenceOf } from '../api.ts'
import { OwnPage } from '../layout/own-page.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { useMessages } from '../messages/index.ts'
import { useMailedMessages } from '../messages/mailed.ts'
import { paths } from '../paths.ts'
import { MailChoiceForm } from '../personal-data/mail-choice-form.tsx'
import { SupportContact } from '../session/support-contact.tsx'

/** A mail's own link opens this page: its reader chooses, without a session, which mails they get. */
export function MailChoicePage() {
  const { choice: words } = useMailedMessages()
  // Another mail's link in the same tab changes only this part.
  const link = new URLSearchParams(useLocation().hash).get('e')
  usePageTitle(words.heading)
  return (
    <OwnPage title={words.heading}>{link ? <Choice key={link} link={link} /> : <NoLink text={words.noLink} />}</OwnPage>
  )
}

function Choice({ link }: { link: string }) {
  const { choice: words } = useMailedMessages()
  const [choice, setChoice] = useState<MailChoice | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (choice !== null || failure !== null) return
    const leaving = new AbortController()
    call(ownData.mailChoiceByLink, { link }, { signal: leaving.signal }).then(
      (found) => setChoice(found.choice),
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(error)
      },
    )
    return () => leaving.abort()
  }, [link, choice, failure])

  if (failure instanceof CallFailed && failure.status === 401) return <NoLink text={words.refused} />
  if (failure !== null) return <ErrorState text={sentenceOf(failure)} onRetry={() => setFailure(null)} />
  if (choice === null) return <LoadingState label={words.loading} />
  return (
    <>
      <p>{words.byLink}</p>
      <MailChoiceForm choice={choice} save={(next) => call(ownData.chooseMailsByLink, { link, choice: next })} />
    </>
  )
}

function NoLink({ text }: { text: string }) {
  const { entry } = useMessages()
  const { choice: words } = useMailedMessages()
  return (
    <>
      <p>{text}</p>
      <p>{words.otherwise}</p>
      <SupportContact />
      <Button variant="default" component={Link} to={paths.login}>
        {entry.toLogin}
      </Button>
    </>
  )
}
