import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleValuations } from '#contract/console/work.ts'
import { showAlert } from '#ui/alerts.tsx'
import { LoadingState } from '#ui/states.tsx'
import { useAct } from '../act.ts'
import { addressOf } from '../api.ts'
import { useShortcuts } from '../keyboard/shortcuts.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { Unread } from '../layout/unread.tsx'
import { ConfirmedAct } from '../forms/confirm-dialog.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { digits, useForm } from '../forms/use-form.ts'
import { useFormat } from '../messages/index.ts'
import { useWorkMessages } from '../messages/work.ts'
import { WORK_LISTS, paths } from '../paths.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { Amounts, History } from './valuation-offer.tsx'
import { DecisionBadge } from './work-parts.tsx'
import { AFTER_WORK, type ValuationView, valuationQuery } from './work-queries.ts'
import styles from './work.module.css'

/** One valuation: its offer, decision and questions. */
export function ValuationPage({ number }: { number: number }) {
  const { valuation: words, page } = useWorkMessages()
  const query = useQuery(valuationQuery(number))
  if (query.data) return <Opened valuation={query.data} />
  if (!query.error) return <LoadingState label={page.loading} />
  return (
    <Unread
      query={query}
      missing={words.notFound}
      to={{ to: paths.workList, params: { lista: WORK_LISTS.valuation }, words: page.toList }}
    />
  )
}

function Opened({ valuation }: { valuation: ValuationView }) {
  const { valuation: words, name } = useWorkMessages()
  const { dateTime } = useFormat()
  const { number, client, description, decision, closedAt, questionTickets } = valuation
  const [open, setOpen] = useState<'offer' | 'close' | 'belongs' | null>(null)
  const close = () => setOpen(null)
  usePageTitle(name.valuation(number))
  useShortcuts([{ keys: 'e', group: 'work', words: words.belongs, run: () => setOpen('belongs') }])
  return (
    <section className={styles.column}>
      <header className={styles.header}>
        <h1 className={styles.title}>{name.valuation(number)}</h1>
        <div className={styles.line}>
          <DecisionBadge valuation={valuation} />
          <span>{client.name}</span>
          {closedAt && <span className={styles.quiet}>{words.closedAt(dateTime(closedAt))}</span>}
        </div>
        <div className={styles.acts}>
          {valuation.mayOffer && (
            <Button size="xs" onClick={() => setOpen('offer')}>
              {words.change}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            component="a"
            href={addressOf(consoleValuations.pdf, { number })}
            download={`${name.valuation(number)}.pdf`}
          >
            {words.pdf}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen('belongs')}>
            {words.belongs}
          </Button>
          {!closedAt && (
            <Button size="xs" variant="default" onClick={() => setOpen('close')}>
              {words.close}
            </Button>
          )}
        </div>
      </header>
      <div className={styles.box}>
        <p className={styles.text}>{description}</p>
        <Amounts valuation={valuation} />
        <Facts valuation={valuation} />
        {decision && (
          <p className={styles.text}>
            <strong>{words.decided(words.decision[decision.decision], decision.by, dateTime(decision.at))}</strong>
            {decision.text && `\n${decision.text}`}
          </p>
        )}
      </div>
      <History valuation={valuation} />
      <div className={styles.box}>
        <h2 className={styles.boxTitle}>{words.questions}</h2>
        <Questions tickets={questionTickets} />
      </div>
      {open === 'offer' && <OfferDialog valuation={valuation} onClose={close} />}
      {open === 'close' && <CloseDialog valuation={valuation} onClose={close} />}
      {open === 'belongs' && <BelongsDialog valuation={valuation} onClose={close} />}
    </section>
  )
}

/** The valuation's date, and its ticket or development. */
function Facts({ valuation: { createdOn, validUntil, ticket, development } }: { valuation: ValuationView }) {
  const { list, valuation: words } = useWorkMessages()
  const { day } = useFormat()
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{list.createdOn}</dt>
        <dd>{day(createdOn)}</dd>
      </div>
      <div>
        <dt>{words.validUntil}</dt>
        <dd>{validUntil === null ? '–' : day(validUntil)}</dd>
      </div>
      <div>
        <dt>{list.ticket}</dt>
        <dd>
          {ticket === null ? (
            '–'
          ) : (
            <Link to={paths.ticket} params={{ number: String(ticket) }} className={styles.link}>
              {ticket}
            </Link>
          )}
        </dd>
      </div>
      <div>
        <dt>{list.development}</dt>
        <dd>
          {development === null ? (
            '–'
          ) : (
            <Link
              to={paths.work}
              params={{ lista: WORK_LISTS.development, number: String(development) }}
              className={styles.link}
            >
              {development}
            </Link>
          )}
        </dd>
      </div>
    </dl>
  )
}

function Questions({ tickets }: { tickets: ValuationView['questionTickets'] }) {
  const { valuation: words } = useWorkMessages()
  if (tickets.length === 0) return <p className={styles.quiet}>{words.noQuestions}</p>
  return (
    <ul className={styles.tickets}>
      {tickets.map(({ number, title }) => (
        <li key={number}>
          <Link to={paths.ticket} params={{ number: String(number) }} className={styles.link}>
            {number} {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface DialogProps {
  readonly valuation: ValuationView
  readonly onClose: () => void
}

function CloseDialog({ valuation: { number }, onClose }: DialogProps) {
  const { valuation: words } = useWorkMessages()
  return (
    <ConfirmedAct
      title={words.close}
      act={words.close}
      endpoint={consoleValuations.close}
      input={{ number }}
      stale={AFTER_WORK}
      done={words.closed}
      onClose={onClose}
    >
      {words.closeLead}
    </ConfirmedAct>
  )
}

/** The valuation's development may become known only after acceptance. */
function BelongsDialog({ valuation: { number, ticket, development }, onClose }: DialogProps) {
  const { valuation: words } = useWorkMessages()
  const form = useForm({ ticket: String(ticket ?? ''), development: String(development ?? '') })
  const { mutate, isPending } = useAct(consoleValuations.change, AFTER_WORK)
  const send = () =>
    mutate(
      {
        number,
        ticket: Number(form.fields.ticket) || null,
        development: Number(form.fields.development) || null,
      },
      {
        onSuccess: () => {
          showAlert('success', words.saved)
          onClose()
        },
        onError: form.refuse,
      },
    )
  return (
    <FormDialog
      title={words.belongsTo}
      dirty={form.dirty}
      busy={isPending}
      size="sm"
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <TextInput label={words.ticket} maxLength={12} {...digits(form.text('ticket'))} />
      <TextInput label={words.development} maxLength={12} {...digits(form.text('development'))} />
    </FormDialog>
  )
}
