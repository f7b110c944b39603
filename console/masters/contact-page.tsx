import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type LinkProps, Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleContacts, contactNow } from '#contract/console/contacts.ts'
import { VISIBILITIES } from '#domain/account.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { type CallOptions, callOptionsQuery } from '../calls/call-queries.ts'
import type { Form } from '../forms/use-form.ts'
import { useMessages } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { RefusedAddress } from '../outbox/refused-address.tsx'
import { paths } from '../paths.ts'
import { useTechnician } from '../session/session-store.ts'
import { type Contact, contactQuery } from './client-queries.ts'
import { ContactAccess } from './contact-access.tsx'
import { ContactsAddress } from './contacts-address.tsx'
import { ContactPlaces } from './contact-places.tsx'
import { LeaveGuard } from '#browser/leave-guard.tsx'
import { MASTERS } from '../lists/list-query.ts'
import { MasterPage } from './master-page.tsx'
import styles from './masters.module.css'
import { Meanwhile } from '../forms/meanwhile.tsx'
import { OneRecord } from './one-record.tsx'
import { type RecordField, RecordFields } from '../forms/record-fields.tsx'
import { useLeaving } from '../forms/use-leaving.ts'
import { useRecord } from '../forms/use-record.ts'

/** One contact: its data, visibility and login. */
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

interface Written extends Pick<Contact, 'name' | 'email' | 'phone' | 'visibility' | 'places' | 'active'> {
  readonly number: string
}

function NewContact({ options }: { options: CallOptions }) {
  const { contacts: words, form: formWords } = useMasterMessages()
  const navigate = useNavigate()
  const { client } = options
  const [first] = options.installations
  const [created, setCreated] = useState(false)
  const create = useAct(consoleContacts.create, [MASTERS])
  const { form, onSubmit } = useRecord<Written, never, Contact>({
    record: null,
    begin: () => ({
      number: '',
      name: '',
      email: '',
      phone: '',
      visibility: 'own',
      places: options.installations.length === 1 && first ? [{ installation: first.code, companies: [] }] : [],
      active: true,
    }),
    save: ({ number, active: _, ...written }) =>
      create.mutateAsync({ client: client.code, number: Number(number) || null, ...written }),
    onSaved: ({ id, name }) => {
      showAlert('success', words.saved(name))
      setCreated(true)
      void navigate({
        to: paths.contact,
        params: { client: String(client.code), contact: String(id) },
        replace: true,
        ignoreBlocker: true,
      })
    },
  })
  const fields = useFields(form, options, 'own')
  return (
    <MasterPage title={words.create} back={{ ...toContacts(String(client.code)), words: client.name }}>
      <form noValidate className={styles.box} onSubmit={onSubmit}>
        <RecordFields
          form={form}
          list={[
            { is: 'digits', name: 'number', label: words.newNumber, hint: words.numberHint, maxLength: 12 },
            ...fields,
          ]}
        />
        <p className={styles.submit}>
          <Button type="submit" loading={form.busy}>
            {formWords.create}
          </Button>
        </p>
      </form>
      <LeaveGuard dirty={form.dirty && !created} />
    </MasterPage>
  )
}

/** `contact` is the latest version, so that the data beside the form, such as sessions, stay current. */
function OpenContact({ contact, options }: { contact: Contact; options: CallOptions }) {
  const { contacts: words, technicians, form: formWords } = useMasterMessages()
  const change = useAct(consoleContacts.change, [MASTERS])
  const { id, client } = contact
  const { form, row, takeCurrent, onSubmit } = useRecord<Written, Contact, Contact>({
    record: contact,
    told: (refusal) => refusal.told(contactNow),
    begin: (now) => {
      const { name, email, phone, visibility, places, active } = now ?? contact
      return { number: String(id), name, email, phone, visibility, places, active }
    },
    save: ({ number: _, ...written }, now) =>
      change.mutateAsync({ client: client.code, contact: id, ...written, revision: (now ?? contact).revision }),
    onSaved: (saved, take) => {
      const asked = saved.newAddress?.email
      const isAsked = asked !== undefined && asked !== contact.newAddress?.email
      showAlert('success', isAsked ? technicians.emailAsked(saved.name, asked) : words.saved(saved.name))
      take(saved)
    },
  })
  const { name, visibility } = row ?? contact
  const fields = useFields(form, options, visibility)
  return (
    <MasterPage title={name} back={{ ...toContacts(String(client.code)), words: client.name }}>
      {contact.dataChanges > 0 && (
        <p className={styles.conflict}>
          <span>{words.dataChanges(contact.dataChanges)}</span>
          <Link to={paths.dataChanges} search={{ buscar: contact.name }}>
            {words.seeDataChanges}
          </Link>
        </p>
      )}
      {contact.mailRefusal && <RefusedAddress client={client.code} refusal={contact.mailRefusal} />}
      <ContactsAddress contact={contact} />
      <form noValidate className={styles.box} aria-label={words.data} onSubmit={onSubmit}>
        {takeCurrent && <Meanwhile onTake={takeCurrent} />}
        <p className={styles.quiet}>{words.numberIs(id)}</p>
        <RecordFields
          form={form}
          list={[
            ...fields,
            { is: 'check', name: 'active', label: words.mayEnter, hint: words.mayEnterHint(contact.sessions) },
          ]}
        />
        <p className={styles.submit}>
          <Button type="submit" loading={form.busy} disabled={!form.dirty}>
            {formWords.save}
          </Button>
        </p>
      </form>
      <ContactAccess contact={contact} />
      <LeaveGuard dirty={form.dirty} />
    </MasterPage>
  )
}

/** `before`: the contact's visibility before any change. */
function useFields(
  { fields, problems, set }: Form<Written>,
  { installations }: CallOptions,
  before: Contact['visibility'],
): readonly RecordField<Written>[] {
  const { contacts: words } = useMasterMessages()
  const { shared } = useMessages()
  const mayMakeAdministrator = useTechnician().role === 'supervisor' || before === 'client'
  return [
    { is: 'text', name: 'name', label: words.name, required: true, maxLength: 200 },
    {
      is: 'row',
      of: [
        { is: 'text', type: 'email', name: 'email', label: words.email, maxLength: 254 },
        { is: 'text', type: 'tel', name: 'phone', label: words.phone, maxLength: 50 },
      ],
    },
    {
      is: 'one',
      name: 'visibility',
      label: words.visibility,
      hint: mayMakeAdministrator ? undefined : shared.support['by-supervisor'](),
      values: VISIBILITIES,
      labels: words.visibilities,
      barred: mayMakeAdministrator ? [] : ['client'],
    },
    <ContactPlaces
      key="places"
      places={fields.places}
      offered={installations}
      problem={problems['places']}
      onChange={(places) => set({ places })}
    />,
  ]
}

const toContacts = (client: string) => ({ to: paths.clientContacts, params: { client } }) satisfies LinkProps
