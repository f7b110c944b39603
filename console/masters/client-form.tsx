import { Checkbox, TextInput } from '@mantine/core'
import { CLIENT_AREAS } from '#domain/account.ts'
import { clientNow, consoleClients } from '#contract/console/clients.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { useMessages } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import type { Client } from './client-queries.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { MASTERS } from '../lists/list-query.ts'
import styles from './client-form.module.css'
import { useForm } from '../forms/use-form.ts'
import { useRace } from '../forms/use-race.ts'

interface Written {
  readonly code: string
  readonly name: string
  readonly email: string
  readonly areas: Client['areas']
  readonly active: boolean
  readonly secondFactorRequired: boolean
}

export function NewClient({ onClose, onCreated }: { onClose: () => void; onCreated: (client: Client) => void }) {
  const { clients: words } = useMasterMessages()
  const { shared } = useMessages()
  const form = useForm<Written>({
    code: '',
    name: '',
    email: '',
    areas: ['main'],
    active: true,
    secondFactorRequired: false,
  })
  const { mutate, isPending } = useAct(consoleClients.create, [MASTERS])
  const send = () => {
    const { code, name, email, areas } = form.fields
    if (code === '') {
      form.wrong({ code: shared.field.required() }, shared.session['check-fields']())
      return
    }
    mutate(
      { code: Number(code), name, email, areas },
      {
        onSuccess: (client) => {
          showAlert('success', words.saved(client.name))
          onClose()
          onCreated(client)
        },
        onError: form.refuse,
      },
    )
  }
  return (
    <FormDialog
      title={words.create}
      dirty={form.dirty}
      busy={isPending}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <TextInput {...form.digits('code')} required label={words.code} description={words.codeHint} maxLength={9} />
      <Fields form={form} />
    </FormDialog>
  )
}

export function OpenClient({ client, onClose }: { client: Client; onClose: () => void }) {
  const race = useRace(client, (refusal) => refusal.told(clientNow))
  return <EditClient key={race.record.revision} race={race} onClose={onClose} />
}

function EditClient({ race, onClose }: { race: ReturnType<typeof useRace<Client>>; onClose: () => void }) {
  const { clients: words } = useMasterMessages()
  const { code, name, email, areas, active, secondFactorRequired, revision } = race.record
  const form = useForm<Written>({ code: String(code), name, email, areas, active, secondFactorRequired })
  const { mutate, isPending } = useAct(consoleClients.change, [MASTERS])
  const send = () => {
    const { code: _, ...written } = form.fields
    mutate(
      { client: code, ...written, revision },
      {
        onSuccess: (saved) => {
          showAlert('success', words.saved(saved.name))
          onClose()
        },
        onError: (error) => race.isLost(error) || form.refuse(error),
      },
    )
  }
  return (
    <FormDialog
      title={words.edit(name)}
      dirty={form.dirty}
      busy={isPending}
      onTakeCurrent={race.lost ? race.take : null}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <Fields form={form} />
      <Checkbox
        label={words.mayEnter}
        description={words.mayEnterHint}
        checked={form.fields.active}
        onChange={({ currentTarget }) => form.set({ active: currentTarget.checked })}
      />
      <Checkbox
        label={words.secondFactor}
        description={words.secondFactorHint}
        checked={form.fields.secondFactorRequired}
        onChange={({ currentTarget }) => form.set({ secondFactorRequired: currentTarget.checked })}
      />
    </FormDialog>
  )
}

function Fields({ form }: { form: ReturnType<typeof useForm<Written>> }) {
  const { clients: words } = useMasterMessages()
  const { area: names } = useMessages()
  const { areas } = form.fields
  return (
    <>
      <TextInput {...form.text('name')} required label={words.name} maxLength={200} autoComplete="off" />
      <TextInput {...form.text('email')} label={words.email} type="email" maxLength={254} autoComplete="off" />
      <Checkbox.Group
        label={words.areas}
        description={words.areasHint}
        error={form.problems['areas']}
        value={[...areas]}
        onChange={(chosen) => form.set({ areas: CLIENT_AREAS.filter((area) => chosen.includes(area)) })}
      >
        <div className={styles.checks}>
          {CLIENT_AREAS.map((area) => (
            <Checkbox key={area} value={area} label={names[area]} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}
