import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleDataChanges, dataChangeNow } from '#contract/console/data-changes.ts'
import { CallFailed } from '#browser/client.ts'
import type { Format } from '#browser/format.ts'
import type { Data } from '#contract/endpoint.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useAct } from '../act.ts'
import { call, sentenceOf } from '../api.ts'
import { useFormat } from '../messages/index.ts'
import type { MasterMessages } from '../messages/masters-es.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { paths } from '../paths.ts'
import { Choice } from '../forms/choice.tsx'
import { MASTERS, listQuery } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from './master-page.tsx'
import styles from './data-changes-page.module.css'
import masters from './masters.module.css'
import { useListSearch } from '../lists/use-list-search.ts'

type DataChange = Data<typeof consoleDataChanges.list>['items'][number]

const dataChangesQuery = (search: string, state: 'open' | 'handled') =>
  listQuery(['data-changes', search, state], (from, options) =>
    call(consoleDataChanges.list, { search, state, ...from }, options),
  )

/** Customers' requests to change their data. */
export function DataChangesPage() {
  const { dataChanges: words } = useMasterMessages()
  const { dateTime } = useFormat()
  const search = useListSearch()
  const state = search.choice === 'handled' ? 'handled' : 'open'
  const query = useInfiniteQuery(dataChangesQuery(search.text, state))
  const [open, setOpen] = useState<DataChange | null>(null)
  return (
    <MasterPage title={words.title} lead={words.lead}>
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ client, id }) => `${client.code} ${id}`}
        opening={(row) => () => setOpen(row)}
        search={{ ...search, label: words.search }}
        filters={
          <Choice
            label={words.state}
            value={state}
            onChange={(chosen) => search.onChoice(chosen === 'open' ? '' : chosen)}
            options={[
              { value: 'open', label: words.states.open },
              { value: 'handled', label: words.states.handled },
            ]}
          />
        }
        empty={state === 'open' ? words.empty : words.emptyHandled}
        columns={columnsOf(words, dateTime)}
      />
      {open && <DataChangeDialog request={open} onClose={() => setOpen(null)} />}
    </MasterPage>
  )
}

const columnsOf = (
  words: MasterMessages['dataChanges'],
  dateTime: Format['dateTime'],
): readonly MasterColumn<DataChange>[] => [
  { title: words.who, cell: ({ contact, person }) => contact?.name ?? person },
  { title: words.client, cell: ({ client }) => client.name },
  { title: words.text, cell: ({ text }) => <span className={masters.excerpt}>{text}</span>, width: '40%' },
  { title: words.requestedAt, cell: ({ requestedAt }) => dateTime(requestedAt) },
  {
    title: words.handled,
    cell: ({ handledAt, handledBy }) => (handledAt ? `${dateTime(handledAt)} · ${handledBy ?? ''}` : '–'),
  },
]

function DataChangeDialog({ request, onClose }: { request: DataChange; onClose: () => void }) {
  const { dataChanges: words } = useMasterMessages()
  const { dateTime } = useFormat()
  const { mutate, isPending } = useAct(consoleDataChanges.handle, [MASTERS])
  const { client, contact, person, text, requestedAt, handledAt, handledBy } = request
  const handle = () =>
    mutate(
      { client: client.code, request: request.id },
      {
        onSuccess: () => {
          showAlert('success', words.done)
          onClose()
        },
        onError: (error) => {
          const now = error instanceof CallFailed ? error.told(dataChangeNow) : null
          showAlert('error', now ? words.doneBy(now.current.handledBy ?? '') : sentenceOf(error))
          if (now) onClose()
        },
      },
    )
  return (
    <Dialog
      opened
      leave="back"
      title={words.request(contact?.name ?? person)}
      onClose={onClose}
      footer={
        handledAt === null && (
          <Button loading={isPending} onClick={handle}>
            {words.handle}
          </Button>
        )
      }
    >
      <div className={masters.form}>
        <p className={masters.quiet}>
          {client.name} · {dateTime(requestedAt)}
        </p>
        <blockquote className={styles.quote}>{text}</blockquote>
        <dl className={masters.facts}>
          <div>
            <dt>{words.person}</dt>
            <dd>{person}</dd>
          </div>
          {contact && (
            <>
              <div>
                <dt>{words.email}</dt>
                <dd>{contact.email || '–'}</dd>
              </div>
              <div>
                <dt>{words.phone}</dt>
                <dd>{contact.phone || '–'}</dd>
              </div>
            </>
          )}
        </dl>
        {contact ? (
          <Link
            className={masters.back}
            to={paths.contact}
            params={{ client: String(client.code), contact: String(contact.id) }}
          >
            {words.toContact}
          </Link>
        ) : (
          <p className={masters.quiet}>{words.noContact}</p>
        )}
        {handledAt && <p className={masters.quiet}>{words.handledBy(handledBy ?? '', dateTime(handledAt))}</p>}
      </div>
    </Dialog>
  )
}
