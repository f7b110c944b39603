import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Data } from '#contract/endpoint.ts'
import { problems } from '#contract/problems.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { call } from '../api.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { useFormat } from '../messages/index.ts'
import { useProblemMessages } from '../messages/problems/problems.ts'
import { paths } from '../paths.ts'
import { AffectsMe, KNOWN_PROBLEMS_QUERY } from './affects-me.tsx'
import css from './known-problems-page.module.css'
import { ReadingFrame } from './reading-frame.tsx'
import { KNOWN_PROBLEMS } from './shelves.ts'

type KnownProblem = Data<typeof problems.known>[number]

const knownProblemsQuery = {
  queryKey: KNOWN_PROBLEMS_QUERY,
  queryFn: ({ signal }: { signal: AbortSignal }) => call(problems.known, {}, { signal }),
}

/** The published problems of the installed version. */
export function KnownProblemsPage() {
  const words = useProblemMessages()
  const { data, isError, isFetching, refetch } = useQuery(knownProblemsQuery)
  if (!data) return <Unread failed={isError} busy={isFetching} onRetry={() => void refetch()} />
  return (
    <ReadingFrame
      shelf={null}
      title={words.title}
      path={paths.versionNote.replace('$slug', KNOWN_PROBLEMS)}
      ready
      about={<p className={css.lead}>{words.lead}</p>}
    >
      {data.length === 0 ? (
        <EmptyState title={words.none}>{words.noneHint}</EmptyState>
      ) : (
        <ul className={css.problems}>
          {data.map((each) => (
            <Problem key={each.problem} {...each} />
          ))}
        </ul>
      )}
    </ReadingFrame>
  )
}

function Problem({ problem, title, description, workaround, mendedVersion, plannedOn, affectsMe }: KnownProblem) {
  const words = useProblemMessages()
  const { day } = useFormat()
  return (
    <li className={css.problem}>
      <h2 lang="es">{title}</h2>
      <p className={css.text} lang="es">
        {description}
      </p>
      {workaround !== '' && (
        <>
          <h3>{words.workaround}</h3>
          <p className={css.text} lang="es">
            {workaround}
          </p>
        </>
      )}
      {(mendedVersion !== null || plannedOn !== null) && (
        <dl className={css.facts}>
          {mendedVersion !== null && <Fact term={words.mendedVersion} text={mendedVersion} />}
          {plannedOn !== null && <Fact term={words.plannedOn} text={day(plannedOn)} />}
        </dl>
      )}
      <div className={css.act}>
        <AffectsMe problem={problem} title={title} affectsMe={affectsMe} />
      </div>
    </li>
  )
}

const Fact = ({ term, text }: { term: string; text: string }) => (
  <div>
    <dt>{term}</dt>
    <dd>{text}</dd>
  </div>
)

function Unread({ failed, busy, onRetry }: { failed: boolean; busy: boolean; onRetry: () => void }) {
  const words = useProblemMessages()
  usePageTitle(words.title)
  return (
    <>
      <Title order={1} size="h2">
        {words.title}
      </Title>
      {failed ? (
        <ErrorState text={words.failed} busy={busy} onRetry={onRetry} />
      ) : (
        <LoadingState label={words.loading} />
      )}
    </>
  )
}
