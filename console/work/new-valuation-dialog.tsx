import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { consoleValuations } from '#contract/console/work.ts'
import { officeDay } from '#contract/moment.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { digits } from '../forms/use-form.ts'
import { useLanguage } from '../messages/language.ts'
import { useWorkMessages } from '../messages/work.ts'
import { ClientChoice } from './client-choice.tsx'
import { OfferFields } from './offer-fields.tsx'
import { blankLine, linesOf } from './offered-lines.ts'
import { useOfferForm } from './use-offer-form.ts'
import { AFTER_WORK } from './work-queries.ts'
import styles from './work.module.css'

interface Props {
  readonly ticket?: number
  readonly onClose: () => void
  readonly onCreated?: (number: number) => void
}

/** A new offer, for the client's administrator to decide. */
export function NewValuationDialog({ ticket, onClose, onCreated }: Props) {
  const { valuation: words, list, create } = useWorkMessages()
  const [today] = useState(() => officeDay(new Date()))
  const language = useLanguage()
  const form = useOfferForm({
    ticket: '',
    development: '',
    on: today,
    description: '',
    lines: [blankLine([])],
    validUntil: daysAfter(today, USUAL_DAYS),
  })
  const { fields } = form
  const [client, setClient] = useState<{ readonly code: number; readonly name: string } | null>(null)
  const { mutate, isPending } = useAct(consoleValuations.create, AFTER_WORK)
  const ofTicket = ticket ?? (Number(fields.ticket) || null)
  const ofDevelopment = Number(fields.development) || null
  const send = () =>
    mutate(
      {
        ticket: ofTicket,
        development: ofDevelopment,
        ...(ofTicket === null && ofDevelopment === null && { client: client?.code ?? null }),
        description: fields.description,
        on: fields.on || null,
        lines: linesOf(fields.lines, language),
        validUntil: fields.validUntil || null,
      },
      {
        onSuccess: ({ number }) => {
          showAlert('success', words.created(number))
          onClose()
          onCreated?.(number)
        },
        onError: form.refuse,
      },
    )
  return (
    <FormDialog
      title={ticket === undefined ? list.create.valuation : words.ofTicket(ticket)}
      dirty={form.dirty || client !== null}
      busy={isPending}
      size="lg"
      submit={words.submit}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <OfferFields form={form} />
      <div className={styles.row}>
        {ticket === undefined && (
          <TextInput
            label={words.ticket}
            description={create.ticketHint}
            maxLength={12}
            {...digits(form.text('ticket'))}
          />
        )}
        <TextInput label={words.development} maxLength={12} {...digits(form.text('development'))} />
        <TextInput type="date" label={words.on} {...form.text('on')} />
      </div>
      {ofTicket === null && ofDevelopment === null && (
        <>
          <p className={styles.quiet}>{create.or}</p>
          <ClientChoice chosen={client} error={form.problems['client']} onChoose={setClient} />
        </>
      )}
    </FormDialog>
  )
}

/** The default time for which an offer is valid. */
const USUAL_DAYS = 30

const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
