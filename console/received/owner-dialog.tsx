import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { sentenceOf } from '../api.ts'
import { useCallers } from '../calls/call-queries.ts'
import { useReceivedMessages } from '../messages/received/received.ts'
import { type Mail, useRaise } from './received-queries.ts'
import styles from './received-mail-page.module.css'

interface Owner {
  readonly client: { readonly code: number }
  readonly contact: { readonly id: number } | null
}

/** The client and the contact who will own the ticket. */
export const asOwner = ({ client, contact }: Owner) => ({ client: client.code, contact: contact?.id ?? null })

/** Makes a ticket of an unknown sender's mail, for a client or contact. The technician finds them as for a call. */
export function OwnerDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const words = useReceivedMessages()
  const [typed, setTyped] = useState(mail.proposed?.client.name ?? mail.senderName)
  const { text, callers, settled, isError } = useCallers(typed)
  const { mutate, isPending } = useRaise()
  const raise = (owner: Owner) =>
    mutate(
      { mail: mail.id, ...asOwner(owner) },
      {
        onSuccess: ({ ticket }) => {
          showAlert('success', words.raised(ticket))
          onClose()
        },
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  return (
    <Dialog opened size="md" title={words.chooseTitle} dirty={false} onClose={onClose} footer={null}>
      <TextInput
        type="search"
        label={words.owner}
        description={words.ownerHint}
        maxLength={100}
        value={typed}
        data-autofocus
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {text.length > 1 && callers.length > 0 && (
        <ul className={styles.owners} aria-label={words.found}>
          {callers.map((caller) => (
            <li key={`${caller.client.code} ${caller.contact?.id ?? ''}`}>
              <Button
                fullWidth
                variant="default"
                justify="flex-start"
                className={styles.owner}
                disabled={isPending}
                onClick={() => raise(caller)}
              >
                {[caller.contact?.name, caller.client.name, caller.contact?.email].filter(Boolean).join(' · ')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={styles.quiet}>
        {text.length > 1 && settled && callers.length === 0 && words.nobody}
      </p>
      {isError && (
        <p role="alert" className={styles.quiet}>
          {words.failed}
        </p>
      )}
    </Dialog>
  )
}
