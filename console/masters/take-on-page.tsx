import { Button, TextInput, Textarea } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { LeaveGuard } from '#browser/leave-guard.tsx'
import { consoleClients } from '#contract/console/clients.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { entrySnippet } from '#contract/console/start/entry-snippet.ts'
import { CLIENT_AREAS, ENTRY_MODES, VISIBILITIES } from '#domain/account.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { type RecordField, RecordFields } from '../forms/record-fields.tsx'
import secrets from '../forms/secret-dialog.module.css'
import { useRecord } from '../forms/use-record.ts'
import { MASTERS } from '../lists/list-query.ts'
import { useMessages } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { paths } from '../paths.ts'
import { MasterPage } from './master-page.tsx'
import styles from './masters.module.css'
import { useTakingOnMessages } from './take-on-messages.ts'

type TakenOn = Data<typeof consoleClients.takeOn>
type Written = Omit<Input<typeof consoleClients.takeOn>, 'code'> & { readonly code: string }

/** Takes on a customer with one form, then shows the key and the snippet that let their first person in. */
export function TakeOnPage() {
  const words = useTakingOnMessages()
  const { clients } = useMasterMessages()
  const [made, setMade] = useState<TakenOn | null>(null)
  return (
    <MasterPage
      title={made ? words.done(made.client.name) : words.title}
      lead={made ? undefined : words.lead}
      back={{ to: paths.clients, words: clients.title }}
    >
      {made ? <Result of={made} onAnother={() => setMade(null)} /> : <TakeOnForm onMade={setMade} />}
    </MasterPage>
  )
}

const BEGIN: Written = {
  code: '',
  name: '',
  email: '',
  areas: ['main'],
  installation: '',
  version: '',
  entryMode: 'signed',
  clientAdministrator: false,
  callerOptional: false,
  company: '',
  companyName: '',
  contactName: '',
  contactEmail: '',
  contactPhone: '',
  visibility: 'installation',
}

const REQUIRED = ['code', 'name', 'installation', 'company', 'companyName', 'contactName'] as const

function TakeOnForm({ onMade }: { onMade: (made: TakenOn) => void }) {
  const words = useTakingOnMessages()
  const { shared } = useMessages()
  const takeOn = useAct(consoleClients.takeOn, [MASTERS])
  const { form, onSubmit } = useRecord<Written, never, TakenOn>({
    record: null,
    begin: () => BEGIN,
    check: (fields) =>
      Object.fromEntries(REQUIRED.map((name) => [name, fields[name].trim() === '' ? shared.field.required() : null])),
    save: ({ code, ...typed }) => takeOn.mutateAsync({ code: Number(code), ...typed }),
    onSaved: (made) => {
      showAlert('success', words.done(made.client.name))
      onMade(made)
    },
  })
  return (
    <form noValidate className={`${styles.form} ${styles.measured}`} onSubmit={onSubmit}>
      {useParts().map(({ title, list }) => (
        <Part key={title} title={title}>
          <RecordFields form={form} list={list} />
        </Part>
      ))}
      <p className={styles.submit}>
        <Button type="submit" loading={form.busy}>
          {words.create}
        </Button>
      </p>
      <LeaveGuard dirty={form.dirty} />
    </form>
  )
}

interface FormPart {
  readonly title: string
  readonly list: readonly RecordField<Written>[]
}

function useParts(): readonly FormPart[] {
  const words = useTakingOnMessages()
  const { clients, installations, contacts, keys } = useMasterMessages()
  const { area: areas } = useMessages()
  const client: readonly RecordField<Written>[] = [
    { is: 'text', name: 'name', label: clients.name, required: true, maxLength: 200 },
    { is: 'digits', name: 'code', label: clients.code, hint: clients.codeHint, required: true, maxLength: 9 },
    { is: 'text', type: 'email', name: 'email', label: clients.email, maxLength: 254 },
    { is: 'some', name: 'areas', label: clients.areas, hint: clients.areasHint, values: CLIENT_AREAS, labels: areas },
  ]
  const { codeHint, entryModeHint, entryModes } = installations
  const installation: readonly RecordField<Written>[] = [
    { is: 'text', name: 'installation', label: words.installationCode, hint: codeHint, required: true, maxLength: 64 },
    { is: 'text', name: 'version', label: installations.version, placeholder: 'V031', maxLength: 20 },
    {
      is: 'one',
      name: 'entryMode',
      label: installations.entryMode,
      hint: entryModeHint,
      values: ENTRY_MODES,
      labels: entryModes,
    },
  ]
  const company: readonly RecordField<Written>[] = [
    {
      is: 'row',
      of: [
        { is: 'text', name: 'company', label: words.companyCode, required: true, maxLength: 20, exact: true },
        { is: 'text', name: 'companyName', label: words.companyName, required: true, maxLength: 200 },
      ],
    },
  ]
  const contact: readonly RecordField<Written>[] = [
    { is: 'text', name: 'contactName', label: contacts.name, required: true, maxLength: 200 },
    {
      is: 'row',
      of: [
        { is: 'text', type: 'email', name: 'contactEmail', label: contacts.email, maxLength: 254 },
        { is: 'text', type: 'tel', name: 'contactPhone', label: contacts.phone, maxLength: 50 },
      ],
    },
    { is: 'one', name: 'visibility', label: contacts.visibility, values: VISIBILITIES, labels: contacts.visibilities },
  ]
  const key: readonly RecordField<Written>[] = [
    { is: 'check', name: 'clientAdministrator', label: keys.administrator, hint: keys.administratorHint },
    { is: 'check', name: 'callerOptional', label: keys.withoutCaller, hint: keys.withoutCallerHint },
  ]
  return [
    { title: words.client, list: client },
    { title: words.installation, list: installation },
    { title: words.company, list: company },
    { title: words.contact, list: contact },
    { title: words.key, list: key },
  ]
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={styles.box}>
      <h2 id={id} className={styles.boxTitle}>
        {title}
      </h2>
      {children}
    </div>
  )
}

function Result({ of: made, onAnother }: { of: TakenOn; onAnother: () => void }) {
  const words = useTakingOnMessages()
  const { client, installation, kid, secret } = made
  const snippet = entrySnippet({ origin: window.location.origin, ...made })
  // Scrolls up: the secret is at the top, and the form's button was at the end.
  useEffect(() => window.scrollTo(0, 0), [])
  return (
    <>
      <section className={`${styles.box} ${styles.measured}`} aria-label={words.keyTitle}>
        <h2 className={styles.boxTitle}>{words.keyTitle}</h2>
        <p className={secrets.once}>{words.once}</p>
        <TextInput label={words.kid} readOnly value={kid} classNames={{ input: secrets.secret ?? '' }} />
        <TextInput label={words.secret} readOnly value={secret} classNames={{ input: secrets.secret ?? '' }} />
        <p>
          <Copy words={words.copySecret} text={secret} />
        </p>
      </section>
      <section className={`${styles.box} ${styles.measured}`} aria-label={words.snippetTitle}>
        <h2 className={styles.boxTitle}>{words.snippetTitle}</h2>
        <p className={styles.quiet}>{words.snippetLead}</p>
        <Textarea
          label={words.snippet}
          readOnly
          rows={19}
          value={snippet}
          spellCheck={false}
          classNames={{ input: secrets.secret ?? '' }}
        />
        <p>
          <Copy words={words.copySnippet} text={snippet} />
        </p>
      </section>
      <p className={styles.links}>
        <Link to={paths.client} params={{ client: String(client.code) }}>
          {words.toClient(client.name)}
        </Link>
        <Link to={paths.installation} params={{ installation }}>
          {words.toInstallation(installation)}
        </Link>
        <Button size="xs" variant="default" onClick={onAnother}>
          {words.another}
        </Button>
      </p>
    </>
  )
}

function Copy({ words, text }: { words: string; text: string }) {
  const { secret } = useMasterMessages()
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showAlert('success', secret.copied),
      () => showAlert('error', secret.notCopied),
    )
  return (
    <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
      {words}
    </Button>
  )
}
