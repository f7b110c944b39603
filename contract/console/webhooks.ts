import { EVENT_KINDS } from '../event.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import {
  boolean,
  consoleObject,
  count,
  inAddress,
  instant,
  list,
  nullable,
  oneOf,
  optional,
  recordNumber,
  requiredText,
  text,
} from '../wire.ts'
import { keyset, nextPart } from './keyset.ts'
import { changedMeanwhile, revision } from './revision.ts'

/** The events that a webhook can carry: events of records, not those of people at their screens. */
export const WEBHOOK_KINDS = EVENT_KINDS.filter(
  (kind) => kind !== 'presence' && kind !== 'seen' && kind !== 'notification',
)
export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const

const nothing = nullable(consoleObject({}))
const webhook = recordNumber('webhook')
const kinds = list(oneOf(WEBHOOK_KINDS), EVENT_KINDS.length)

export const listedWebhook = consoleObject({
  id: webhook,
  name: text(100),
  address: text(500),
  kinds,
  active: boolean,
  /** Since when every delivery has failed. */
  failingSince: nullable(instant),
  /** When the portal stopped it, because nothing had arrived for days. */
  givenUpAt: nullable(instant),
  /** Until when the secret from before the last rotation signs as well. */
  previousUntil: nullable(instant),
  waiting: count,
  dead: count,
  createdBy: text(200),
  createdAt: instant,
  revision,
})

const delivery = consoleObject({
  event: recordNumber('delivery'),
  /** The id that the receiver gets as `webhook-id`, the same at every try. */
  id: text(100),
  state: oneOf(DELIVERY_STATES),
  body: text(2000),
  attempts: count,
  createdAt: instant,
  triedAt: nullable(instant),
  /** While it waits: when it is tried next. */
  nextAt: nullable(instant),
  /** The status of the last answer, or in one word why there was none. */
  outcome: nullable(text(40)),
})

const form = { name: requiredText(100), address: requiredText(500), kinds }

export const consoleWebhooks = {
  list: endpoint({
    method: 'GET',
    path: '/console/webhooks',
    summary: 'The addresses that are told of what happens, by name',
    access: 'supervisor',
    input: consoleInput({ ...keyset }),
    data: consoleObject({ items: list(listedWebhook), next: nextPart }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/webhooks/create',
    summary: 'Tell an address of events from now on; its secret, which signs them, is answered this once',
    access: 'supervisor',
    answersSecret: true,
    input: consoleInput(form),
    data: consoleObject({ webhook: listedWebhook, secret: text(100) }),
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/webhooks/change',
    summary: 'Change name, address, kinds and activity; 409 with the current one if somebody has changed it',
    access: 'supervisor',
    input: consoleInput({ webhook, ...form, active: boolean, revision }),
    data: listedWebhook,
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/console/webhooks/rotate',
    summary: 'Make another secret; for a day the old one signs as well',
    access: 'supervisor',
    answersSecret: true,
    input: consoleInput({ webhook }),
    data: consoleObject({ webhook: listedWebhook, secret: text(100) }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/console/webhooks/remove',
    summary: 'Remove it with its deliveries; 409 if somebody has changed it',
    access: 'supervisor',
    input: consoleInput({ webhook, revision }),
    data: nothing,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/console/webhooks/deliveries',
    summary: 'What was sent to an address in the last 30 days, the newest first',
    access: 'supervisor',
    input: consoleInput({ webhook: inAddress(webhook), state: optional(oneOf(DELIVERY_STATES)), ...keyset }),
    data: consoleObject({ items: list(delivery), next: nextPart }),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/console/webhooks/resend',
    summary: 'Send a delivery once more, or all that were given up; returns how many',
    access: 'supervisor',
    input: consoleInput({ webhook, event: optional(nullable(recordNumber('delivery'))) }),
    data: consoleObject({ count }),
  }),
}

export const webhookNow = changedMeanwhile(listedWebhook)
