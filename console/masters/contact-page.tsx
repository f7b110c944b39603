import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type LinkProps, Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleContacts, contactNow } from '#contract/console/contacts.ts'
import { VISIBILITIES } from '#domain/account.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { type CallOptions, callOptionsQuery } from '../calls/call-queries.ts'
import { useMessages } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { paths } from '../paths.ts'
import { useTechnician } from '../session/session-store.ts'
import { type Contact, contactQuery } from './client-queries.ts'
import { ContactAccess } from './contact-access.tsx'
import { ContactPlaces } from './contact-places.tsx'
import { LeaveGuard } from '../forms/leave-guard.tsx'
import { MASTERS } from '../lists/list-query.ts'
import { MasterPage } from './master-page.tsx'
import styles from './masters.module.css'
import { Meanwhile } from '../forms/meanwhile.tsx'
import { OneRecord } from './one-record.tsx'
import { useForm } from '../forms/use-form.ts'
import { useLeaving } from '../forms/use-leaving.ts'
import { useRace } from '../forms/use-race.ts'

/** One contact: who it is, what it may see, and how it enters. */
export function ContactPage() {
  const { client = '', contact = '' } = useParams({ strict: false })
  const query = useQuery(contactQuery(Number(client), Number(contact)))
  const options = useQuery(callOptionsQuery(Number(client)))
  const back = toContacts(client)
  useLeaving(back)
  return (
    <OneRecord query={query} back={back}>
      {(found) => (
        <OneRecord query={options} back={back}>
          {(options) => <OpenContact key={`${found.client.code} ${found.id}`} contact={found} options={options} />}
        </OneRecord>
      )}
    </OneRecord>
  )
}

export function NewContactPage() {
  const { client = '' } = useParams({ strict: false })
  const options = useQuery(callOptionsQuery(Number(client)))
  const back = toContacts(client)
  useLeaving(back)
  return (
    <OneRecord query={options} back={back}>
      {(options) => <NewContact options={options} />}
    </OneRecord>
  )
}

interface Written {
  readonly number: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly visibility: Contact['visibility']
  readonly places: Contact['places']
  readonly active: boolean
}

function NewContact({ options }: { options: CallOptions }) {
  const { contacts: words, form: formWords } = useMasterMessages()
  const navigate = useNavigate()
  const { client } = options
  const [first] = options.installations
  const form = useForm<Written>({
    number: '',
    name: '',
    email: '',
    phone: '',
    visibility: 'own',
    places: options.installations.length === 1 && first ? [{ installation: first.code, companies: [] }] : [],
    active: true,
  })
  const [created, setCreated] = useState(false)
  const { mutate, isPending } = useAct(consoleContacts.create, [MASTERS])
  const send = () => {
    const { number, active: _, ...written } = form.fields
    mutate(
      { client: client.code, number: Number(number) || null, ...written },
      {
        onSuccess: (contact) => {
          showAlert('success', words.saved(contact.name))
          setCreated(true)
          void navigate({
            to: paths.contact,
            params: { client: String(client.code), contact: String(contact.id) },
            replace: true,
            ignoreBlocker: true,
          })
        },
        onError: form.refuse,
      },
    )
  }
  return (
    <MasterPage title={words.create} back={{ ...toContacts(String(client.code)), words: client.name }}>
      <form noValidate className={styles.box} onSubmit={form.onSubmit(send)}>
        <TextInput {...form.digits('number')} label={words.newNumber} description={words.numberHint} maxLength={12} />
        <Fields form={form} options={options} before="own" />
        <p className={styles.submit}>
          <Button type="submit" loading={isPending}>
            {formWords.create}
          </Button>
        </p>
      </form>
      <LeaveGuard dirty={form.dirty && !created} />
    </MasterPage>
  )
}

function OpenContact({ contact, options }: { contact: Contact; options: CallOptions }) {
  const race = useRace(contact, (refusal) => refusal.told(contactNow))
  return <EditContact key={race.record.revision} race={race} read={contact} options={options} />
}

interface EditProps {
  readonly race: ReturnType<typeof useRace<Contact>>
  /** As it was read last: what is beside the form, such as sessions, goes on being told. */
  readonly read: Contact
  readonly options: CallOptions
}

function EditContact({ race, read, options }: EditProps) {
  const { contacts: words, form: formWords } = useMasterMessages()
  const { id, client, name, email, phone, visibility, places, active, revision } = race.record
  const form = useForm<Written>({ number: String(id), name, email, phone, visibility, places, active })
  const { mutate, isPending } = useAct(consoleContacts.change, [MASTERS])
  const send = () => {
    const { number: _, ...written } = form.fields
    mutate(
      { client: client.code, contact: id, ...written, revision },
      {
        onSuccess: (saved) => {
          showAlert('success', words.saved(saved.name))
          race.saved(saved)
        },
        onError: (error) => race.isLost(error) || form.refuse(error),
      },
    )
  }
  return (
    <MasterPage title={name} back={{ ...toContacts(String(client.code)), words: client.name }}>
      {read.dataChanges > 0 && (
        <p className={styles.conflict}>
          <span>{words.dataChanges(read.dataChanges)}</span>
          <Link to={paths.dataChanges} search={{ buscar: read.name }}>
            {words.seeDataChanges}
          </Link>
        </p>
      )}
      <form noValidate className={styles.box} aria-label={words.data} onSubmit={form.onSubmit(send)}>
        {race.lost && <Meanwhile onTake={race.take} />}
        <p className={styles.quiet}>{words.numberIs(id)}</p>
        <Fields form={form} options={options} before={visibility} />
        <Checkbox
          label={words.mayEnter}
          description={words.mayEnterHint(read.sessions)}
          checked={form.fields.active}
          onChange={({ currentTarget }) => form.set({ active: currentTarget.checked })}
        />
        <p className={styles.submit}>
          <Button type="submit" loading={isPending} disabled={!form.dirty}>
            {formWords.save}
          </Button>
        </p>
      </form>
      <ContactAccess contact={read} />
      <LeaveGuard dirty={form.dirty} />
    </MasterPage>
  )
}

interface FieldsProps {
  readonly form: ReturnType<typeof useForm<Written>>
  readonly options: CallOptions
  /** What the contact may see before any change. */
  readonly before: Contact['visibility']
}

function Fields({ form, options, before }: FieldsProps) {
  const { contacts: words } = useMasterMessages()
  const { shared } = useMessages()
  const { fields, problems, set } = form
  const mayMakeAdministrator = useTechnician().role === 'supervisor' || before === 'client'
  return (
    <>
      <TextInput {...form.text('name')} required label={words.name} maxLength={200} autoComplete="off" />
      <div className={styles.row}>
        <TextInput {...form.text('email')} label={words.email} type="email" maxLength={254} autoComplete="off" />
        <TextInput {...form.text('phone')} label={words.phone} type="tel" maxLength={50} autoComplete="off" />
      </div>
      <NativeSelect
        label={words.visibility}
        description={mayMakeAdministrator ? undefined : shared.master['by-supervisor']()}
        value={fields.visibility}
        error={problems['visibility']}
        onChange={({ currentTarget }) => {
          const visibility = VISIBILITIES.find((one) => one === currentTarget.value)
          if (visibility) set({ visibility })
        }}
        data={VISIBILITIES.map((value) => ({
          value,
          label: words.visibilities[value],
          disabled: value === 'client' && !mayMakeAdministrator,
        }))}
      />
      <ContactPlaces
        places={fields.places}
        offered={options.installations}
        problem={problems['places']}
        onChange={(places) => set({ places })}
      />
    </>
  )
}

const toContacts = (client: string) => ({ to: paths.clientContacts, params: { client } }) satisfies LinkProps
