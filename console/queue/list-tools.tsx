import { Button, NativeSelect } from '@mantine/core'
import { IconBookmark, IconFilterPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { QUEUE_ORDERS } from '#contract/console/queue/queue-filter.ts'
import { part } from '#ui/part.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { VIEW_NAMES, type View, paths } from '../paths.ts'
import { ExportButton } from './export-button.tsx'
import { useListMessages } from './list-messages.ts'
import styles from './list-tools.module.css'
import { totalsQuery } from './queue-queries.ts'
import { savedViewsQuery } from './saved-view-queries.ts'
import { useTechnician } from '../session/session-store.ts'
import { type ListSearch, type QueueFilter, filterOf, queueAddress } from './queue-search.ts'

const SavedViewDialog = part(async () => (await import('./saved-view-dialog.tsx')).SavedViewDialog).Part
const MoreFilters = part(async () => (await import('./more-filters.tsx')).MoreFilters).Part

/** The tools between a list's filters and its rows: its totals, its order, and the less used filters. */
export function ListTools({ view, list }: { view: View; list: ListSearch }) {
  const words = useListMessages()
  const { view: views } = useMessages()
  const [open, setOpen] = useState<'filters' | 'saving' | null>(null)
  const { role } = useTechnician()
  const { data: saved = [] } = useQuery(savedViewsQuery)
  const from = saved.find(({ id, team }) => id === list.saved && (!team || role === 'supervisor'))
  const navigate = useNavigate()
  const change = (part: Partial<ListSearch>) =>
    void navigate({
      to: paths.queue,
      params: { vista: VIEW_NAMES[view] },
      search: queueAddress.written({ ...list, ...part }),
      replace: true,
    })
  return (
    <div className={styles.tools}>
      <Totals view={view} filter={filterOf(list)} />
      <NativeSelect
        size="xs"
        aria-label={words.order}
        className={styles.order}
        value={list.order ?? ''}
        onChange={({ currentTarget: { value } }) => change({ order: QUEUE_ORDERS.find((order) => order === value) })}
        data={[
          { value: '', label: words.usualOrder },
          ...QUEUE_ORDERS.map((value) => ({ value, label: words.orders[value] })),
        ].map(({ value, label }) => ({ value, label: `${words.order}: ${label}` }))}
      />
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconFilterPlus size={16} aria-hidden />}
        onClick={() => setOpen('filters')}
      >
        {words.more}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconBookmark size={16} aria-hidden />}
        onClick={() => setOpen('saving')}
      >
        {from ? words.saving.openOf(from.name) : words.saving.open}
      </Button>
      <ExportButton title={saved.find(({ id }) => id === list.saved)?.name ?? views[view]} view={view} list={list} />
      <Chips list={list} onRemove={(part) => change(part === 'happened' ? NOTHING_HAPPENED : { [part]: undefined })} />
      <Suspense>
        {open === 'filters' && <MoreFilters list={list} onApply={change} onClose={() => setOpen(null)} />}
        {open === 'saving' && <SavedViewDialog view={view} list={list} from={from} onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  )
}

/** The happening and its days belong together: they are taken away together. */
const NOTHING_HAPPENED = { happened: undefined, happenedFrom: undefined, happenedUntil: undefined }

function Totals({ view, filter }: { view: View; filter: QueueFilter }) {
  const words = useListMessages()
  const { number } = useFormat()
  const { data, isError } = useQuery(totalsQuery(view, filter))
  if (!data) return isError && <p className={styles.totals}>{words.totalsFailed}</p>
  const { total, hasMore, claimed, overdue, unassigned, minutes } = data
  const parts = [
    ...(claimed > 0 ? [words.claimed(number(claimed))] : []),
    ...(overdue > 0 ? [words.overdue(number(overdue))] : []),
    ...(unassigned > 0 && view !== 'closed' && view !== 'all' ? [words.unassigned(number(unassigned))] : []),
    ...(minutes > 0 && filter.mark === 'called' ? [words.callMinutes(number(minutes))] : []),
  ]
  return (
    <p className={styles.totals} aria-label={words.totals} role="group">
      {[words.counted(number(total), hasMore), ...(hasMore ? [] : parts)].join(' · ')}
    </p>
  )
}

/** The filters that no field above shows, each with a button that removes it. */
function Chips({ list, onRemove }: { list: ListSearch; onRemove: (part: keyof QueueFilter) => void }) {
  const words = useListMessages()
  const { filter, kind } = useMessages()
  const { number, day } = useFormat()
  const shown = [
    ['text', list.text],
    ['client', list.client && String(list.client)],
    ['kind', list.kind && kind[list.kind]],
    ['version', list.version],
    ['from', list.from && day(list.from)],
    ['until', list.until && day(list.until)],
    [
      'happened',
      list.happened &&
        words.happenedOn(words.happenings[list.happened], day(list.happenedFrom ?? ''), day(list.happenedUntil ?? '')),
    ],
    ['rating', list.rating && number(list.rating)],
    ['mark', list.mark && words.marks[list.mark]],
    ['waitingMinutes', list.waitingMinutes && words.minutes(number(list.waitingMinutes))],
  ] as const
  return shown.map(([part, value]) => {
    if (value === undefined || value === 0) return null
    const text = words.chip(words[part], value)
    return (
      <Button
        key={part}
        size="compact-sm"
        variant="light"
        rightSection={<IconX size={14} aria-hidden />}
        aria-label={filter.remove(text)}
        onClick={() => onRemove(part)}
      >
        {text}
      </Button>
    )
  })
}
