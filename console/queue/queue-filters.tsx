import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { isModuleOf } from '#domain/ticket-subject.ts'
import { AREAS } from '#domain/ticket.ts'
import { URGENCIES } from '#domain/urgency.ts'
import { useMessages } from '../messages/index.ts'
import { VIEW_NAMES, type View, paths } from '../paths.ts'
import styles from './queue-filters.module.css'
import { colleaguesQuery, modulesQuery } from './queue-queries.ts'
import { type ListSearch, type QueueFilter, filterOf, queueAddress } from './queue-search.ts'

/** The filter of the view. It is kept in the address, so that it can be bookmarked and sent to a colleague. */
export function QueueFilters({ view, list }: { view: View; list: ListSearch }) {
  const narrowed = filterOf(list)
  const words = useMessages()
  const { filter } = words
  const navigate = useNavigate()
  const { data: modules = [] } = useQuery(modulesQuery)
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const narrow = (part: Readonly<Partial<Record<keyof QueueFilter, string>>>) =>
    void navigate({
      to: paths.queue,
      params: { vista: VIEW_NAMES[view] },
      search: queueAddress.changed(queueAddress.written(list), part),
      replace: true,
    })
  const select = (name: keyof QueueFilter, label: string, options: readonly { value: string; label: string }[]) => (
    <NativeSelect
      size="xs"
      aria-label={label}
      className={styles.select}
      data-set={narrowed[name] !== undefined || undefined}
      value={String(narrowed[name] ?? '')}
      onChange={({ currentTarget }) => narrow({ [name]: currentTarget.value })}
      data={[{ value: '', label: `${label}: ${filter.any}` }, ...options]}
    />
  )
  const { area } = narrowed
  return (
    <div role="group" aria-label={filter.title} className={styles.filters}>
      {select(
        'urgency',
        filter.urgency,
        URGENCIES.toReversed().map((value) => ({ value, label: words.urgency[value] })),
      )}
      {select(
        'area',
        filter.area,
        AREAS.map((value) => ({ value, label: words.area[value] })),
      )}
      {select(
        'module',
        filter.module,
        modules
          .filter((module) => area === undefined || isModuleOf(area, module))
          .map(({ number, name }) => ({ value: String(number), label: name })),
      )}
      {view !== 'mine' &&
        view !== 'unassigned' &&
        select(
          'assignee',
          filter.assignee,
          colleagues.map(({ username, name }) => ({ value: username, label: name })),
        )}
    </div>
  )
}
