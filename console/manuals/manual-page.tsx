import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { asRead } from '#browser/query-client.ts'
import { consoleManuals } from '#contract/console/manuals/manuals.ts'
import type { Data } from '#contract/endpoint.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { call, sentenceOf } from '../api.ts'
import { isMissing } from '../layout/unread.tsx'
import { MasterPage } from '../masters/master-page.tsx'
import { useFormat } from '../messages/index.ts'
import { MANUAL_ROUTE, paths } from '../paths.ts'
import { Blocks } from './manual-blocks.tsx'
import { useManualMessages } from './manual-messages.ts'
import styles from './manual-page.module.css'

/** A manual or a version's note as customers read it, for the technicians who answer them. */
export function ManualPage() {
  const words = useManualMessages()
  const { libro: document = '' } = useSearch({ from: MANUAL_ROUTE })
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['manual', document] as const,
    queryFn: (read) => call(consoleManuals.read, { document }, asRead(read)),
    enabled: document !== '',
    staleTime: 60_000,
  })
  if (data) return <Manual key={document} manual={data} />
  return (
    <MasterPage title={words.title}>
      {document === '' || (error && isMissing(error)) ? (
        <EmptyState title={words.missing}>
          <Link to={paths.search}>{words.search}</Link>
        </EmptyState>
      ) : error ? (
        <ErrorState text={sentenceOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={words.loading} />
      )}
    </MasterPage>
  )
}

type Read = Data<typeof consoleManuals.read>

/** Its text is Spanish, whatever the console's language. */
function Manual({ manual }: { manual: Read }) {
  const words = useManualMessages()
  const { day } = useFormat()
  const { document, title, group, summary, date, introduction, sections } = manual
  return (
    <MasterPage title={title} lead={`${group} · ${words.updated(day(date))}`}>
      <nav aria-label={words.contents} className={styles.contents} lang="es">
        <ul>
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <Link to={paths.manual} search={{ libro: document }} hash={id} replace>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <article className={styles.text} lang="es">
        {summary !== '' && <p>{summary}</p>}
        <Blocks blocks={introduction} title={title} />
        {sections.map((section) => (
          <Section key={section.id} {...section} />
        ))}
      </article>
    </MasterPage>
  )
}

function Section({ id, title, since, blocks }: Read['sections'][number]) {
  const words = useManualMessages()
  const { hash } = useLocation()
  const isAsked = hash === id
  /** The section in the address is shown and read out first. */
  const ref = useCallback(
    (heading: HTMLHeadingElement | null) => {
      if (!isAsked || !heading) return
      heading.scrollIntoView()
      heading.focus({ preventScroll: true })
    },
    [isAsked],
  )
  return (
    <section>
      <h2 id={id} ref={ref} tabIndex={-1} className={styles.heading}>
        {title}
        {since !== null && <span className={styles.since}>{words.since(since)}</span>}
      </h2>
      <Blocks blocks={blocks} title={title} />
    </section>
  )
}
