import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { consoleTickets } from '#contract/console/tickets.ts'
import type { Input } from '#contract/endpoint.ts'
import { isModuleOf } from '#domain/ticket-subject.ts'
import { MAX_TEXT, MAX_TITLE } from '#domain/ticket-draft.ts'
import { PHONE_ORIGINS, TICKET_KINDS } from '#domain/ticket.ts'
import { URGENCIES } from '#domain/urgency.ts'
import { showAlert } from '#ui/alerts.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { useCallMessages } from '../messages/calls.ts'
import { useMessages } from '../messages/index.ts'
import { LeaveGuard } from '#browser/leave-guard.tsx'
import { RecordFields } from '../forms/record-fields.tsx'
import { type Form, useForm } from '../forms/use-form.ts'
import { paths } from '../paths.ts'
import { QUEUE, modulesQuery } from '../queue/queue-queries.ts'
import { type CallOptions, type Caller, callOptionsQuery, useCallers } from './call-queries.ts'
import styles from './calls.module.css'

/** Records a call as a ticket of the caller: first the caller is chosen, then the form filled in. */
export function RecordCallPage() {
  const { record: words } = useCallMessages()
  const [caller, setCaller] = useState<Caller | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  usePageTitle(words.title)
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{words.title}</h1>
      {caller ? (
        <Call
          caller={caller}
          said={said}
          onChange={(written) => {
            setSaid(written)
            setCaller(null)
          }}
        />
      ) : (
        <>
          <WhoCalls onChosen={setCaller} />
          <LeaveGuard dirty={said !== null} />
        </>
      )}
    </section>
  )
}

function WhoCalls({ onChosen }: { onChosen: (caller: Caller) => void }) {
  const { record: words } = useCallMessages()
  const [typed, setTyped] = useState('')
  const { text, callers, settled, isError } = useCallers(typed)
  const [first] = callers
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => field.current?.focus(), [])
  // Somebody may press Enter before the results are there: then it means the first of them.
  const [entered, setEntered] = useState(false)
  const isDecided = entered && settled && first !== undefined
  const choose = useEffectEvent(() => first && onChosen(first))
  useEffect(() => {
    if (isDecided) choose()
  }, [isDecided])

  /** The arrow keys move between field and results. */
  const walk = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const stops = [field.current, ...(list.current?.querySelectorAll('button') ?? [])]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    stops[Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1))]?.focus()
  }
  return (
    <div className={styles.form} onKeyDown={walk} role="presentation">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setEntered(true)
        }}
      >
        <TextInput
          ref={field}
          type="search"
          label={words.caller}
          description={words.callerHint}
          maxLength={100}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setEntered(false)
          }}
        />
      </form>
      {text.length > 1 && callers.length > 0 && (
        <ul ref={list} className={styles.found} aria-label={words.found}>
          {callers.map((caller) => (
            <li key={`${caller.client.code} ${caller.contact?.id ?? ''}`}>
              <button type="button" className={styles.caller} onClick={() => onChosen(caller)}>
                <strong>{caller.contact?.name ?? caller.client.name}</strong>
                {caller.contact && <span>{caller.client.name}</span>}
                <span className={styles.quiet}>
                  {[caller.contact?.phone, caller.contact?.email, ...caller.installations].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={styles.quiet}>
        {text.length > 1 && settled && callers.length === 0 && words.none}
      </p>
      {isError && (
        <p role="alert" className={styles.problem}>
          {words.failed}
        </p>
      )}
    </div>
  )
}

interface CallProps {
  readonly caller: Caller
  /** The typed text, kept if the caller turns out to be somebody else. */
  readonly said: Said | null
  readonly onChange: (said: Said) => void
}

function Call(props: CallProps) {
  const { data: options, error, isFetching, refetch } = useQuery(callOptionsQuery(props.caller.client.code))
  if (options) return <CallForm {...props} options={options} />
  if (error) return <ErrorState text={sentenceOf(error)} busy={isFetching} onRetry={() => void refetch()} />
  return <LoadingState />
}

type Written = Omit<Input<typeof consoleTickets.recordCall>, 'client'>
/** The part that does not depend on the caller. */
type Said = Pick<Written, 'title' | 'text' | 'kind' | 'urgency' | 'origin' | 'minutes' | 'transcript'>

/** Anything but a number of minutes becomes none. */
const MAX_MINUTES = 600

function CallForm({ caller, said, options, onChange }: CallProps & { options: CallOptions }) {
  const { record } = useCallMessages()
  const navigate = useNavigate()
  const form = useForm<Written>({ ...beginning(caller, options), ...said })
  const { mutateAsync } = useAct(consoleTickets.recordCall, [QUEUE])
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector<HTMLElement>('[name=title]')?.focus(), [])

  const onRecorded = ({ number }: { readonly number: number }) => {
    showAlert('success', record.done(number))
    void navigate({ to: paths.ticket, params: { number: String(number) }, ignoreBlocker: true })
  }
  const send = () => form.send(() => mutateAsync({ client: caller.client.code, ...form.fields }), onRecorded)
  const change = () => {
    const { title, text, kind, urgency, origin, minutes, transcript } = form.fields
    onChange({ title, text, kind, urgency, origin, minutes, transcript })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter sends from every field of it
    <form
      ref={element}
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit(() => void send())}
      onKeyDown={(event) => {
        if (event.defaultPrevented) return
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      <LeaveGuard dirty={form.dirty || said !== null} />
      <p className={styles.chosen}>
        <span>
          {record.chosen}: <strong>{caller.client.name}</strong>
        </span>
        <Button size="compact-sm" variant="subtle" onClick={change}>
          {record.change}
        </Button>
      </p>
      <Whom form={form} options={options} />
      <About form={form} options={options} />
      <Heard form={form} />
      <p className={styles.submit}>
        <Button type="submit" loading={form.busy}>
          {record.submit}
        </Button>
      </p>
    </form>
  )
}

interface PartProps {
  readonly form: Form<Written>
  readonly options: CallOptions
}

/** The ticket's owner: each choice limits the ones after it. */
function Whom({ form: { fields, problems, set }, options }: PartProps) {
  const { record } = useCallMessages()
  const installation = options.installations.find(({ code }) => code === fields.installation)
  return (
    <div className={styles.row}>
      <NativeSelect
        label={record.contact}
        value={String(fields.contact ?? '')}
        error={problems['contact']}
        onChange={({ currentTarget }) => set({ contact: Number(currentTarget.value) || null })}
        data={[
          { value: '', label: record.itself },
          ...options.contacts.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <NativeSelect
        label={record.installation}
        value={fields.installation}
        error={problems['installation']}
        onChange={({ currentTarget: { value } }) => set({ installation: value, company: firstCompany(options, value) })}
        data={options.installations.map(({ code, version }) => ({ value: code, label: `${code} · ${version}` }))}
      />
      <NativeSelect
        label={record.company}
        value={fields.company}
        error={problems['company']}
        onChange={({ currentTarget }) => set({ company: currentTarget.value })}
        data={(installation?.companies ?? []).map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
      />
    </div>
  )
}

/** The subject; a module belongs to its area. */
function About({ form, options }: PartProps) {
  const words = useMessages()
  const { record } = useCallMessages()
  const { data: modules = [] } = useQuery(modulesQuery)
  const { fields, problems, set } = form
  return (
    <div className={styles.row}>
      <NativeSelect
        label={record.area}
        value={fields.area}
        onChange={({ currentTarget }) => {
          const area = options.areas.find((one) => one === currentTarget.value)
          if (area) set({ area, module: null })
        }}
        data={options.areas.map((value) => ({ value, label: words.area[value] }))}
      />
      <NativeSelect
        label={record.module}
        value={String(fields.module ?? '')}
        error={problems['module']}
        onChange={({ currentTarget }) => set({ module: Number(currentTarget.value) || null })}
        data={[
          { value: '', label: record.noModule },
          ...modules
            .filter((module) => isModuleOf(fields.area, module))
            .map(({ number, name }) => ({ value: String(number), label: name })),
        ]}
      />
      <RecordFields
        form={form}
        list={[
          { is: 'one', name: 'kind', label: record.kind, values: TICKET_KINDS, labels: words.kind },
          { is: 'one', name: 'urgency', label: record.urgency, values: URGENCIES, labels: words.urgency },
        ]}
      />
    </div>
  )
}

/** The words of the call, its origin and its length. */
function Heard({ form }: Pick<PartProps, 'form'>) {
  const { record } = useCallMessages()
  const { fields, problems, set } = form
  return (
    <>
      <RecordFields
        form={form}
        list={[
          { is: 'text', name: 'title', label: record.subject, required: true, maxLength: MAX_TITLE },
          { is: 'lines', name: 'text', label: record.text, required: true, rows: 7, maxLength: MAX_TEXT },
          { is: 'check', name: 'transcript', label: record.transcript },
        ]}
      />
      <div className={styles.row}>
        <RecordFields
          form={form}
          list={[{ is: 'one', name: 'origin', label: record.origin, values: PHONE_ORIGINS, labels: record.origins }]}
        />
        <TextInput
          label={record.minutes}
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_MINUTES}
          value={fields.minutes}
          error={problems['minutes']}
          onChange={({ currentTarget }) =>
            set({ minutes: Math.max(0, Math.min(MAX_MINUTES, Math.round(Number(currentTarget.value)) || 0)) })
          }
        />
      </div>
    </>
  )
}

function beginning({ contact, installations }: Caller, options: CallOptions): Written {
  const installation = installations[0] ?? options.installations[0]?.code ?? ''
  return {
    installation,
    contact: contact?.id ?? null,
    company: firstCompany(options, installation),
    area: options.areas[0] ?? 'technical',
    module: null,
    title: '',
    text: '',
    kind: 'query',
    urgency: '3',
    origin: 'E',
    minutes: 5,
    transcript: false,
  }
}

const firstCompany = ({ installations }: CallOptions, installation: string): string =>
  installations.find(({ code }) => code === installation)?.companies[0]?.code ?? ''
