import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Column } from '#ui/paged-table.tsx'
import { PagedList } from '../lists/paged-list.tsx'
import { Day, RowCard, RowNumber, RowTitle } from '../lists/row-parts.tsx'
import { useMessages } from '../messages/index.ts'
import { type Valuation, valuationsQuery } from './option-queries.ts'
import type { ListedValuations, ValuationSort } from './options-search.ts'

interface Props {
  readonly listed: ListedValuations
  readonly onChange: (change: Partial<ListedValuations>) => void
}

/** The valuations in progress (spec §2, Opciones adicionales). */
export function Valuations({ listed, onChange }: Props) {
  const { options, valuations } = useMessages().pages
  const columns = useColumns()
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
        columns={columns}
        renderCard={(row) => <ValuationCard row={row} />}
      />
    </section>
  )
}

function useColumns(): readonly Column<Valuation, ValuationSort>[] {
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
      cell: ({ description }) => <RowTitle title={description} />,
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

function ValuationCard({ row: { number, description, createdOn } }: { row: Valuation }) {
  const words = useMessages().pages.valuations
  return (
    <RowCard
      number={<RowNumber>{number}</RowNumber>}
      title={description}
      facts={[[words.date, <Day key="day" day={createdOn} />]]}
    />
  )
}
