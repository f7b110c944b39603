import type { SecretBox } from '../secret-box.ts'

/** What a mail's link names: the mail, and so its ticket and its reader. */
export interface MailLink {
  readonly client: number
  readonly mail: number
}

const ABOUT = 'link of a mail'

/** Signs and seals it: only this portal makes one, and nobody reads it. */
export const linkToken = (secrets: SecretBox, { client, mail }: MailLink): string =>
  secrets.seal(Buffer.from(`${client}/${mail}`), ABOUT).toString('base64url')

/** Null for anything else. */
export function readLinkToken(secrets: SecretBox, token: string): MailLink | null {
  const opened = secrets.open(Buffer.from(token, 'base64url'), ABOUT)
  const [client, mail] = opened?.toString().split('/').map(Number) ?? []
  return client && mail ? { client, mail } : null
}
