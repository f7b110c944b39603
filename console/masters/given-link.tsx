import type { consolePasswordLinks } from '#contract/console/password-links.ts'
import type { Data } from '#contract/endpoint.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useFormat } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { SecretDialog } from '../forms/secret-dialog.tsx'

export type GivenLink = NonNullable<Data<typeof consolePasswordLinks.issue>>

/** An issued link. With a mail server it is sent to its recipient and shown to nobody; otherwise it is shown once. */
export function GivenLinkDialog({ link, onClose }: { link: GivenLink; onClose: () => void }) {
  const { contacts: words } = useMasterMessages()
  const { dateTime } = useFormat()
  const { address, sentTo, username, expiresAt } = link
  if (address === null) {
    return (
      <Dialog opened size="sm" title={words.linkTitle(username)} onClose={onClose}>
        <p>{words.linkSent(sentTo ?? '', dateTime(expiresAt))}</p>
      </Dialog>
    )
  }
  return (
    <SecretDialog title={words.linkTitle(username)} label={words.link} secret={address} onClose={onClose}>
      <p>{words.linkLead(dateTime(expiresAt))}</p>
    </SecretDialog>
  )
}
