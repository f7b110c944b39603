import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '#contract/endpoint.ts'
import type { ownData } from '#contract/own-data.ts'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { LeaveGuard } from '#browser/leave-guard.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { useAccount } from '../session/session-store.ts'
import { DataRequestForm } from './data-request-form.tsx'
import { MailChoiceCard } from './mail-choice-card.tsx'
import { ownDetailsQuery } from './own-data-queries.ts'
import css from './own-data-page.module.css'
import { PasswordForm } from './password-form.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { useDataRequest } from './use-data-request.ts'
import { usePasswordChange } from './use-password-change.ts'

/** Password and personal data (spec §2, Mis datos). */
export function OwnDataPage() {
  const { ownData } = useMessages().pages
  const { administrator } = useAccount()
  const { data, isPending, isError, isFetching, refetch } = useQuery(ownDetailsQuery)
  const [factorDirty, setFactorDirty] = useState(false)
  const [mailsDirty, setMailsDirty] = useState(false)
  const password = usePasswordChange()
  const request = useDataRequest()
  usePageTitle(ownData.title)
  return (
    <div className={css.page}>
      <Title order={1} size="h2">
        {ownData.title}
      </Title>
      {isPending ? (
        <LoadingState label={ownData.loading} />
      ) : (
        <>
          {!data && isError && (
            <div className={css.card}>
              <ErrorState text={ownData.failed} busy={isFetching} onRetry={() => void refetch()} />
            </div>
          )}
          {data?.hasPassword && <PasswordForm password={password} />}
          {data && !data.hasPassword && administrator && <NoPassword />}
          {data?.secondFactor && (
            <SecondFactorCard state={data.secondFactor} onChanged={() => void refetch()} onDirty={setFactorDirty} />
          )}
          {data && <MailChoiceCard mails={data.mails} onDirty={setMailsDirty} />}
          <DataRequestForm data={request} />
          {data && data.requests.length > 0 && <EarlierRequests requests={data.requests} />}
        </>
      )}
      <LeaveGuard dirty={password.dirty || request.form.dirty || factorDirty || mailsDirty} />
    </div>
  )
}

/** The home tells administrators that they can change it here. One who came by a link learns why they cannot. */
function NoPassword() {
  const { pages, shared } = useMessages()
  return (
    <section className={css.card} aria-labelledby="contrasena">
      <h2 id="contrasena" className={css.title}>
        {pages.ownData.password.title}
      </h2>
      <p className={css.text}>{shared.session['no-password']()}</p>
    </section>
  )
}

function EarlierRequests({ requests }: Pick<Data<typeof ownData.ownDetails>, 'requests'>) {
  const { request: words } = useMessages().pages.ownData
  const { dateTime } = useFormat()
  return (
    <section className={css.card} aria-labelledby="requests">
      <h2 id="requests" className={css.title}>
        {words.sent}
      </h2>
      <ul className={css.requests}>
        {requests.map(({ at, text }) => (
          <li key={at.toISOString()}>
            <time dateTime={at.toISOString()}>{dateTime(at)}</time>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
