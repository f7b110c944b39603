import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Format } from '#browser/format.ts'
import { consoleWebhooks } from '#contract/console/webhooks.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { Badge } from '../forms/badge.tsx'
import { ConfirmDialog } from '../forms/confirm-dialog.tsx'
import { SecretDialog } from '../forms/secret-dialog.tsx'
import { MASTERS } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from '../masters/master-page.tsx'
import masters from '../masters/masters.module.css'
import { useFormat } from '../messages/index.ts'
import type { IntegrationMessages } from '../messages/integration-es.ts'
import { useIntegrationMessages } from '../messages/integration.ts'
import { paths } from '../paths.ts'
import { type Delivery, type Webhook, deliveriesQuery, webhooksQuery } from './webhook-queries.ts'

const TONES = { waiting: 'quiet', delivered: 'good', dead: 'warning' } as const

/** The deliveries to one address, and their outcomes; for supervisors. */
export function DeliveriesPage() {
  const { webhooks: words } = useIntegrationMessages()
  const format = useFormat()
  const webhook = Number(useParams({ strict: false }).webhook)
  const { data: webhooks } = useInfiniteQuery(webhooksQuery)
  const about = webhooks?.find(({ id }) => id === webhook)
  const { mutate, isPending } = useAct(consoleWebhooks.resend, [MASTERS])
  const resend = (event: number | null) =>
    mutate(
      { webhook, event },
      {
        onSuccess: ({ count }) => showAlert('success', words.resent(count)),
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  return (
    <MasterPage
      title={about ? words.deliveriesOf(about.name) : words.deliveries}
      lead={about?.address}
      back={{ to: paths.webhooks, words: words.title }}
    >
      {about && (
        <div className={masters.rowActs}>
          {about.dead > 0 && (
            <Button size="sm" loading={isPending} onClick={() => resend(null)}>
              {words.resendAll(about.dead)}
            </Button>
          )}
          <RotateSecret of={about} />
        </div>
      )}
      <MasterList
        label={words.deliveries}
        query={useInfiniteQuery(deliveriesQuery(webhook))}
        rowKey={({ event }) => event}
        empty={words.noDeliveries}
        columns={columnsOf(words, format, resend)}
      />
    </MasterPage>
  )
}

function RotateSecret({ of: { id, name } }: { of: Webhook }) {
  const { webhooks: words } = useIntegrationMessages()
  const [asking, setAsking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const { mutate, isPending } = useAct(consoleWebhooks.rotate, [MASTERS])
  const rotate = () =>
    mutate(
      { webhook: id },
      {
        onSuccess: ({ secret }) => {
          setAsking(false)
          setMade(secret)
        },
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setAsking(true)}>
        {words.rotate}
      </Button>
      {asking && (
        <ConfirmDialog
          title={words.rotate}
          act={words.rotate}
          busy={isPending}
          onClose={() => setAsking(false)}
          onConfirm={rotate}
        >
          <p>{words.rotateLead}</p>
        </ConfirmDialog>
      )}
      {made !== null && (
        <SecretDialog title={words.secretTitle(name)} label={words.secret} secret={made} onClose={() => setMade(null)}>
          <p>{words.secretLead}</p>
        </SecretDialog>
      )}
    </>
  )
}

const columnsOf = (
  words: IntegrationMessages['webhooks'],
  { dateTime }: Format,
  resend: (event: number) => void,
): readonly MasterColumn<Delivery>[] => [
  { title: words.event, cell: ({ body }) => <code>{summaryOf(body)}</code> },
  {
    title: words.state,
    cell: ({ state, nextAt }) => (
      <Badge tone={TONES[state]}>{nextAt ? words.next(dateTime(nextAt)) : words.deliveryStates[state]}</Badge>
    ),
  },
  { title: words.attempts, cell: ({ attempts }) => attempts },
  { title: words.outcome, cell: ({ outcome }) => (outcome === null ? '–' : (words.failures[outcome] ?? outcome)) },
  { title: words.when, cell: ({ triedAt }) => (triedAt ? dateTime(triedAt) : '–') },
  {
    title: words.acts,
    cell: ({ event, id, state }) =>
      state === 'waiting' ? (
        '–'
      ) : (
        <Button size="compact-sm" variant="default" aria-label={words.resendOf(id)} onClick={() => resend(event)}>
          {words.resend}
        </Button>
      ),
  },
]

/** The kind of event, and the record's number: `ticket.answer 100042`. */
function summaryOf(body: string): string {
  const [, type = ''] = /"type":"([\w.-]+)"/.exec(body) ?? []
  const [, number = ''] = /"(?:ticket|incident|development|valuation)":(\d+)/.exec(body) ?? []
  return `${type} ${number}`
}
