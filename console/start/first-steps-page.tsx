import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { FIRST_STEPS, type FirstStep, consoleFirstSteps } from '#contract/console/start/first-steps.ts'
import type { Data } from '#contract/endpoint.ts'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { Badge } from '../forms/badge.tsx'
import { useForm } from '../forms/use-form.ts'
import { MasterPage } from '../masters/master-page.tsx'
import masters from '../masters/masters.module.css'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { useSettingMessages } from '../settings/setting-messages.ts'
import { useFirstStepsMessages } from './first-steps-messages.ts'
import styles from './first-steps-page.module.css'
import { firstStepsQuery } from './first-steps-entry.tsx'
import { sampleFieldIn } from './sample-field.ts'

type Found = Data<typeof consoleFirstSteps.view>

/** The way from an empty portal to the first customer's entry; for supervisors. */
export function FirstStepsPage() {
  const words = useFirstStepsMessages()
  // A supervisor who comes back from a step finds it done.
  const { data, error, isFetching, refetch } = useQuery({ ...firstStepsQuery, staleTime: 0 })
  return (
    <MasterPage title={words.title} lead={words.lead}>
      {data ? (
        <Steps found={data} />
      ) : error ? (
        <ErrorState text={sentenceOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={words.loading} />
      )}
    </MasterPage>
  )
}

function Steps({ found }: { found: Found }) {
  const words = useFirstStepsMessages()
  const [done, all] = [found.done.length, FIRST_STEPS.length]
  return (
    <>
      <p className={styles.progress}>{done === all ? words.complete : words.progress(done, all)}</p>
      {found.sampleDocuments > 0 && (
        <p className={`${masters.conflict} ${masters.measured}`}>{words.sampleDocuments(found.sampleDocuments)}</p>
      )}
      <ol className={styles.steps}>
        {FIRST_STEPS.map((step, index) => (
          <Step key={step} step={step} number={index + 1} found={found} />
        ))}
      </ol>
    </>
  )
}

function Step({ step, number, found }: { step: FirstStep; number: number; found: Found }) {
  const words = useFirstStepsMessages()
  const isDone = found.done.includes(step)
  const { title, text } = words.steps[step]
  return (
    <li className={`${masters.box} ${masters.measured}`}>
      <div className={styles.head}>
        <h2 className={masters.boxTitle}>
          {number}. {title}
        </h2>
        <Badge tone={isDone ? 'good' : 'quiet'}>{isDone ? words.done : words.open}</Badge>
      </div>
      <p>{text}</p>
      <Way step={step} found={found} />
    </li>
  )
}

/** The place where the step is done. */
function Way({ step, found }: { step: FirstStep; found: Found }) {
  const words = useFirstStepsMessages()
  const settings = useSettingMessages()
  switch (step) {
    case 'names':
      return (
        <>
          {found.sampleFields.length > 0 && (
            <div>
              <p className={styles.warning}>{words.samples(found.sampleFields.length)}</p>
              <ul className={styles.fields}>
                {found.sampleFields.map((field) => (
                  <li key={field}>{sampleFieldIn(settings, field) ?? words.inFile(field)}</li>
                ))}
              </ul>
            </div>
          )}
          <Go to={paths.settings} words={words.toSettings} />
        </>
      )
    case 'logo':
      return <Go to={paths.settings} words={words.toLogo} />
    case 'calendar':
      return <Go to={paths.calendar} words={words.toCalendar} />
    case 'mail':
      return found.mailServer ? <TestMail /> : <p className={styles.warning}>{words.noMailServer}</p>
    case 'customer':
      return (
        <>
          <Go to={paths.takeOn} words={words.toTakeOn} />
          <Go to={paths.csv} words={words.toRecordSheets} />
        </>
      )
    case 'entry':
      return <Go to={paths.clients} words={words.toClients} />
  }
}

const Go = ({ to, words }: { to: NonNullable<LinkProps['to']>; words: string }) => (
  <p className={styles.go}>
    <Link to={to}>{words}</Link>
  </p>
)

function TestMail() {
  const words = useFirstStepsMessages()
  const { shared } = useMessages()
  const [said, setSaid] = useState<Data<typeof consoleFirstSteps.testMail> | null>(null)
  const { mutateAsync } = useAct(consoleFirstSteps.testMail, [firstStepsQuery.queryKey])
  const form = useForm({ to: '' }, { check: ({ to }) => ({ to: to.trim() === '' ? shared.field.required() : null }) })
  const send = () => {
    setSaid(null)
    void form.send(() => mutateAsync(form.fields), setSaid)
  }
  return (
    <form noValidate className={masters.form} onSubmit={form.onSubmit(send)}>
      <div className={masters.inline}>
        <TextInput {...form.text('to')} type="email" label={words.to} autoComplete="email" maxLength={254} />
        <Button type="submit" variant="default" loading={form.busy}>
          {words.send}
        </Button>
      </div>
      <div role="status">
        {said && (
          <p className={said.accepted ? undefined : styles.warning}>
            {said.accepted ? words.accepted : words.refused} <code className={styles.said}>{said.said}</code>
          </p>
        )}
      </div>
    </form>
  )
}
