import { Alert } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { WEBHOOK_KINDS, consoleWebhooks, webhookNow } from '#contract/console/webhooks.ts'
import { useAct } from '../act.ts'
import { Badge } from '../forms/badge.tsx'
import { RecordForm } from '../forms/record-form.tsx'
import { SecretDialog } from '../forms/secret-dialog.tsx'
import { MASTERS } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from '../masters/master-page.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import type { IntegrationMessages } from '../messages/integration-es.ts'
import { useIntegrationMessages } from '../messages/integration.ts'
import { paths } from '../paths.ts'
import { type NewWebhook, type Webhook, webhooksQuery } from './webhook-queries.ts'

/** The addresses of other programs that receive events; for supervisors. */
export function WebhooksPage() {
  const { webhooks: words } = useIntegrationMessages()
  const query = useInfiniteQuery(webhooksQuery)
  const [open, setOpen] = useState<Webhook | 'new' | null>(null)
  const [made, setMade] = useState<NewWebhook | null>(null)
  const givenUp = query.data?.filter(({ givenUpAt }) => givenUpAt !== null) ?? []
  return (
    <MasterPage title={words.title} lead={words.lead}>
      {givenUp.length > 0 && (
        <Alert color="yellow" variant="light">
          {words.givenUpNotice(givenUp.map(({ name }) => `«${name}»`).join(', '))}
        </Alert>
      )}
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ id }) => id}
        opening={(row) => () => setOpen(row)}
        create={{ words: words.create, run: () => setOpen('new') }}
        empty={words.empty}
        columns={columnsOf(words)}
      />
      {open !== null && (
        <WebhookForm webhook={open === 'new' ? null : open} onClose={() => setOpen(null)} onSecret={setMade} />
      )}
      {made && (
        <SecretDialog
          title={words.secretTitle(made.webhook.name)}
          label={words.secret}
          secret={made.secret}
          onClose={() => setMade(null)}
        >
          <p>{words.secretLead}</p>
        </SecretDialog>
      )}
    </MasterPage>
  )
}

const columnsOf = (words: IntegrationMessages['webhooks']): readonly MasterColumn<Webhook>[] => [
  { title: words.name, cell: ({ name }) => name },
  { title: words.address, cell: ({ address }) => address },
  { title: words.state, cell: (webhook) => <WebhookState of={webhook} /> },
  { title: words.waiting, cell: ({ waiting }) => waiting },
  { title: words.dead, cell: ({ dead }) => (dead > 0 ? <Badge tone="warning">{dead}</Badge> : dead) },
  {
    title: words.deliveries,
    cell: ({ id, name }) => (
      <Link to={paths.deliveries} params={{ webhook: String(id) }} aria-label={words.deliveriesOf(name)}>
        {words.deliveries}
      </Link>
    ),
  },
]

function WebhookState({ of: { active, failingSince, givenUpAt } }: { of: Webhook }) {
  const { webhooks: words } = useIntegrationMessages()
  const { dateTime } = useFormat()
  if (givenUpAt) return <Badge tone="warning">{words.givenUp(dateTime(givenUpAt))}</Badge>
  if (!active) return <Badge tone="quiet">{words.stopped}</Badge>
  if (failingSince) return <Badge tone="warning">{words.failing(dateTime(failingSince))}</Badge>
  return <Badge tone="good">{words.good}</Badge>
}

interface FormProps {
  /** null: a new one. */
  readonly webhook: Webhook | null
  readonly onClose: () => void
  readonly onSecret: (made: NewWebhook) => void
}

function WebhookForm({ webhook, onClose, onSecret }: FormProps) {
  const { webhooks: words } = useIntegrationMessages()
  const { shared } = useMessages()
  const { dateTime } = useFormat()
  const create = useAct(consoleWebhooks.create, [MASTERS])
  const change = useAct(consoleWebhooks.change, [MASTERS])
  const remove = useAct(consoleWebhooks.remove, [MASTERS])
  return (
    <RecordForm
      record={webhook}
      told={(refusal) => refusal.told(webhookNow)}
      size="lg"
      title={(row) => (row ? words.edit(row.name) : words.create)}
      begin={(row) => ({
        name: row?.name ?? '',
        address: row?.address ?? '',
        kinds: row?.kinds ?? [],
        active: row?.active ?? true,
      })}
      fields={(_, row) => [
        row !== null && { is: 'note', text: words.by(row.createdBy, dateTime(row.createdAt)) },
        { is: 'text', name: 'name', label: words.name, required: true, maxLength: 100 },
        {
          is: 'text',
          name: 'address',
          label: words.address,
          hint: words.addressHint,
          required: true,
          maxLength: 500,
          exact: true,
        },
        { is: 'some', name: 'kinds', label: words.kinds, values: WEBHOOK_KINDS, labels: words.kind },
        row !== null && { is: 'check', name: 'active', label: words.active, hint: words.activeHint },
      ]}
      check={({ name, address }) => ({
        name: name.trim() === '' ? shared.field.required() : null,
        address: address.trim() === '' ? shared.field.required() : null,
      })}
      save={async ({ active, ...written }, row) => {
        if (row)
          return {
            made: null,
            webhook: await change.mutateAsync({ webhook: row.id, ...written, active, revision: row.revision }),
          }
        const made = await create.mutateAsync(written)
        return { made, webhook: made.webhook }
      }}
      done={({ made, webhook: { name } }) => (made ? words.made(name) : words.saved)}
      onSaved={({ made }) => {
        if (made) onSecret(made)
      }}
      removal={{
        title: ({ name }) => words.removeTitle(name),
        text: words.removeText,
        done: ({ name }) => words.removed(name),
        remove: ({ id, revision }) => remove.mutateAsync({ webhook: id, revision }),
      }}
      onClose={onClose}
    />
  )
}
