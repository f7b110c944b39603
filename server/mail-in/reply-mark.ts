import { replyAddress } from '#domain/mail/received-mail.ts'
import type { SecretBox } from '../secret-box.ts'

/** What the mark of a reply address says: it is right for this ticket of this client alone. */
export const replyMark = (client: number, ticket: number): string => `reply to ${client}/${ticket}`

/** The address under which a mail's reader answers: only this portal makes it. */
export const replyTo = (own: string, secrets: SecretBox, client: number, ticket: number): string =>
  replyAddress(own, ticket, secrets.stamp(replyMark(client, ticket)))
