import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { programOf } from '#domain/ticket.ts'
import { part } from '#ui/part.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { VIEW_NAMES, paths } from '../paths.ts'
import { queueAddress } from '../queue/queue-search.ts'
import { Standing } from '../queue/standing.tsx'
import { useTechnician } from '../session/session-store.ts'
import type { TicketView } from './ticket-queries.ts'
import styles from './ticket-side.module.css'
import { TicketWork } from './ticket-work.tsx'

const Alike = part(async () => (await import('./alike.tsx')).Alike).Part

interface Props {
  readonly view: TicketView
  readonly number: number
  readonly onInsert: (text: string) => void
}

/** The customer, their products, and their other tickets. */
export function TicketSide({ view, number, onInsert }: Props) {
  const { side: words } = useMessages()
  return (
    <aside className={styles.side} aria-label={words.title}>
      <Client view={view} />
      <Person view={view} />
      <Origin ticket={view.ticket} />
      <Part title={words.work}>
        <TicketWork view={view} number={number} />
      </Part>
      <Others view={view} />
      {/* It stands last: it arrives after the rest, and so moves nothing. */}
      <Suspense>
        <Alike key={view.ticket.number} ticket={view.ticket.number} onInsert={onInsert} />
      </Suspense>
    </aside>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2 className={styles.title}>{title}</h2>
    {children}
  </section>
)

function Client({ view: { client, installation, ticket } }: { view: TicketView }) {
  const { side: words } = useMessages()
  const company = installation.companies.find(({ code }) => code === ticket.company)
  return (
    <Part title={words.client}>
      <div className={styles.names}>
        <p className={styles.strong}>
          <Link to={paths.client} params={{ client: String(client.code) }}>
            {client.name}
          </Link>
        </p>
        <p className={styles.quiet}>
          {client.code} ·{' '}
          <Link
            to={paths.queue}
            params={{ vista: VIEW_NAMES.open }}
            search={queueAddress.written({ client: client.code })}
          >
            {words.clientTickets}
          </Link>
        </p>
      </div>
      <dl className={styles.facts}>
        <dt>{words.installation}</dt>
        <dd>
          <Link to={paths.installation} params={{ installation: installation.code }}>
            {installation.code}
          </Link>
        </dd>
        <dt>{words.company}</dt>
        <dd>{company ? `${company.code} ${company.name}` : ticket.company}</dd>
        <dt>{words.version}</dt>
        <dd>
          {installation.version}
          {ticket.version !== installation.version && (
            <span className={styles.quiet}> ({words.versionThen(ticket.version)})</span>
          )}
        </dd>
        <dt>{words.program}</dt>
        <dd>{programOf(ticket.origin) ?? '–'}</dd>
      </dl>
    </Part>
  )
}

function Person({ view: { client, contact, ticket } }: { view: TicketView }) {
  const { side: words } = useMessages()
  const { role } = useTechnician()
  const { dateTime } = useFormat()
  const email = contact?.email || ticket.email
  const phone = contact?.phone || ticket.phone
  return (
    <Part title={contact ? words.contact : words.raisedBy}>
      <p className={styles.strong}>
        {contact ? (
          <Link to={paths.contact} params={{ client: String(client.code), contact: String(contact.id) }}>
            {contact.name}
          </Link>
        ) : (
          ticket.contactName || ticket.raisedBy
        )}
        {contact && !contact.active && <span className={styles.quiet}> ({words.inactive})</span>}
      </p>
      {contact && <p className={styles.quiet}>{words.visibility[contact.visibility]}</p>}
      {contact && ticket.behalf !== '' && (
        <p>
          {words.raisedBy}: <strong>{ticket.raisedBy}</strong>
        </p>
      )}
      <p className={styles.reach}>
        {phone && <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>}
        {email && <a href={`mailto:${email}`}>{email}</a>}
        {role === 'supervisor' && (
          <Link to={paths.outbox} search={{ ticket: ticket.number }}>
            {words.mails}
          </Link>
        )}
      </p>
      {ticket.phoneAssistance && (
        <p className={ticket.calledBackAt ? styles.quiet : styles.call}>
          {ticket.calledBackAt ? (
            words.calledBack(dateTime(ticket.calledBackAt))
          ) : (
            <>
              {words.callMe}
              {ticket.callWindow && `: ${ticket.callWindow}`}
              {ticket.phone && <> · {ticket.phone}</>}
            </>
          )}
        </p>
      )}
    </Part>
  )
}

function Origin({ ticket }: { ticket: TicketView['ticket'] }) {
  const { side: words, channel, kind, ticket: ticketWords } = useMessages()
  const { dateTime, date } = useFormat()
  const lines = [
    `${kind[ticket.kind]} · ${channel[ticket.channel]}`,
    `${words.createdAt}: ${dateTime(ticket.createdAt)}`,
    ticket.notedBy && words.notedBy(ticket.notedBy.name),
    ticket.callMinutes !== null && words.minutes(ticket.callMinutes),
    ticket.fromAssistant && words.fromAssistant,
    ticket.customDevelopment && words.custom,
    ticket.blockingIncident !== null && ticketWords.blocked(ticket.blockingIncident),
    ticket.silentAcceptanceAt && ticketWords.silence(date(ticket.silentAcceptanceAt)),
  ].filter((line) => typeof line === 'string')
  return (
    <Part title={words.origin}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Part>
  )
}

function Others({ view: { otherTickets } }: { view: TicketView }) {
  const { side: words } = useMessages()
  const { date } = useFormat()
  return (
    <Part title={words.others}>
      {otherTickets.length === 0 ? (
        <p className={styles.quiet}>{words.noOthers}</p>
      ) : (
        <ul className={styles.list}>
          {otherTickets.map((other) => (
            <li key={other.number}>
              <Link to={paths.ticket} params={{ number: String(other.number) }}>
                {other.number} {other.title}
              </Link>
              <span className={styles.line}>
                <Standing ticket={other} />
                <span className={styles.quiet}>{date(other.createdAt)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
