import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { PORTAL, audit } from '../door/audit-store.ts'
import { aboutWebhook } from '../door/sealed-secret-store.ts'
import { isDatabaseAway } from '../../db/away.ts'
import type { Database } from '../../db/sql.ts'
import type { Figures } from '../../server-figures.ts'
import type { SecretBox } from '../../secret-box.ts'
import { type Calling, callWebhook } from './webhook-call.ts'
import {
  type DueDelivery,
  activeWebhooks,
  giveUp,
  idOf,
  makeDeliveries,
  noteArrival,
  noteFailure,
  secretsOf,
  settleDelivery,
  takeDue,
} from './webhook-store.ts'

const MINUTE_MS = 60_000
/** The pauses after each failed try, a day in all. Then a delivery is given up. */
const PAUSES_MIN = [1, 5, 15, 30, 60, 120, 240, 480, 480]
/** If nothing has arrived for this long, the address is given up. */
const GIVEN_UP_MS = 3 * 24 * 60 * MINUTE_MS
const EVENTS_AT_ONCE = 500
const CALLS_AT_ONCE = 10
/** Longer than a call takes: until then nobody else tries the same delivery. */
const TAKEN_MS = 2 * MINUTE_MS
const GONE = 410
/** The longest time that a round waits for an address. */
const ROUND_MS = 1000

export interface Courier {
  readonly staff: Database
  readonly secrets: SecretBox
  readonly calling: Calling
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  readonly figures?: Pick<Figures, 'delivery'>
}

/**
 * Makes the deliveries of new events, and sends those that are due; any number of servers may do so at once. It ends when nothing
 * more is due anywhere.
 */
export async function sendWebhooks(courier: Courier, clock: () => Date): Promise<void> {
  const webhooks = await courier.staff.acrossClients(activeWebhooks)
  await Promise.all(webhooks.map(({ id }) => sendTo(courier, id, clock)))
}

/**
 * The same in rounds. A round waits for each address for a moment: a slow one goes on by itself, and delays no other.
 * `stop` lets the running calls end, and begins no more.
 */
export function webhookRounds(courier: Courier, clock: () => Date) {
  const underway = new Map<number, Promise<void>>()
  let isStopping = false
  const begin = (id: number): Promise<void> =>
    sendTo(courier, id, clock, () => isStopping)
      .catch((error: unknown) => {
        if (!isDatabaseAway(error)) courier.log.error({ err: error, webhook: id }, 'a webhook could not be sent')
      })
      .finally(() => underway.delete(id))
  return {
    round: async (): Promise<void> => {
      for (const { id } of await courier.staff.acrossClients(activeWebhooks)) {
        if (!underway.has(id)) underway.set(id, begin(id))
      }
      await Promise.race([Promise.all(underway.values()), sleep(ROUND_MS)])
    },
    stop: async (): Promise<void> => {
      isStopping = true
      await Promise.all(underway.values())
    },
  }
}

async function sendTo(
  courier: Courier,
  id: number,
  clock: () => Date,
  isStopping = (): boolean => false,
): Promise<void> {
  while (await courier.staff.acrossClients((tx) => makeDeliveries(tx, id, EVENTS_AT_ONCE, clock())));
  while (!isStopping() && (await sendSome(courier, id, clock)));
}

/** Sends some of the deliveries to one address. Returns false when nothing is due, or the address accepts none. */
async function sendSome(courier: Courier, webhook: number, clock: () => Date): Promise<boolean> {
  const { staff } = courier
  const now = clock()
  const due = await staff.acrossClients((tx) =>
    takeDue(tx, webhook, CALLS_AT_ONCE, now, new Date(now.getTime() + TAKEN_MS)),
  )
  const arrived = await Promise.all(due.map((delivery) => send(courier, webhook, delivery, clock)))
  return due.length > 0 && arrived.every(Boolean)
}

/** Whether a delivery arrived. */
async function send(
  { staff, secrets: box, calling, log, figures }: Courier,
  webhook: number,
  { event, body, attempts }: DueDelivery,
  clock: () => Date,
): Promise<boolean> {
  const kept = await staff.acrossClients((tx) => secretsOf(tx, webhook, clock()))
  if (!kept) return false
  const secrets = [kept.secret, ...(kept.previousSecret ? [kept.previousSecret] : [])].flatMap(
    (sealed) => box.open(sealed, aboutWebhook(String(webhook))) ?? [],
  )
  const letter = { address: kept.address, id: idOf(webhook, event), body, secrets }
  const outcome = secrets.length === 0 ? 'no-secret' : await callWebhook(letter, calling, clock())
  const now = clock()
  const hasArrived = typeof outcome === 'number' && outcome >= 200 && outcome < 300
  figures?.delivery('webhook', hasArrived ? 'sent' : 'failed')
  const pause = PAUSES_MIN[attempts - 1]
  const isOver = hasArrived || pause === undefined
  await staff.acrossClients(async (tx) => {
    await settleDelivery(tx, webhook, {
      event,
      state: hasArrived ? 'delivered' : isOver ? 'dead' : 'waiting',
      outcome: String(outcome),
      next: isOver ? null : new Date(now.getTime() + pause * MINUTE_MS),
    })
    if (hasArrived) return noteArrival(tx, webhook)
    const since = await noteFailure(tx, webhook, now)
    if (outcome !== GONE && now.getTime() - since.getTime() < GIVEN_UP_MS) return
    const given = await giveUp(tx, webhook, now)
    if (!given) return
    await audit(tx, PORTAL, '/console/webhooks/change', { details: { webhook, name: given.name, active: false } }, now)
    log.error({ webhook, outcome }, 'a webhook is given up: nothing has arrived there for days')
  })
  if (!hasArrived) log.warn({ webhook, event, outcome, attempts }, 'a webhook could not be delivered')
  return hasArrived
}
