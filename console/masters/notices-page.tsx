import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleNotices, noticeNow } from '#contract/console/notices.ts'
import type { Format } from '#browser/format.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { CLIENT_AREAS } from '#domain/account.ts'
import { useAct } from '../act.ts'
import { call } from '../api.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import type { MasterMessages } from '../messages/masters-es.ts'
import type { Messages } from '../messages/es.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { Badge } from '../forms/badge.tsx'
import { Choice } from '../forms/choice.tsx'
import { MASTERS, listQuery } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from './master-page.tsx'
import styles from './masters.module.css'
import { fieldOf, givenMoment, momentOf } from '../forms/office-moment.ts'
import { RecordForm } from '../forms/record-form.tsx'
import { useListSearch } from '../lists/use-list-search.ts'

type Notice = Data<typeof consoleNotices.list>['items'][number]

const STATES = ['current', 'coming', 'past'] as const
const TONES = { current: 'good', coming: 'warning', past: 'quiet' } as const
/** An empty field means everybody. */
const AUDIENCES = ['', ...CLIENT_AREAS] as const
/** By default a new notice is shown for this long. */
const USUAL_MS = 7 * 24 * 3600_000

const noticesQuery = (search: string, state: Notice['state'] | undefined) =>
  listQuery(['notices', search, state], (from, options) =>
    call(consoleNotices.list, { search, ...(state && { state }), ...from }, options),
  )

/** The notices that the portal shows to customers as a banner. */
export function NoticesPage() {
  const { notices: words, list } = useMasterMessages()
  const { area: areas } = useMessages()
  const { dateTime } = useFormat()
  const search = useListSearch()
  const state = STATES.find((one) => one === search.choice)
  const query = useInfiniteQuery(noticesQuery(search.text, state))
  const [open, setOpen] = useState<Notice | 'new' | null>(null)
  return (
    <MasterPage title={words.title} lead={words.lead}>
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ id }) => id}
        opening={(row) => () => setOpen(row)}
        search={{ ...search, label: words.search }}
        filters={
          <Choice
            label={words.state}
            value={state ?? ''}
            onChange={search.onChoice}
            options={[
              { value: '', label: `${words.state}: ${list.any}` },
              ...STATES.map((value) => ({ value, label: words.states[value] })),
            ]}
          />
        }
        create={{ words: words.create, run: () => setOpen('new') }}
        empty={words.empty}
        columns={columnsOf(words, areas, dateTime)}
      />
      {open !== null && <NoticeForm notice={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </MasterPage>
  )
}

const columnsOf = (
  words: MasterMessages['notices'],
  areas: Messages['area'],
  dateTime: Format['dateTime'],
): readonly MasterColumn<Notice>[] => [
  { title: words.text, cell: ({ textEs }) => <span className={styles.excerpt}>{textEs}</span>, width: '44%' },
  {
    title: words.state,
    cell: ({ state }) => <Badge tone={TONES[state]}>{words.states[state]}</Badge>,
  },
  {
    title: words.audience,
    cell: ({ area, version }) =>
      [area ? areas[area] : words.everybody, version].filter((part) => part !== null).join(' · '),
  },
  { title: words.from, cell: ({ from }) => dateTime(from) },
  { title: words.until, cell: ({ until }) => dateTime(until) },
]

interface Written {
  readonly textEs: string
  readonly textEn: string
  readonly area: '' | (typeof CLIENT_AREAS)[number]
  readonly version: string
  readonly from: string
  readonly until: string
}

function NoticeForm({ notice, onClose }: { notice: Notice | null; onClose: () => void }) {
  const { notices: words } = useMasterMessages()
  const { area: areas, shared } = useMessages()
  // The history in the settings has each change, too.
  const create = useAct(consoleNotices.create, [MASTERS])
  const change = useAct(consoleNotices.change, [MASTERS])
  const remove = useAct(consoleNotices.remove, [MASTERS])
  return (
    <RecordForm
      record={notice}
      told={(refusal) => refusal.told(noticeNow)}
      title={(row) => (row ? words.edit : words.create)}
      begin={fieldsOf}
      fields={() => [
        { is: 'lines', name: 'textEs', label: words.textEs, required: true, rows: 3, maxLength: 1000 },
        { is: 'lines', name: 'textEn', label: words.textEn, required: true, rows: 3, maxLength: 1000 },
        {
          is: 'row',
          of: [
            {
              is: 'one',
              name: 'area',
              label: words.area,
              values: AUDIENCES,
              labels: { '': words.everybody, ...areas },
            },
            { is: 'text', name: 'version', label: words.version, placeholder: 'V031', maxLength: 20 },
          ],
        },
        {
          is: 'row',
          of: [
            { is: 'text', type: 'datetime-local', name: 'from', label: words.from, required: true },
            { is: 'text', type: 'datetime-local', name: 'until', label: words.until, required: true },
          ],
        },
        { is: 'note', text: words.officeTime },
      ]}
      check={({ from, until }) => ({
        from: momentOf(from) ? null : shared.field.required(),
        until: momentOf(until) ? null : shared.field.required(),
      })}
      save={(fields, row) =>
        row
          ? change.mutateAsync({ notice: row.id, ...noticeOf(fields), revision: row.revision })
          : create.mutateAsync(noticeOf(fields))
      }
      done={() => words.saved}
      removal={{
        title: () => words.removing,
        text: words.removingText,
        done: () => words.removed,
        remove: ({ id, revision }) => remove.mutateAsync({ notice: id, revision }),
      }}
      onClose={onClose}
    />
  )
}

interface Written {
  readonly textEs: string
  readonly textEn: string
  readonly area: '' | (typeof CLIENT_AREAS)[number]
  readonly version: string
  readonly from: string
  readonly until: string
}

function fieldsOf(row: Notice | null): Written {
  if (row) {
    const { textEs, textEn, area, version, from, until } = row
    return { textEs, textEn, area: area ?? '', version: version ?? '', from: fieldOf(from), until: fieldOf(until) }
  }
  const now = new Date()
  const until = new Date(now.getTime() + USUAL_MS)
  return { textEs: '', textEn: '', area: '', version: '', from: fieldOf(now), until: fieldOf(until) }
}

const noticeOf = ({ textEs, textEn, area, version, from, until }: Written): Input<typeof consoleNotices.create> => ({
  textEs,
  textEn,
  area: area || null,
  version: version.trim() || null,
  from: givenMoment(from),
  until: givenMoment(until),
})
