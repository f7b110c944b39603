import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { VALUATION_VIEWS, WORK_VIEWS } from '#contract/console/work.ts'
import { figuresIn } from '#contract/valuation/amounts.ts'
import { INCIDENT_STATES } from '#domain/incident.ts'
import { Choice } from '../forms/choice.tsx'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from '../masters/master-page.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import { useWorkMessages } from '../messages/work.ts'
import { WORK_LISTS, WORK_ORDER, type WorkList, paths, workListNamed } from '../paths.ts'
import { useNow } from '#browser/live/use-now.ts'
import { NewValuationDialog } from './new-valuation-dialog.tsx'
import { NewWorkDialog } from './new-work-dialog.tsx'
import {
  type ValuationRow,
  type WorkKind,
  type WorkRow,
  valuationListQuery,
  workCountsQuery,
  workListQuery,
} from './work-queries.ts'
import { DecisionBadge, PlannedDay, WorkStateBadge } from './work-parts.tsx'
import { rememberList, usePlaceInList } from './work-place.ts'
import { type ValuationView, type WorkView, narrowedTo, viewOf, workAddress } from './work-search.ts'
import styles from './work.module.css'

/** The incidents, the developments or the valuations of all clients. */
export function WorkListPage() {
  const list = workListNamed(useParams({ strict: false }).lista) ?? WORK_ORDER[0]
  const { list: words } = useWorkMessages()
  const narrowing = useNarrowing(list)
  usePlaceInList(list)
  return (
    <MasterPage key={list} title={words.title[list]}>
      {list === 'valuation' ? <Valuations narrowing={narrowing} /> : <Work kind={list} narrowing={narrowing} />}
    </MasterPage>
  )
}

/** The list's filter. It is kept in the address, so that it can be bookmarked and sent to a colleague. */
function useNarrowing(list: WorkList) {
  const search = workAddress.kept(useSearch({ strict: false }))
  const navigate = useNavigate()
  // The current value, because the search field calls back late.
  const now = useRef(search)
  useEffect(() => {
    now.current = search
    rememberList(list, search)
  })
  const narrow = useCallback(
    (part: Parameters<typeof narrowedTo>[1]) =>
      void navigate({
        to: paths.workList,
        params: { lista: WORK_LISTS[list] },
        search: narrowedTo(now.current, part),
        replace: true,
      }),
    [navigate, list],
  )
  const onSearch = useCallback((text: string) => narrow({ text }), [narrow])
  const { text = '', client, state, failedFrom, failedUntil } = workAddress.read(search)
  const failed = failedFrom !== undefined && failedUntil !== undefined ? { failedFrom, failedUntil } : null
  return { search, narrow, onSearch, filter: { text, client }, state, failed }
}

type Narrowing = ReturnType<typeof useNarrowing>

function Work({
  kind,
  narrowing: { search, narrow, onSearch, filter, state, failed },
}: {
  kind: WorkKind
  narrowing: Narrowing
}) {
  const words = useWorkMessages()
  const { workState } = useMessages()
  const navigate = useNavigate()
  const view = viewOf(search, WORK_VIEWS)
  const query = useInfiniteQuery(workListQuery(kind, { ...filter, view, ...(state && { state }), ...failed }))
  const { data: counts } = useQuery(workCountsQuery(kind))
  const [creating, setCreating] = useState(false)
  return (
    <>
      <Views views={WORK_VIEWS} chosen={view} counts={counts} onChoose={(chosen) => narrow({ view: chosen })} />
      <MasterList<WorkRow>
        label={words.list.title[kind]}
        query={query}
        rowKey={({ number }) => number}
        opening={({ number }) => workLink(kind, number)}
        search={{ text: filter.text, label: words.list.search[kind], onSearch }}
        filters={
          <>
            <Choice
              label={words.list.state}
              value={state ?? ''}
              onChange={(chosen) => narrow({ state: chosen })}
              options={[
                { value: '', label: words.list.anyState },
                ...INCIDENT_STATES.map((value) => ({ value, label: workState[value] })),
              ]}
            />
            <OfClient client={filter.client} narrow={narrow} />
            {failed && <FailedOn {...failed} narrow={narrow} />}
          </>
        }
        create={{ words: words.list.create[kind], run: () => setCreating(true) }}
        empty={words.list.empty[kind]}
        columns={useWorkColumns(kind)}
      />
      {creating && (
        <NewWorkDialog
          kind={kind}
          onClose={() => setCreating(false)}
          onCreated={(number) => void navigate(workLink(kind, number))}
        />
      )}
    </>
  )
}

function Valuations({ narrowing: { search, narrow, onSearch, filter } }: { narrowing: Narrowing }) {
  const words = useWorkMessages()
  const navigate = useNavigate()
  const view = viewOf(search, VALUATION_VIEWS)
  const query = useInfiniteQuery(valuationListQuery({ ...filter, view }))
  const [creating, setCreating] = useState(false)
  return (
    <>
      <Views views={VALUATION_VIEWS} chosen={view} onChoose={(chosen) => narrow({ view: chosen })} />
      <MasterList<ValuationRow>
        label={words.list.title.valuation}
        query={query}
        rowKey={({ number }) => number}
        opening={({ number }) => workLink('valuation', number)}
        search={{ text: filter.text, label: words.list.search.valuation, onSearch }}
        filters={<OfClient client={filter.client} narrow={narrow} />}
        create={{ words: words.list.create.valuation, run: () => setCreating(true) }}
        empty={words.list.empty.valuation}
        columns={useValuationColumns()}
      />
      {creating && (
        <NewValuationDialog
          onClose={() => setCreating(false)}
          onCreated={(number) => void navigate(workLink('valuation', number))}
        />
      )}
    </>
  )
}

function useWorkColumns(kind: WorkKind): readonly MasterColumn<WorkRow>[] {
  const { list: words } = useWorkMessages()
  return [
    { title: words.number, width: '38%', cell: (row) => <NumberedTitle number={row.number} title={row.title} /> },
    { title: words.client, width: '16%', cell: ({ client }) => client.name },
    { title: words.state, width: '13%', cell: (row) => <WorkStateBadge work={row} /> },
    { title: words.planned, width: '11%', cell: (row) => <PlannedDay work={row} /> },
    { title: words.tickets, width: '70px', cell: ({ tickets }) => tickets },
    ...(kind === 'incident'
      ? [{ title: words.claims, width: '110px', cell: ({ claims }: WorkRow) => claims || '–' }]
      : []),
    { title: words.stateAt, width: '90px', cell: ({ stateAt }) => <Since at={stateAt} /> },
  ]
}

function useValuationColumns(): readonly MasterColumn<ValuationRow>[] {
  const { list: words, name } = useWorkMessages()
  const { day } = useFormat()
  const { money } = figuresIn(useLanguage())
  return [
    { title: words.number, cell: ({ number, description }) => <NumberedTitle number={number} title={description} /> },
    { title: words.client, width: '17%', cell: ({ client }) => client.name },
    {
      title: words.decision,
      width: '120px',
      cell: (row) => (
        <Lines>
          <DecisionBadge valuation={row} />
          {row.questions > 0 && words.asked(row.questions)}
        </Lines>
      ),
    },
    { title: words.total, width: '110px', cell: ({ total }) => (total === null ? '–' : money(total)) },
    {
      title: words.validUntil,
      width: '100px',
      cell: ({ validUntil }) => (validUntil === null ? '–' : day(validUntil)),
    },
    { title: words.createdOn, width: '100px', cell: ({ createdOn }) => day(createdOn) },
    {
      title: words.linked,
      width: '130px',
      cell: ({ ticket, development }) => (
        <Lines>
          {ticket !== null && `${words.ticket} ${ticket}`}
          {development !== null && name.development(development)}
          {ticket === null && development === null && '–'}
        </Lines>
      ),
    },
  ]
}

const workLink = (list: WorkList, number: number) => ({
  to: paths.work,
  params: { lista: WORK_LISTS[list], number: String(number) },
})

interface ViewsProps<View extends string> {
  readonly views: readonly View[]
  readonly chosen: View
  readonly counts?: Partial<Readonly<Record<string, number>>> | undefined
  readonly onChoose: (view: View) => void
}

function Views<View extends WorkView | ValuationView>({ views, chosen, counts, onChoose }: ViewsProps<View>) {
  const { list: words } = useWorkMessages()
  const { number } = useFormat()
  return (
    <div role="group" aria-label={words.tabs} className={styles.views}>
      {views.map((view) => {
        const count = counts?.[view]
        return (
          <button
            key={view}
            type="button"
            className={styles.view}
            aria-pressed={view === chosen}
            onClick={() => onChoose(view)}
          >
            {words.view[view]}
            {count !== undefined && <span className={styles.count}>{number(count)}</span>}
          </button>
        )
      })}
    </div>
  )
}

function OfClient({ client, narrow }: { client: number | undefined } & Pick<Narrowing, 'narrow'>) {
  const { filter } = useMessages()
  const { list: words } = useWorkMessages()
  if (client === undefined) return null
  const text = words.ofClient(client)
  return (
    <Button
      size="compact-sm"
      variant="light"
      rightSection={<IconX size={14} aria-hidden />}
      aria-label={filter.remove(text)}
      onClick={() => narrow({ client: null })}
    >
      {text}
    </Button>
  )
}

/** Work that a customer reported on some days as not working. */
function FailedOn({
  failedFrom,
  failedUntil,
  narrow,
}: { failedFrom: string; failedUntil: string } & Pick<Narrowing, 'narrow'>) {
  const { filter } = useMessages()
  const { list: words } = useWorkMessages()
  const { day } = useFormat()
  const text = words.failedOn(day(failedFrom), day(failedUntil))
  return (
    <Button
      size="compact-sm"
      variant="light"
      rightSection={<IconX size={14} aria-hidden />}
      aria-label={filter.remove(text)}
      onClick={() => narrow({ failedFrom: null, failedUntil: null })}
    >
      {text}
    </Button>
  )
}

const NumberedTitle = ({ number, title }: { number: number; title: string }) => (
  <>
    <span className={styles.number}>{number}</span> {title}
  </>
)

/** Lines one below the other; a false one is left out. */
const Lines = ({ children }: { children: readonly ReactNode[] }) => (
  <span className={styles.lines}>{children.map((line, at) => line && <span key={at}>{line}</span>)}</span>
)

function Since({ at }: { at: Date }) {
  const { dateTime, span } = useFormat()
  const now = useNow()
  return (
    <time dateTime={at.toISOString()} title={dateTime(at)}>
      {span(now.getTime() - at.getTime())}
    </time>
  )
}
