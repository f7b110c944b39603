import type { Settings } from '#domain/settings.ts'
import { type Database, sql } from '../../db/sql.ts'
import { dropOldEvents } from '../events/event-store.ts'
import { dropOldDeliveries } from '../webhooks/webhook-store.ts'
import { dropOldNotifications } from '../notifications/notification-store.ts'
import { dropOldCodes, dropOldMails } from '../mail/outbox-store.ts'
import { dropOldTechnicianMails } from '../mail/technician-mail-store.ts'
import { dropExpiredLinks } from '../masters/password-link-store.ts'

const HOUR_MS = 3_600_000
const KEY_HOURS = 48
/** Nobody misses a draft that was untouched for a month. */
const DRAFT_HOURS = 30 * 24
/** Long before that, every reader has read an event. */
const EVENT_HOURS = 14 * 24
/** Long enough to see why something did not arrive. */
const DELIVERY_HOURS = 30 * 24
const NOTIFICATION_HOURS = 30 * 24
/** As long as a mail's link leads to its ticket. */
const MAIL_HOURS = 90 * 24
const DAY_HOURS = 24

/** Deletes what has expired: technicians' sessions, idempotency keys, unused links, drafts, events, deliveries, mails. */
export const tidyConsole = (staff: Database, { limits }: Pick<Settings, 'limits'>, now: Date): Promise<void> =>
  staff.acrossClients(async (tx) => {
    const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
    await tx.rows(sql`delete from technician_session s where s.created_at < ${ago(limits.consoleSessionHours)}`)
    await tx.rows(sql`delete from technician_idempotency i where i.created_at < ${ago(KEY_HOURS)}`)
    await tx.rows(sql`delete from technician_link l where l.expires_at <= ${now}`)
    await dropExpiredLinks(tx, now)
    await tx.rows(sql`delete from answer_draft d where d.saved_at < ${ago(DRAFT_HOURS)}`)
    await dropOldEvents(tx, ago(EVENT_HOURS))
    await dropOldDeliveries(tx, ago(DELIVERY_HOURS))
    await dropOldNotifications(tx, ago(NOTIFICATION_HOURS))
    await dropOldCodes(tx, ago(DAY_HOURS), now)
    await dropOldMails(tx, ago(MAIL_HOURS))
    await dropOldTechnicianMails(tx, ago(MAIL_HOURS))
  })
