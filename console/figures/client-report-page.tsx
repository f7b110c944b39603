import { Button, Loader, NativeSelect, VisuallyHidden } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { asRead } from '#browser/query-client.ts'
import { useSavedFile } from '#browser/saving/use-saved-file.ts'
import { consoleClientReport } from '#contract/console/figures/client-report.ts'
import { officeDay } from '#contract/moment.ts'
import type { Block } from '#domain/document.ts'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { call, download, sentenceOf } from '../api.ts'
import { MasterPage } from '../masters/master-page.tsx'
import { useLanguage } from '../messages/language.ts'
import { CLIENT_REPORT_ROUTE, paths } from '../paths.ts'
import { FigureTable } from './figure-parts.tsx'
import styles from './figures-page.module.css'
import { useReportMessages } from './report-messages.ts'

/** A client's month, as its administrators read it in the portal. */
export function ClientReportPage() {
  const words = useReportMessages()
  const language = useLanguage()
  const navigate = useNavigate()
  const { client } = useParams({ from: CLIENT_REPORT_ROUTE })
  const [months] = useState(() => lastMonths(officeDay(new Date())))
  const asked = useSearch({ from: CLIENT_REPORT_ROUTE }).periodo
  const month = months.find((each) => each === asked) ?? months[1] ?? ''
  const query = useQuery({
    queryKey: ['client-report', client, month, language] as const,
    queryFn: (read) => call(consoleClientReport.view, { client: Number(client), month }, asRead(read)),
    placeholderData: keepPreviousData,
  })
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const { busy, save } = useSavedFile({ failed: words.notSaved, sentenceOf })
  const named = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <MasterPage
      title={data ? words.titleOf(data.client) : words.title}
      back={{ to: paths.client, params: { client }, words: data?.client ?? words.client }}
    >
      <div className={styles.tools}>
        <NativeSelect
          label={words.month}
          value={month}
          onChange={({ currentTarget }) =>
            void navigate({
              to: paths.clientReport,
              params: { client },
              search: { periodo: currentTarget.value },
              replace: true,
              resetScroll: false,
            })
          }
          data={months.map((value) => ({ value, label: named.format(new Date(`${value}-01`)) }))}
        />
        <Button
          variant="default"
          aria-disabled={busy}
          leftSection={busy ? <Loader size={18} aria-hidden /> : <IconFileTypePdf size={18} aria-hidden />}
          onClick={() =>
            save(
              () => download(consoleClientReport.pdf, { client: Number(client), month }),
              `${data?.title ?? words.title} ${client}.pdf`,
            )
          }
        >
          {words.pdf}
        </Button>
        <VisuallyHidden role="status">{busy ? words.making : ''}</VisuallyHidden>
      </div>
      {data && !isPlaceholderData ? (
        data.parts.map(({ id, title, blocks }) => (
          <section key={id} className={styles.section}>
            <h2 className={styles.heading}>{title}</h2>
            {blocks.map((block, index) => (
              <Said key={index} block={block} title={title} />
            ))}
          </section>
        ))
      ) : error ? (
        <ErrorState text={sentenceOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={words.loading} />
      )}
    </MasterPage>
  )
}

type Cell = Extract<Block, { kind: 'table' }>['rows'][number][number]
const textOf = (cell: Cell): string => cell.map(({ text }) => text).join('')

/** The report consists of paragraphs and tables. */
function Said({ block, title }: { block: Block; title: string }) {
  if (block.kind === 'paragraph') return <p className={styles.lead}>{textOf(block.runs)}</p>
  if (block.kind !== 'table') return null
  return (
    <FigureTable
      label={title}
      columns={block.header.map(textOf)}
      rows={block.rows.map((row, index) => ({ key: index, cells: row.map(textOf) }))}
    />
  )
}

/** Two years, and the current month. */
const MONTHS = 25

/** `YYYY-MM`, this month first. */
function lastMonths(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7),
  )
}
