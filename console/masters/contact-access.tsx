import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { consoleContacts } from '#contract/console/contacts.ts'
import { consolePasswordLinks } from '#contract/console/password-links.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { useFormat } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { useTechnician } from '../session/session-store.ts'
import type { Contact } from './client-queries.ts'
import { ConfirmDialog } from '../forms/confirm-dialog.tsx'
import { MASTERS } from '../lists/list-query.ts'
import styles from './masters.module.css'
import { type GivenLink, GivenLinkDialog } from './given-link.tsx'
import { useForm } from '../forms/use-form.ts'

/** The user name and password of an administrator: the invitation, or a link for a forgotten password. */
export function ContactAccess({ contact }: { contact: Contact }) {
  const { contacts: words } = useMasterMessages()
  const { dateTime } = useFormat()
  const form = useForm({ username: '' })
  const [link, setLink] = useState<GivenLink | null>(null)
  const { mutate, isPending } = useAct(consolePasswordLinks.issue, [MASTERS])
  const { client, id, username, visibility, active, linkExpiresAt } = contact
  const { role } = useTechnician()
  if (visibility !== 'client' || !active) return null
  const send = () =>
    mutate(
      { client: client.code, contact: id, username: username ?? form.fields.username.trim() },
      {
        onSuccess: (given) => {
          if (given) setLink(given)
          else showAlert('success', words.linkAsked(contact.name))
        },
        onError: form.refuse,
      },
    )
  return (
    <section className={`${styles.box} ${styles.measured}`} aria-labelledby="acceso">
      <h2 id="acceso" className={styles.boxTitle}>
        {words.access}
      </h2>
      <p className={styles.lead}>{username === null ? words.accessLead : words.hasAccess(username)}</p>
      {linkExpiresAt && <p className={styles.quiet}>{words.linkPending(dateTime(linkExpiresAt))}</p>}
      {role === 'supervisor' ? (
        <form noValidate className={styles.inline} onSubmit={form.onSubmit(send)}>
          {username === null && (
            <TextInput
              {...form.text('username')}
              required
              label={words.username}
              maxLength={200}
              autoCapitalize="none"
              autoComplete="off"
            />
          )}
          <Button type="submit" variant="default" loading={isPending}>
            {username === null ? words.invite : words.newLink}
          </Button>
        </form>
      ) : (
        <p className={styles.quiet}>{words.accessBySupervisor}</p>
      )}
      {contact.secondFactor && <SecondFactor contact={contact} />}
      {link && <GivenLinkDialog link={link} onClose={() => setLink(null)} />}
    </section>
  )
}

/** A supervisor removes a second factor that was lost with its phone. */
function SecondFactor({ contact: { client, id, name } }: { contact: Contact }) {
  const { contacts: words } = useMasterMessages()
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useAct(consoleContacts.resetSecondFactor, [MASTERS])
  const isSupervisor = useTechnician().role === 'supervisor'
  const reset = () =>
    mutate(
      { client: client.code, contact: id },
      {
        onSuccess: () => showAlert('success', words.resetting.done(name)),
        onError: (error) => {
          showAlert('error', sentenceOf(error))
          setAsking(false)
        },
      },
    )
  return (
    <>
      <p className={styles.lead}>{words.secondFactorOn}</p>
      {isSupervisor && (
        <div className={styles.inline}>
          <Button variant="default" onClick={() => setAsking(true)}>
            {words.resetSecondFactor}
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title={words.resetting.title(name)}
          act={words.resetting.act}
          busy={isPending}
          onClose={() => setAsking(false)}
          onConfirm={reset}
        >
          <p>{words.resetting.text}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
