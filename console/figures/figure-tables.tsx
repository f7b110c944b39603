import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import {
  type Whose,
  figureLists,
  listOfAge,
  listOfCalls,
  listOfRating,
} from '#contract/console/figures/figure-lists.ts'
import { part } from '#ui/part.tsx'
import { useFormat } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { useFigureMessages } from './figure-messages.ts'
import { Count, FigureTable, useMean } from './figure-parts.tsx'
import { type Figures, linkOf } from './figure-queries.ts'
import styles from './figures-page.module.css'

// The charts' library is a file of its own, so that the numbers do not wait for it.
const Bars = part(async () => (await import('./bars.tsx')).Bars).Part

interface Props {
  readonly figures: Figures
}

function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{title}</h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  )
}

interface ChartedProps {
  readonly title: string
  readonly bars: readonly { readonly key: string; readonly name: string; readonly value: number }[]
  readonly children: ReactNode
}

/** A chart with its table beside it, or below. */
function Charted({ title, bars, children }: ChartedProps) {
  const words = useFigureMessages()
  const { number } = useFormat()
  return (
    <Section title={title}>
      <div className={styles.charted}>
        <Suspense fallback={<div className={styles.chartToCome} />}>
          <Bars label={words.chart(title)} bars={bars} number={number} />
        </Suspense>
        {children}
      </div>
    </Section>
  )
}

export function Inflow({ figures: { inflow }, weekly }: Props & { weekly: boolean }) {
  const words = useFigureMessages()
  const { day } = useFormat()
  const title = weekly ? words.inflowByWeek : words.inflow
  return (
    <Charted
      title={title}
      bars={inflow.map(({ from, raised }) => ({ key: from, name: day(from).slice(0, 5), value: raised }))}
    >
      <FigureTable
        label={title}
        columns={[weekly ? words.week : words.day, words.raised]}
        rows={inflow.map(({ from, until, raised }) => {
          const name = words.days(day(from), day(until))
          return {
            key: from,
            cells: [
              name,
              <Count
                key="raised"
                of={`${words.raised}, ${name}`}
                value={raised}
                link={linkOf({ view: 'all', from, until })}
              />,
            ],
          }
        })}
      />
    </Charted>
  )
}

export function Ages({ figures: { ages } }: Props) {
  const words = useFigureMessages()
  return (
    <Charted
      title={words.ages}
      bars={ages.map(({ open }, index) => ({
        key: String(index),
        name: ['< 7', '7–27', '28–90', '≥ 91'][index] ?? '',
        value: open,
      }))}
    >
      <FigureTable
        label={words.ages}
        columns={[words.age, words.open, words.waiting]}
        rows={ages.map(({ open, waiting, ...days }, index) => {
          const name = words.spans[index] ?? ''
          return {
            key: index,
            cells: [
              name,
              <Count key="open" of={`${words.open}, ${name}`} value={open} link={linkOf(listOfAge('open', days))} />,
              <Count
                key="waiting"
                of={`${words.waiting}, ${name}`}
                value={waiting}
                link={linkOf(listOfAge('waiting-for-us', days))}
              />,
            ],
          }
        })}
      />
    </Charted>
  )
}

export function Ratings({ figures }: Props) {
  const words = useFigureMessages()
  return (
    <Charted
      title={words.satisfaction}
      bars={figures.ratings.map(({ rating, count }) => ({ key: String(rating), name: String(rating), value: count }))}
    >
      <FigureTable
        label={words.satisfaction}
        columns={[words.rating, words.count]}
        rows={figures.ratings.map(({ rating, count }) => {
          const name = words.ratings[rating - 1] ?? ''
          return {
            key: rating,
            cells: [name, <Count key="count" of={name} value={count} link={linkOf(listOfRating(figures, rating))} />],
          }
        })}
      />
    </Charted>
  )
}

export function Calls({ figures }: Props) {
  const words = useFigureMessages()
  const { number } = useFormat()
  const { minutes, tickets, clients, hasMore } = figures.calls
  return (
    <Section title={words.calls} lead={words.callsLead}>
      {clients.length === 0 ? (
        <p className={styles.quiet}>{words.none}</p>
      ) : (
        <FigureTable
          label={words.calls}
          columns={[words.client, words.minutes, words.count]}
          rows={clients.map(({ client, ...own }) => ({
            key: client.code,
            cells: [
              <Link key="name" to={paths.client} params={{ client: String(client.code) }} className={styles.name}>
                {client.name}
              </Link>,
              number(own.minutes),
              <Count
                key="tickets"
                of={`${words.count}, ${client.name}`}
                value={own.tickets}
                link={linkOf(listOfCalls(figures, client.code))}
              />,
            ],
          }))}
          foot={[
            words.total,
            number(minutes),
            <Count
              key="tickets"
              of={`${words.count}, ${words.total}`}
              value={tickets}
              link={linkOf(listOfCalls(figures))}
            />,
          ]}
        />
      )}
      {hasMore && <p className={styles.quiet}>{words.moreClients(number(clients.length))}</p>}
    </Section>
  )
}

export function Modules({ figures }: Props) {
  const words = useFigureMessages()
  return (
    <Parted
      title={words.modules}
      of={words.module}
      figures={figures}
      parts={figures.modules.map(({ module, ...counted }) => ({
        key: module?.number ?? 0,
        name: module?.name ?? words.noModule,
        whose: { module: module?.number ?? null },
        counted,
      }))}
    />
  )
}

export function Technicians({ figures, technicians }: Props & { technicians: NonNullable<Figures['technicians']> }) {
  const words = useFigureMessages()
  return (
    <Parted
      title={words.technicians}
      lead={words.techniciansLead}
      of={words.technician}
      figures={figures}
      parts={technicians.map(({ technician, ...counted }) => ({
        key: technician.username,
        name: technician.name,
        whose: { assignee: technician.username },
        counted,
      }))}
    />
  )
}

const COLUMNS = ['raised', 'open', 'kept', 'late', 'claimed', 'returned', 'rated'] as const

interface PartedProps extends Props {
  readonly title: string
  readonly lead?: string
  /** The heading of the parts' names. */
  readonly of: string
  readonly parts: readonly {
    readonly key: string | number
    readonly name: string
    readonly whose: Whose
    readonly counted: Figures['total']
  }[]
}

function Parted({ title, lead, of, figures, parts }: PartedProps) {
  const words = useFigureMessages()
  const mean = useMean()
  return (
    <Section title={title} {...(lead && { lead })}>
      {parts.length === 0 ? (
        <p className={styles.quiet}>{words.none}</p>
      ) : (
        <FigureTable
          label={title}
          columns={[of, ...COLUMNS.map((column) => words[column]), words.meanRating]}
          rows={parts.map(({ key, name, whose, counted }) => {
            const lists = figureLists(figures, whose)
            return {
              key,
              cells: [
                name,
                ...COLUMNS.map((column) => (
                  <Count
                    key={column}
                    of={`${words[column]}, ${name}`}
                    value={counted[column]}
                    link={linkOf(lists[column])}
                  />
                )),
                mean(counted) ?? words.noMean,
              ],
            }
          })}
        />
      )}
    </Section>
  )
}
