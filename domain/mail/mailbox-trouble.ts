/**
 * Why the mailbox cannot be read. `refused`: the mail server does not accept name and password. `missing`: it has no such folder.
 * `insecure`: its certificate or its encryption is wrong. `no-room`: the portal has no room for another mail.
 */
export const MAILBOX_TROUBLES = ['refused', 'missing', 'insecure', 'unreachable', 'no-room', 'other'] as const
export type MailboxTroubleKind = (typeof MAILBOX_TROUBLES)[number]

export interface MailboxTrouble {
  readonly kind: MailboxTroubleKind
  /** In the mail server's own words, perhaps empty. */
  readonly said: string
}
