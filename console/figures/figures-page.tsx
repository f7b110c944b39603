import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { figureLists } from '#contract/console/figures/figure-lists.ts'
import { FIGURE_PERIODS, type FigurePeriod } from '#domain/figures/figure-days.ts'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { sentenceOf } from '../api.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { useFormat } from '../messages/index.ts'
import { FIGURES_ROUTE, paths } from '../paths.ts'
import { useFigureMessages } from './figure-messages.ts'
import { type Figures, PERIOD_NAMES, figuresQuery, linkOf, linkOfNotWorking, periodNamed } from './figure-queries.ts'
import { Ages, Calls, Inflow, Modules, Ratings, Technicians } from './figure-tables.tsx'
import styles from './figures-page.module.css'
import { Figure, useMean } from './figure-parts.tsx'

/** The desk's figures for supervisors: of today, of seven days or of ninety. */
export function FiguresPage() {
  const words = useFigureMessages()
  usePageTitle(words.title)
  const period = periodNamed(useSearch({ from: FIGURES_ROUTE }).periodo)
  const query = useQuery({ ...figuresQuery(period), placeholderData: keepPreviousData })
  const { data, error, isFetching, isPlaceholderData, isRefetchError, refetch } = query
  return (
    <section className={styles.page} aria-busy={isFetching}>
      <header className={styles.header}>
        <h1 className={styles.title}>{words.title}</h1>
        <p className={styles.quiet}>{words.lead}</p>
        <div className={styles.tools}>
          <Periods chosen={period} />
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {words.print}
          </Button>
        </div>
      </header>
      {isRefetchError && (
        <p role="status" className={styles.quiet}>
          {words.stale}
        </p>
      )}
      {data && !isPlaceholderData ? (
        <Shown figures={data} period={period} />
      ) : error ? (
        <ErrorState text={sentenceOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={words.loading} />
      )}
    </section>
  )
}

function Periods({ chosen }: { chosen: FigurePeriod }) {
  const words = useFigureMessages()
  return (
    <nav aria-label={words.period} className={styles.periods}>
      {FIGURE_PERIODS.map((period) => (
        <Link
          key={period}
          to={paths.figures}
          search={{ periodo: PERIOD_NAMES[period] }}
          className={styles.period}
          aria-current={period === chosen ? 'page' : undefined}
          replace
        >
          {words.periods[period]}
        </Link>
      ))}
    </nav>
  )
}

function Shown({ figures, period }: { figures: Figures; period: FigurePeriod }) {
  const { technicians } = figures
  return (
    <>
      <Summary figures={figures} />
      {period !== 'today' && <Inflow figures={figures} weekly={period === 'quarter'} />}
      <Ages figures={figures} />
      <Ratings figures={figures} />
      <Calls figures={figures} />
      <Modules figures={figures} />
      {technicians && <Technicians figures={figures} technicians={technicians} />}
    </>
  )
}

function Summary({ figures }: { figures: Figures }) {
  const words = useFigureMessages()
  const { day, number } = useFormat()
  const mean = useMean()
  const { total, notWorking, from, until } = figures
  const lists = figureLists(figures)
  const share = total.kept + total.late > 0 ? (100 * total.kept) / (total.kept + total.late) : null
  return (
    <>
      <section aria-labelledby="now">
        <h2 id="now" className={styles.heading}>
          {words.now}
        </h2>
        <dl className={styles.figures}>
          {(['open', 'waiting', 'overdue'] as const).map((name) => (
            <Figure key={name} term={words[name]} value={total[name]} link={linkOf(lists[name])} />
          ))}
        </dl>
      </section>
      <section aria-labelledby="summary">
        <h2 id="summary" className={styles.heading}>
          {words.summary}
        </h2>
        <p className={styles.quiet}>{words.days(day(from), day(until))}</p>
        <dl className={styles.figures}>
          <Figure term={words.raised} value={total.raised} link={linkOf(lists.raised)} />
          <Figure
            term={words.kept}
            value={total.kept}
            link={linkOf(lists.kept)}
            beside={share === null ? null : words.share(`${number(Math.round(share))} %`)}
          />
          <Figure term={words.late} value={total.late} link={linkOf(lists.late)} />
          <Figure term={words.claimed} value={total.claimed} link={linkOf(lists.claimed)} />
          <Figure term={words.returned} value={total.returned} link={linkOf(lists.returned)} />
          <Figure term={words.incidents} value={notWorking.incidents} link={linkOfNotWorking('incident', figures)} />
          <Figure
            term={words.developments}
            value={notWorking.developments}
            link={linkOfNotWorking('development', figures)}
          />
          <Figure term={words.rated} value={total.rated} link={linkOf(lists.rated)} beside={mean(total)} />
        </dl>
      </section>
    </>
  )
}
