import { Button } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { consoleJobs } from '#contract/console/jobs.ts'
import type { Data } from '#contract/endpoint.ts'
import { showAlert } from '#ui/alert-store.ts'
import { useAct } from '../act.ts'
import { call, sentenceOf } from '../api.ts'
import { useFormat } from '../messages/index.ts'
import { useJobsMessages } from '../messages/jobs/jobs.ts'
import { useTechnician } from '../session/session-store.ts'
import styles from './jobs-notice.module.css'
import { follow } from './live.ts'
import { MailboxNotice } from './mailbox-notice.tsx'

const JOBS = ['jobs'] as const
const EVERY_MS = 60_000

/** Shown above every screen while jobs are stopped or late, or the mailbox is not read. */
export function JobsNotice() {
  const { role } = useTechnician()
  // Every screen shows this part, and none waits for it.
  const client = useQueryClient()
  useEffect(() => follow(client), [client])
  const { data } = useQuery({
    queryKey: JOBS,
    queryFn: ({ signal }) => call(consoleJobs.state, {}, { signal }),
    refetchInterval: EVERY_MS,
  })
  const isSupervisor = role === 'supervisor'
  return (
    <>
      {data?.stopped ? (
        <StoppedNotice stopped={data.stopped} />
      ) : (
        isSupervisor && data?.late && <LateNotice late={data.late} />
      )}
      {isSupervisor && data?.mailbox && <MailboxNotice mailbox={data.mailbox} />}
    </>
  )
}

type State = Data<typeof consoleJobs.state>

/** While the jobs are stopped: the effects, the cause, and the supervisor's button to resume. */
function StoppedNotice({ stopped }: { stopped: NonNullable<State['stopped']> }) {
  const jobs = useJobsMessages()
  const { role } = useTechnician()
  const { mutate, isPending } = useAct(consoleJobs.resume, [JOBS])
  const resume = () =>
    mutate(
      {},
      {
        onSuccess: () => showAlert('success', jobs.resumed),
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  return (
    <section className={styles.notice} aria-labelledby="jobs-stopped">
      <IconClockPause className={styles.icon} size={24} stroke={1.6} aria-hidden />
      <div className={styles.words} role="status">
        <p id="jobs-stopped" className={styles.title}>
          {jobs.stopped}
        </p>
        <p>
          {jobs.why[stopped.reason]} {jobs.meanwhile} {role === 'supervisor' ? jobs.look : jobs.askSupervisor}
        </p>
      </div>
      {role === 'supervisor' && (
        <Button className={styles.button} variant="default" loading={isPending} onClick={resume}>
          {jobs.resume}
        </Button>
      )}
    </section>
  )
}

/** For supervisors: the jobs that are due and do not run. It disappears once they have run. */
function LateNotice({ late: { since, jobs: late } }: { late: NonNullable<State['late']> }) {
  const jobs = useJobsMessages()
  const { dateTime } = useFormat()
  return (
    <section className={styles.notice} aria-labelledby="jobs-late">
      <IconClockPause className={styles.icon} size={24} stroke={1.6} aria-hidden />
      <div className={styles.words} role="status">
        <p id="jobs-late" className={styles.title}>
          {jobs.late}
        </p>
        <p>{jobs.lateSince(late.map((name) => jobs.names[name] ?? name).join(', '), dateTime(since))}</p>
      </div>
    </section>
  )
}
