import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { consoleReceivedMail } from '#contract/console/received-mail.ts'
import { showAlert } from '#ui/alerts.tsx'
import { addressOf, sentenceOf } from '../api.ts'
import { useFormat } from '../messages/index.ts'
import { useReceivedMessages } from '../messages/received/received.ts'
import { paths } from '../paths.ts'
import { useNow } from '#browser/live/use-now.ts'
import { asOwner } from './owner-dialog.tsx'
import { type Mail, useDiscard, useRaise, useRestore } from './received-queries.ts'
import styles from './received-mail-page.module.css'

const failed = (error: Error) => showAlert('error', sentenceOf(error))

interface RowProps {
  readonly mail: Mail
  readonly onJoin: () => void
  readonly onChoose: () => void
}

/** A mail with its acts and their keys. */
export function ReceivedMailRow({ mail, onJoin, onChoose }: RowProps) {
  const words = useReceivedMessages()
  const raise = useRaise()
  const discard = useDiscard()
  const restore = useRestore()
  const subject = mail.subject || words.noSubject
  const isBusy = raise.isPending || discard.isPending || restore.isPending
  // A sorted mail leaves the list, and this row with it, before the answer arrives. So the promise reports the outcome,
  // not a callback of the row.
  const tell = <Done,>(act: Promise<Done>, said: (done: Done) => string) =>
    act.then((done) => showAlert('success', said(done)), failed)
  const acts = {
    c: () => {
      const owner = mail.client ? {} : mail.proposed && asOwner(mail.proposed)
      if (owner === null) return onChoose()
      return tell(raise.mutateAsync({ mail: mail.id, ...owner }), ({ ticket }) => words.raised(ticket))
    },
    p: () => mail.client === null && onChoose(),
    u: onJoin,
    x: () => tell(discard.mutateAsync({ mail: mail.id }), () => words.discarded),
  }
  const back = () => tell(restore.mutateAsync({ mail: mail.id }), () => words.restored)
  const byKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || isBusy || mail.state !== 'waiting') return
    if (key !== 'c' && key !== 'p' && key !== 'u' && key !== 'x') return
    // In a mail, its own keys go before those of the whole console.
    event.preventDefault()
    event.stopPropagation()
    void acts[key]()
  }
  const button = (label: string, onClick: () => unknown, disabled = false) => (
    <Button
      size="xs"
      variant="default"
      disabled={disabled || isBusy}
      aria-label={words.about(label, subject)}
      onClick={() => void onClick()}
      onKeyDown={byKey}
    >
      {label}
    </Button>
  )
  return (
    <li className={styles.mail}>
      <MailText mail={mail} subject={subject} />
      <div className={styles.acts} role="group" aria-label={subject}>
        {mail.state === 'waiting' ? (
          <>
            {button(words.raise, acts.c)}
            {mail.client === null && button(words.choose, acts.p)}
            {button(words.join, acts.u)}
            {button(words.discard, acts.x)}
          </>
        ) : (
          button(words.restore, back)
        )}
      </div>
      {mail.state === 'waiting' && mail.client === null && (
        <p className={styles.quiet}>{mail.proposed ? words.onlyProposed : words.noClient}</p>
      )}
    </li>
  )
}

function MailText({ mail, subject }: { mail: Mail; subject: string }) {
  const words = useReceivedMessages()
  const { ago, dateTime } = useFormat()
  const now = useNow()
  const { ticket, reason, proof, files, sender, senderName, receivedAt, said, rest } = mail
  const { client, contact, module } = mail.client ? mail : (mail.proposed ?? mail)
  const from = [senderName, sender && `<${sender}>`].filter(Boolean).join(' ') || words.unknown
  const owner = client && (mail.client ? client.name : words.proposed(client.name))
  const whose = [owner ?? words.unknown, contact?.name, module && words.module(module)].filter(Boolean).join(' · ')
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.subject}>{subject}</h2>
        <time className={styles.quiet} dateTime={receivedAt.toISOString()} title={dateTime(receivedAt)}>
          {ago(receivedAt, now)}
        </time>
      </div>
      <p className={styles.quiet}>
        {words.from} {from}
        {proof !== 'pass' && ` (${words.notProven})`}
      </p>
      <p className={styles.quiet}>{whose}</p>
      <p className={styles.quiet}>
        {reason && words.reasons[reason]}{' '}
        {ticket !== null && (
          <Link to={paths.ticket} params={{ number: String(ticket) }}>
            {words.ticket(ticket)}
          </Link>
        )}
      </p>
      {said !== '' && <p className={styles.text}>{said}</p>}
      {rest !== '' && (
        <details>
          <summary>{words.rest}</summary>
          <p className={styles.text}>{rest}</p>
        </details>
      )}
      {files.length > 0 && <MailFiles mail={mail} />}
    </>
  )
}

/** The files, to be saved. Files that the portal's rules refuse are only named. */
function MailFiles({ mail: { id, files } }: { mail: Mail }) {
  const words = useReceivedMessages()
  const { bytes } = useFormat()
  return (
    <ul className={styles.files} aria-label={words.files}>
      {files.map(({ name, bytes: size, refused = false }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a file of a mail is identified by its position
        <li key={place}>
          {refused ? (
            name
          ) : (
            <a href={addressOf(consoleReceivedMail.file, { mail: id, place })} download={name}>
              {name}
            </a>
          )}{' '}
          <span className={styles.quiet}>
            {bytes(size)}
            {refused && ` · ${words.refusedFile}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
