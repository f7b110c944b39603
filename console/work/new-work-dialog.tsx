import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Problems } from '#browser/form.ts'
import { consoleWork } from '#contract/console/work.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { digits, useForm } from '../forms/use-form.ts'
import { useWorkMessages } from '../messages/work.ts'
import { ClientChoice, InstallationChoice } from './client-choice.tsx'
import { AFTER_WORK, type WorkKind } from './work-queries.ts'
import { VersionInput } from './version-input.tsx'
import styles from './work.module.css'

interface Props {
  readonly kind: WorkKind
  /** The ticket that it answers. Without one, the form asks for its number, or for a client. */
  readonly ticket?: { readonly number: number; readonly title: string }
  readonly onClose: () => void
  readonly onCreated?: (number: number) => void
}

/** Opens an incident or a development. */
export function NewWorkDialog({ kind, ticket, onClose, onCreated }: Props) {
  const { create: words, form: formWords, page } = useWorkMessages()
  const form = useForm({
    ticket: '',
    installation: '',
    title: ticket?.title ?? '',
    version: '',
    plannedDelivery: '',
    plannedTest: '',
    plannedProduction: '',
  })
  const { fields, set, problems } = form
  const [client, setClient] = useState<Client | null>(null)
  const { mutate, isPending } = useAct(consoleWork.create, AFTER_WORK)
  const of = ticket?.number ?? (Number(fields.ticket) || null)
  const send = () =>
    mutate(
      {
        kind,
        ticket: of,
        ...(of === null && { client: client?.code ?? null, installation: fields.installation || null }),
        title: fields.title.trim() || null,
        version: fields.version.trim(),
        plannedDelivery: fields.plannedDelivery || null,
        plannedTest: fields.plannedTest || null,
        plannedProduction: fields.plannedProduction || null,
      },
      {
        onSuccess: ({ number }) => {
          showAlert('success', words.done[kind](number))
          onClose()
          onCreated?.(number)
        },
        onError: form.refuse,
      },
    )
  return (
    <FormDialog
      title={ticket ? words.ofTicket(words.title[kind], ticket.number) : words.title[kind]}
      dirty={form.dirty || client !== null}
      busy={isPending}
      submit={words.submit}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      {!ticket && (
        <>
          <TextInput
            label={words.ticket}
            description={words.ticketHint}
            maxLength={12}
            {...digits(form.text('ticket'))}
          />
          {of === null && (
            <ForWhom
              client={client}
              onClient={setClient}
              installation={fields.installation}
              onInstallation={(installation) => set({ installation })}
              problems={problems}
            />
          )}
        </>
      )}
      <TextInput
        label={formWords.title}
        description={of === null ? undefined : formWords.titleOfTicket}
        maxLength={200}
        {...form.text('title')}
      />
      <div className={styles.pairs}>
        <VersionInput {...form.text('version')} />
        <TextInput type="date" label={page.delivery} {...form.text('plannedDelivery')} />
        <TextInput type="date" label={page.test} {...form.text('plannedTest')} />
        <TextInput type="date" label={page.production} {...form.text('plannedProduction')} />
      </div>
    </FormDialog>
  )
}

interface Client {
  readonly code: number
  readonly name: string
}

interface ForWhomProps {
  readonly client: Client | null
  readonly onClient: (client: Client | null) => void
  readonly installation: string
  readonly onInstallation: (installation: string) => void
  readonly problems: Problems
}

/** The client and installation of work without a ticket. */
function ForWhom({ client, onClient, installation, onInstallation, problems }: ForWhomProps) {
  const { create: words } = useWorkMessages()
  return (
    <>
      <p className={styles.quiet}>{words.or}</p>
      <ClientChoice
        chosen={client}
        error={problems['client']}
        onChoose={(chosen) => {
          onClient(chosen)
          onInstallation('')
        }}
      />
      {client && (
        <InstallationChoice
          client={client.code}
          value={installation}
          error={problems['installation']}
          onChange={onInstallation}
        />
      )}
    </>
  )
}
