import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useOptimistic, useTransition } from 'react'
import { useKeyedAct } from '#browser/act.ts'
import { readAgain } from '#browser/read-again.ts'
import type { Data } from '#contract/endpoint.ts'
import { report } from '#contract/report.ts'
import { showAlert } from '#ui/alerts.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { call, sentenceOf } from '../api.ts'
import css from './report-page.module.css'
import { useReportMessages } from './report-messages.ts'

const READERS_QUERY = ['report-readers'] as const

type Reader = Data<typeof report.readers>['readers'][number]

/** Which people of the client get each month's report by mail. */
export function ReportReaders() {
  const words = useReportMessages()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: READERS_QUERY,
    queryFn: ({ signal }) => call(report.readers, {}, { signal }),
  })
  return (
    <section className={css.part} aria-labelledby="informe-por-correo">
      <h2 id="informe-por-correo">{words.byMail}</h2>
      <p>{words.byMailLead}</p>
      {data ? (
        data.readers.length === 0 ? (
          <p>{words.nobody}</p>
        ) : (
          <ul className={css.readers}>
            {data.readers.map((reader) => (
              <ReaderChoice key={reader.contact} {...reader} />
            ))}
          </ul>
        )
      ) : isError ? (
        <ErrorState text={words.readersFailed} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={words.readersLoading} />
      )}
    </section>
  )
}

function ReaderChoice({ contact, name, email, chosen, declined }: Reader) {
  const words = useReportMessages()
  const client = useQueryClient()
  const { mutateAsync } = useKeyedAct(call, report.chooseReader, { stale: [READERS_QUERY] })
  const [isPending, startChoosing] = useTransition()
  // The box shows the choice from the press until the list has been read again.
  const [isChosen, showChosen] = useOptimistic(chosen)
  const note = email === '' ? words.noAddress : chosen && declined ? words.declined : email

  async function choose(wanted: boolean): Promise<void> {
    showChosen(wanted)
    try {
      await mutateAsync({ contact, chosen: wanted })
      showAlert('success', wanted ? words.chosen(name) : words.left(name))
      await readAgain(client, READERS_QUERY)
    } catch (error) {
      showAlert('error', sentenceOf(error))
    }
  }

  return (
    <li>
      <Checkbox
        label={name}
        description={note}
        checked={isChosen}
        // Somebody who has lost their address can still be taken out.
        disabled={email === '' && !chosen}
        aria-busy={isPending}
        onChange={({ currentTarget: { checked } }) => {
          if (!isPending) startChoosing(() => choose(checked))
        }}
      />
    </li>
  )
}
