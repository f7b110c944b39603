import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Format } from '#browser/format.ts'
import { consoleApiKeys } from '#contract/console/api-keys.ts'
import type { Data } from '#contract/endpoint.ts'
import { KEY_SCOPES, type KeyScope } from '#domain/technician.ts'
import { useAct } from '../act.ts'
import { call } from '../api.ts'
import { Badge } from '../forms/badge.tsx'
import { ConfirmedAct } from '../forms/confirm-dialog.tsx'
import { fieldOf, givenMoment, momentOf } from '../forms/office-moment.ts'
import { RecordForm } from '../forms/record-form.tsx'
import { SecretDialog } from '../forms/secret-dialog.tsx'
import { MASTERS, listQuery } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from '../masters/master-page.tsx'
import masters from '../masters/masters.module.css'
import { useFormat, useMessages } from '../messages/index.ts'
import type { IntegrationMessages } from '../messages/integration-es.ts'
import { useIntegrationMessages } from '../messages/integration.ts'
import { useNow } from '#browser/live/use-now.ts'

type NewKey = Data<typeof consoleApiKeys.create>
type ApiKey = NewKey['key']

const DAY_MS = 24 * 3600_000
/** Defaults: a key lasts for a year, and after a rotation the old one for another week. */
const LIFE_MS = 365 * DAY_MS
const OVERLAP_MS = 7 * DAY_MS

const keysQuery = listQuery(['api-keys'], (from, options) => call(consoleApiKeys.list, from, options))

type Open =
  | { readonly is: 'new' }
  | { readonly is: 'rotating'; readonly key: ApiKey }
  | { readonly is: 'revoking'; readonly key: ApiKey }

/** The keys that let programs call the console; for supervisors. */
export function ApiKeysPage() {
  const { keys: words } = useIntegrationMessages()
  const format = useFormat()
  const [open, setOpen] = useState<Open | null>(null)
  const [made, setMade] = useState<NewKey | null>(null)
  const close = () => setOpen(null)
  return (
    <MasterPage title={words.title} lead={words.lead}>
      <MasterList
        label={words.title}
        query={useInfiniteQuery(keysQuery)}
        rowKey={({ id }) => id}
        create={{ words: words.create, run: () => setOpen({ is: 'new' }) }}
        empty={words.empty}
        columns={columnsOf(words, format, setOpen)}
      />
      {open?.is === 'new' && <NewApiKey onMade={setMade} onClose={close} />}
      {open?.is === 'rotating' && <Rotate of={open.key} onMade={setMade} onClose={close} />}
      {open?.is === 'revoking' && <Revoke of={open.key} onClose={close} />}
      {made && (
        <SecretDialog
          title={words.secretTitle(made.key.name)}
          label={words.key}
          secret={made.secret}
          onClose={() => setMade(null)}
        >
          <p>{words.secretLead}</p>
        </SecretDialog>
      )}
    </MasterPage>
  )
}

const columnsOf = (
  words: IntegrationMessages['keys'],
  { dateTime }: Format,
  setOpen: (open: Open) => void,
): readonly MasterColumn<ApiKey>[] => [
  { title: words.name, cell: ({ name }) => name },
  { title: words.scopes, cell: ({ scopes }) => scopes.map((scope) => words.scope[scope]).join(', ') },
  { title: words.key, cell: ({ ending }) => <code className={masters.unbroken}>{words.ending(ending)}</code> },
  { title: words.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt ? dateTime(lastUsedAt) : words.never) },
  { title: words.expiresAt, cell: ({ expiresAt }) => dateTime(expiresAt) },
  { title: words.state, cell: (key) => <KeyState of={key} /> },
  {
    title: words.acts,
    cell: (key) =>
      key.live ? (
        <span className={masters.rowActs}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.rotateKey(key.name)}
            onClick={() => setOpen({ is: 'rotating', key })}
          >
            {words.rotate}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.revokeKey(key.name)}
            onClick={() => setOpen({ is: 'revoking', key })}
          >
            {words.revoke}
          </Button>
        </span>
      ) : (
        '–'
      ),
  },
]

function KeyState({ of: { live, previousUntil, revokedAt } }: { of: ApiKey }) {
  const { keys: words } = useIntegrationMessages()
  const { dateTime } = useFormat()
  if (revokedAt) return <Badge tone="quiet">{words.revokedAt(dateTime(revokedAt))}</Badge>
  if (!live) return <Badge tone="quiet">{words.expired}</Badge>
  if (previousUntil) return <Badge tone="warning">{words.overlapping(dateTime(previousUntil))}</Badge>
  return <Badge tone="good">{words.good}</Badge>
}

interface NewProps {
  readonly onMade: (key: NewKey) => void
  readonly onClose: () => void
}

function NewApiKey({ onMade, onClose }: NewProps) {
  const { keys: words } = useIntegrationMessages()
  const { shared } = useMessages()
  const now = useNow()
  const create = useAct(consoleApiKeys.create, [MASTERS])
  return (
    <RecordForm
      record={null}
      title={() => words.create}
      begin={() => ({
        name: '',
        scopes: [] as readonly KeyScope[],
        expiresAt: fieldOf(new Date(now.getTime() + LIFE_MS)),
      })}
      fields={() => [
        { is: 'text', name: 'name', label: words.name, hint: words.nameHint, required: true, maxLength: 100 },
        { is: 'some', name: 'scopes', label: words.scopes, values: KEY_SCOPES, labels: words.scope },
        {
          is: 'text',
          type: 'datetime-local',
          name: 'expiresAt',
          label: words.expiresAt,
          hint: words.expiresHint,
        },
      ]}
      check={({ name, expiresAt }) => ({
        name: name.trim() === '' ? shared.field.required() : null,
        expiresAt: momentOf(expiresAt) ? null : shared.field.required(),
      })}
      save={({ name, scopes, expiresAt }) => create.mutateAsync({ name, scopes, expiresAt: givenMoment(expiresAt) })}
      done={({ key }) => words.made(key.name)}
      onSaved={onMade}
      onClose={onClose}
    />
  )
}

interface ActProps {
  readonly of: ApiKey
  readonly onClose: () => void
}

function Rotate({ of: { id, name, createdBy, createdAt }, onMade, onClose }: ActProps & Pick<NewProps, 'onMade'>) {
  const { keys: words } = useIntegrationMessages()
  const { shared } = useMessages()
  const { dateTime } = useFormat()
  const now = useNow()
  const rotate = useAct(consoleApiKeys.rotate, [MASTERS])
  return (
    <RecordForm
      record={null}
      title={() => words.rotateKey(name)}
      submit={words.rotate}
      begin={() => ({ oldUntil: fieldOf(new Date(now.getTime() + OVERLAP_MS)) })}
      fields={() => [
        { is: 'note', text: `${words.by(createdBy, dateTime(createdAt))}. ${words.rotateLead}` },
        { is: 'text', type: 'datetime-local', name: 'oldUntil', label: words.oldUntil, hint: words.oldUntilHint },
      ]}
      check={({ oldUntil }) => ({ oldUntil: momentOf(oldUntil) ? null : shared.field.required() })}
      save={({ oldUntil }) => rotate.mutateAsync({ key: id, oldUntil: givenMoment(oldUntil) })}
      done={({ key }) => words.made(key.name)}
      onSaved={onMade}
      onClose={onClose}
    />
  )
}

function Revoke({ of: { id, name }, onClose }: ActProps) {
  const { keys: words } = useIntegrationMessages()
  return (
    <ConfirmedAct
      title={words.revokeKey(name)}
      act={words.revoke}
      endpoint={consoleApiKeys.revoke}
      input={{ key: id }}
      stale={[MASTERS]}
      done={words.revoked(name)}
      onClose={onClose}
    >
      <p>{words.revokeLead}</p>
    </ConfirmedAct>
  )
}
