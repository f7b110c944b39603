import { Button, Loader, NativeSelect, Title, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { officeDay } from '#contract/moment.ts'
import { report } from '#contract/report.ts'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { call, download } from '../api.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { BlockSetting, Blocks } from '../manuals/blocks.tsx'
import { useLanguage } from '../messages/language.ts'
import { paths } from '../paths.ts'
import { useAccount } from '../session/session-store.ts'
import { useSavedFile } from '../use-saved-file.ts'
import css from './report-page.module.css'
import { useReportMessages } from './report-messages.ts'
import { ReportReaders } from './report-readers.tsx'
import { chosenMonth, lastMonths, reportAddress } from './report-months.ts'

/** A month of the client's tickets, for administrators. */
export function ReportPage() {
  const words = useReportMessages()
  const language = useLanguage()
  const navigate = useNavigate()
  const [today] = useState(() => officeDay(new Date()))
  const months = lastMonths(today)
  const month = chosenMonth(reportAddress.read({ ...useSearch({ strict: false }) }).month, months)
  usePageTitle(words.title)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['report', month, language] as const,
    queryFn: ({ signal }) => call(report.view, { month }, { signal }),
    staleTime: 60_000,
  })
  const named = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <div className={css.page}>
      <Title order={1} size="h2">
        {words.title}
      </Title>
      <div className={css.bar}>
        <NativeSelect
          label={words.month}
          value={month}
          onChange={({ currentTarget }) =>
            void navigate({
              to: paths.report,
              search: reportAddress.written({ month: currentTarget.value }),
              replace: true,
              resetScroll: false,
            })
          }
          data={months.map((value) => ({ value, label: named.format(new Date(`${value}-01`)) }))}
        />
        <PdfButton month={month} title={data?.title} />
      </div>
      <div aria-busy={isFetching}>
        {data ? (
          <>
            <Parts title={data.title} parts={data.parts} />
            <ReportReaders />
            <Back />
          </>
        ) : isError ? (
          <ErrorState text={words.failed} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={words.loading} />
        )}
      </div>
    </div>
  )
}

/** Stands below the report, which would move otherwise. */
function Back() {
  const words = useReportMessages()
  return (
    <Button
      component={Link}
      to={paths.options}
      variant="subtle"
      className={css.back}
      leftSection={<IconArrowLeft size={18} aria-hidden />}
    >
      {words.back}
    </Button>
  )
}

function PdfButton({ month, title }: { month: string; title: string | undefined }) {
  const words = useReportMessages()
  const { busy, save } = useSavedFile(words.notSaved)
  return (
    <>
      <Button
        variant="default"
        aria-disabled={busy}
        leftSection={busy ? <Loader size={18} aria-hidden /> : <IconFileTypePdf size={18} aria-hidden />}
        onClick={() => save(() => download(report.pdf, { month }), `${title ?? words.title}.pdf`)}
      >
        {words.pdf}
      </Button>
      <VisuallyHidden role="status">{busy ? words.making : ''}</VisuallyHidden>
    </>
  )
}

type Shown = Awaited<ReturnType<typeof call<typeof report.view>>>

function Parts({ title, parts }: Pick<Shown, 'title' | 'parts'>) {
  const { version } = useAccount()
  return (
    <BlockSetting value={{ document: 'informe', installedVersion: version, level: 3, prefix: '' }}>
      <section aria-label={title}>
        <h2 className={css.heading}>{title}</h2>
        {parts.map((part) => (
          <section key={part.id} className={css.part} aria-labelledby={`informe-${part.id}`}>
            <h3 id={`informe-${part.id}`}>{part.title}</h3>
            <Blocks blocks={part.blocks} title={part.title} />
          </section>
        ))}
      </section>
    </BlockSetting>
  )
}
