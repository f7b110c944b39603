import { replyAddress } from '#domain/mail/received-mail.ts'
import type { SecretBox } from '../secret-box.ts'

/** The text that the mark of a reply address signs: the mark is only right for this ticket of this client. */
export const replyMark = (client: number, ticket: number): string => `reply to ${client}/${ticket}`

/** The address for the reader's answer to a mail. Only this portal can make it. */
export const replyTo = (own: string, secrets: SecretBox, client: number, ticket: number): string =>
  replyAddress(own, ticket, secrets.stamp(replyMark(client, ticket)))
