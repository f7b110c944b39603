import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Data } from '#contract/endpoint.ts'
import { ownData } from '#contract/own-data.ts'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { CallFailed, call, sentenceOf } from '../api.ts'
import { OwnPage } from '../layout/own-page.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { useMessages } from '../messages/index.ts'
import { useMailedMessages } from '../messages/mailed.ts'
import { paths } from '../paths.ts'
import { MailChoiceForm } from '../personal-data/mail-choice-form.tsx'
import css from '../personal-data/own-data-page.module.css'
import { SupportContact } from '../session/support-contact.tsx'
import { useForm } from '../use-form.ts'

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
  const [found, setFound] = useState<Data<typeof ownData.mailChoiceByLink> | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (found !== null || failure !== null) return
    const leaving = new AbortController()
    call(ownData.mailChoiceByLink, { link }, { signal: leaving.signal }).then(setFound, (error: unknown) => {
      if (!leaving.signal.aborted) setFailure(error)
    })
    return () => leaving.abort()
  }, [link, found, failure])

  if (failure instanceof CallFailed && failure.status === 401) return <NoLink text={words.refused} />
  if (failure !== null) return <ErrorState text={sentenceOf(failure)} onRetry={() => setFailure(null)} />
  if (found === null) return <LoadingState label={words.loading} />
  return (
    <>
      <p>{words.byLink}</p>
      <MailChoiceForm choice={found.choice} save={(next) => call(ownData.chooseMailsByLink, { link, choice: next })} />
      {found.report !== null && <ReportChoice link={link} report={found.report} />}
    </>
  )
}

/** Whether the month's report comes to somebody whom an administrator has chosen for it. */
function ReportChoice({ link, report }: { link: string; report: boolean }) {
  const { choice: words } = useMailedMessages()
  const form = useForm({})
  const [wanted, setWanted] = useState(report)
  return (
    <form
      className={css.form}
      aria-labelledby="informe-mensual"
      onSubmit={form.onSubmit(
        () =>
          void form.send(
            () => call(ownData.chooseMailsByLink, { link, report: !wanted }),
            () => setWanted(!wanted),
          ),
      )}
    >
      <h2 id="informe-mensual" className={css.title}>
        {words.report}
      </h2>
      <p className={css.text} role="status">
        {wanted ? words.getsReport : words.noReport}
      </p>
      <Button type="submit" variant="default" className={css.wide} loading={form.busy}>
        {wanted ? words.endReport : words.resumeReport}
      </Button>
    </form>
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
