import { Button } from '@mantine/core'
import { Link, getRouteApi, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { part } from '#ui/part.tsx'
import { sentenceOf } from '../api.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { OwnPage } from '../layout/own-page.tsx'
import { useMessages } from '../messages/index.ts'
import { BASE_PATH, HOME_MAIL_ROUTE, pathOfTicket, paths } from '../paths.ts'
import { useSession } from '../session/session-store.ts'
import { rememberMailedTicket } from '../session/return-path.ts'
import { checkSession } from '../session/session-check.ts'
import { SupportContact } from '../session/support-contact.tsx'

const route = getRouteApi(HOME_MAIL_ROUTE)

const MailedTicket = part(async () => (await import('./mailed-ticket.tsx')).MailedTicket).Part

/**
 * The target of a mail's link: with a session the ticket; otherwise the notice to enter, after which the ticket opens
 * (spec §2, home-mail). A mail's own link also opens its ticket with a code.
 */
export function HomeMailPage() {
  const { homeMail } = useMessages().pages
  const { ticket = null } = route.useSearch()
  const { history } = useRouter()
  const { is } = useSession()
  const [link] = useState(() => new URLSearchParams(location.hash.slice(1)).get('e'))
  const [failure, setFailure] = useState<unknown>(null)
  usePageTitle(homeMail.title)
  useEffect(() => {
    if (is === 'unknown' && failure === null) checkSession().catch(setFailure)
    if (is === 'open') history.replace(`${BASE_PATH}${ticket === null ? paths.home : pathOfTicket(ticket)}`)
    if (is === 'none' && ticket !== null) rememberMailedTicket(ticket, Date.now())
  }, [is, failure, ticket, history])

  if (failure !== null)
    return (
      <main>
        <ErrorState wholePage text={sentenceOf(failure)} onRetry={() => setFailure(null)} />
      </main>
    )
  if (is !== 'none')
    return (
      <main>
        <LoadingState label={homeMail.checking} />
      </main>
    )
  if (ticket !== null && link !== null)
    return (
      <Suspense fallback={<LoadingState label={homeMail.checking} />}>
        <MailedTicket ticket={ticket} link={link} />
      </Suspense>
    )
  return (
    <OwnPage title={homeMail.title}>
      <Notice ticket={ticket} />
    </OwnPage>
  )
}

function Notice({ ticket }: { ticket: number | null }) {
  const { login, pages } = useMessages()
  const { homeMail } = pages
  return (
    <>
      <p>
        {homeMail.first(ticket)} <strong>{homeMail.onlyFromInstallation}</strong>
      </p>
      <p>{login.notice.where}</p>
      {ticket !== null && <p>{homeMail.kept(ticket)}</p>}
      <p>{login.notice.contact}</p>
      <SupportContact />
      <Button variant="default" component={Link} to={paths.login}>
        {homeMail.toLogin}
      </Button>
    </>
  )
}
