import { Anchor, Title, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { figuresIn } from '#contract/valuation/amounts.ts'
import { type Column, rowLink } from '#ui/paged-table.tsx'
import { PagedList } from '../lists/paged-list.tsx'
import { Day, RowCard, RowNumber, RowTitle, StateBadge } from '../lists/row-parts.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import { useValuationMessages } from '../messages/valuations.ts'
import { type Valuation, decisionsQuery, valuationsQuery } from './option-queries.ts'
import type { ListedValuations, ValuationSort } from './options-search.ts'
import css from './valuations.module.css'

interface Props {
  readonly listed: ListedValuations
  readonly onChange: (change: Partial<ListedValuations>) => void
  readonly onOpen: (valuation: number) => void
}

/** The valuations in progress (spec §2, Opciones adicionales). */
export function Valuations({ listed, onChange, onOpen }: Props) {
  const { options, valuations } = useMessages().pages
  const columns = useColumns(onOpen)
  return (
    <section aria-labelledby="valuations">
      <Title order={2} size="h4" id="valuations" mb="sm">
        {options.valuations}
      </Title>
      <PagedList<Valuation, ValuationSort>
        words={{ label: options.valuations, ...valuations }}
        query={useQuery(valuationsQuery(listed))}
        paged={listed}
        onChange={onChange}
        onOpen={({ number }) => onOpen(number)}
        columns={columns}
        renderCard={(row) => <ValuationCard row={row} onOpen={onOpen} />}
      />
      <Decided onOpen={onOpen} />
    </section>
  )
}

type OnOpen = Props['onOpen']

function useColumns(onOpen: OnOpen): readonly Column<Valuation, ValuationSort>[] {
  const words = useMessages().pages.valuations
  return [
    {
      key: 'number',
      title: words.number,
      sort: 'number',
      width: '12rem',
      cell: ({ number }) => <RowNumber>{number}</RowNumber>,
    },
    {
      key: 'description',
      title: words.description,
      sort: 'description',
      cell: (row) => <OpenValuation row={row} onOpen={onOpen} />,
    },
    {
      key: 'created',
      title: words.date,
      sort: 'created',
      width: '9rem',
      cell: ({ createdOn }) => <Day day={createdOn} />,
    },
  ]
}

function ValuationCard({ row, onOpen }: { row: Valuation; onOpen: OnOpen }) {
  const words = useMessages().pages.valuations
  const { number, createdOn } = row
  return (
    <RowCard
      number={<RowNumber>{number}</RowNumber>}
      title={<OpenValuation row={row} onOpen={onOpen} />}
      facts={[[words.date, <Day key="day" day={createdOn} />]]}
    />
  )
}

function OpenValuation({ row, onOpen }: { row: Valuation; onOpen: OnOpen }) {
  const { number, description, expired } = row
  const words = useValuationMessages()
  return (
    <UnstyledButton
      className={rowLink}
      fz="inherit"
      lh="inherit"
      aria-haspopup="dialog"
      aria-label={`${words.open(number)}: ${description}`}
      onClick={() => onOpen(number)}
    >
      <RowTitle title={description}>
        {expired && <StateBadge colour="orange">{words.expiredShort}</StateBadge>}
      </RowTitle>
      <Offer row={row} />
    </UnstyledButton>
  )
}

/** The amount, and the last day. */
function Offer({ row: { total, validUntil, expired } }: { row: Valuation }) {
  const words = useValuationMessages()
  const { money } = figuresIn(useLanguage())
  const { day } = useFormat()
  const said = [
    ...(total === null ? [] : [money(total)]),
    ...(validUntil === null ? [] : [(expired ? words.expired : words.validUntil)(day(validUntil))]),
  ]
  return said.length > 0 ? <small className={css.offer}>{said.join(' · ')}</small> : null
}

function Decided({ onOpen }: { onOpen: OnOpen }) {
  const words = useValuationMessages()
  const { dateTime } = useFormat()
  const { money } = figuresIn(useLanguage())
  const { data: decisions = [] } = useQuery(decisionsQuery)
  if (decisions.length === 0) return null
  return (
    <section aria-labelledby="decided" className={css.decided}>
      <Title order={3} size="h5" id="decided" mb="xs">
        {words.decidedTitle}
      </Title>
      <ul>
        {decisions.toReversed().map((row) => (
          <li key={row.number}>
            <Anchor component="button" aria-haspopup="dialog" ta="start" onClick={() => onOpen(row.number)}>
              {words.heading(row.number)}: {row.description}
              {row.total !== null && ` · ${money(row.total)}`}
            </Anchor>
            <p>{words.decided(words.decision[row.decision], row.by, dateTime(row.at))}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
