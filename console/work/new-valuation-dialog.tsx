import { TextInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { consoleValuations } from '#contract/console/work.ts'
import { officeDay } from '#contract/moment.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { sendByKeys } from '#browser/form.ts'
import { digits, useForm } from '../forms/use-form.ts'
import { useWorkMessages } from '../messages/work.ts'
import { ClientChoice } from './client-choice.tsx'
import { AFTER_WORK } from './work-queries.ts'
import styles from './work.module.css'

interface Props {
  readonly ticket?: number
  readonly onClose: () => void
  readonly onCreated?: (number: number) => void
}

/** An offer, for the client's administrator to decide. */
export function NewValuationDialog({ ticket, onClose, onCreated }: Props) {
  const { valuation: words, list, create } = useWorkMessages()
  const [today] = useState(() => officeDay(new Date()))
  const form = useForm({ ticket: '', development: '', description: '', on: today })
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
      submit={words.submit}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <Textarea
        label={words.description}
        required
        rows={4}
        maxLength={400}
        {...form.text('description')}
        onKeyDown={sendByKeys}
      />
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
