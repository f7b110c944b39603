import { NativeSelect, Radio, Switch, TextInput, Textarea } from '@mantine/core'
import { type FC, type ReactNode, Suspense, lazy, useId } from 'react'
import { CLIENT_AREAS } from '#domain/account.ts'
import { MIN_TEXT, lengthOf } from '#domain/ticket-draft.ts'
import { URGENCIES } from '#domain/urgency.ts'
import { Facts } from '#ui/facts.tsx'
import { useMessages } from '../messages/index.ts'
import { PersonalNumbers } from '../files/personal-numbers.tsx'
import { Attachments } from '../tickets/attachments.tsx'
import { Expectation } from '../tickets/expectation.tsx'
import { nameOf } from '../session/session-store.ts'
import type { AlikeProps } from './alike.tsx'
import type { FormNeeds } from './form-needs.ts'
import css from './new-ticket.module.css'
import type { NewTicket } from './use-new-ticket.ts'

// Offline its code cannot load: the form goes on without it.
const Alike = lazy(async (): Promise<{ default: FC<AlikeProps> }> => {
  try {
    return { default: (await import('./alike.tsx')).Alike }
  } catch {
    return { default: () => null }
  }
})

/** A shorter text is not compared with others. */
const WORTH_COMPARING = 15

interface Props {
  readonly ticket: NewTicket
  readonly needs: FormNeeds
}

/** The fields of a new ticket (spec §2, New ticket popup). */
export function NewTicketFields({ ticket, needs }: Props) {
  const { form: words } = useMessages().tickets
  const { draft, files, form, problemOf, sending, submit } = ticket
  const isLongEnough = draft.title.length + draft.text.length >= WORTH_COMPARING
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Addressee ticket={ticket} />
      <AccessDetails ticket={ticket} needs={needs} />
      {ticket.companies.length > 0 && <CompanyChoice ticket={ticket} />}
      <Subject ticket={ticket} needs={needs} />
      <Question ticket={ticket} />
      {isLongEnough && (
        <Suspense>
          <Alike title={draft.title} text={draft.text} module={draft.module} />
        </Suspense>
      )}
      <Caller ticket={ticket} />
      <Group legend={words.attachments}>
        <Attachments files={files} problem={problemOf('files')} />
      </Group>
      <Expectation
        about={{
          ...(draft.module !== null && { module: draft.module }),
          ...(draft.urgency && { urgency: draft.urgency }),
        }}
      />
      <p className={css.status} role="status">
        {sending && files.list.some(({ status }) => status === 'SAVING') ? words.stillUploading : ''}
      </p>
    </form>
  )
}

/** Somebody who comes for standard support begins with the first unknown field: the module, or else the text. */
const firstFieldOf = ({ area, module }: NewTicket['draft']): 'module' | 'text' | null =>
  area === 'technical' ? null : module === null ? 'module' : 'text'

/** Standard support or Soporte Técnico, which fixes the application. */
function Addressee({ ticket: { draft, change } }: { ticket: NewTicket }) {
  const { form: words } = useMessages().tickets
  return (
    <Radio.Group
      label={words.whereTo}
      value={draft.area === 'technical' ? 'technical' : 'standard'}
      onChange={(value) => change({ area: value === 'technical' ? 'technical' : 'main' })}
    >
      <div className={css.radios}>
        <Radio value="standard" label={words.standard} />
        <Radio value="technical" label={words.technical} />
      </div>
    </Radio.Group>
  )
}

/** The origin that the ticket will record; read-only. */
function AccessDetails({ ticket: { draft }, needs: { account, companies, companyName } }: Props) {
  const { form: words, area } = useMessages().tickets
  const { program } = account
  const chosen = companies.find(({ code }) => code === draft.company)
  const facts = [
    [words.area, area[draft.area]],
    [words.installation, draft.installation],
    [words.version, draft.version],
    [words.process, program && [program.module, program.program].filter(Boolean).join(' / ')],
    [words.company, chosen?.name || companyName || draft.company],
    [words.user, nameOf(account)],
  ] as const
  const shown = facts.map(([term, fact]) => [term, fact || words.none] as const)
  return <Facts className={css.access} label={words.context} facts={shown} />
}

/** The ticket's company, if the session does not determine it. */
function CompanyChoice({ ticket: { draft, change, companies, problemOf } }: { ticket: NewTicket }) {
  const { form: words } = useMessages().tickets
  return (
    <NativeSelect
      label={words.company}
      required
      value={draft.company ?? ''}
      error={problemOf('company')}
      onChange={({ currentTarget }) => change({ company: currentTarget.value || null })}
      data={[
        { value: '', label: words.chooseCompany },
        ...companies.map(({ code, name }) => ({ value: code, label: name ? `${name} (${code})` : code })),
      ]}
    />
  )
}

function Subject({ ticket: { draft, change, modules, problemOf }, needs: { account } }: Props) {
  const { form: words, area: areas, kind, urgency } = useMessages().tickets
  const technical = draft.area === 'technical'
  const offered = CLIENT_AREAS.filter((area) => area === 'main' || account.areas.includes(area))
  return (
    <div className={css.subject}>
      <NativeSelect
        label={words.application}
        disabled={technical}
        value={draft.area}
        onChange={({ currentTarget }) =>
          change({ area: CLIENT_AREAS.find((area) => area === currentTarget.value) ?? 'main' })
        }
        data={(technical ? (['technical'] as const) : offered).map((area) => ({ value: area, label: areas[area] }))}
      />
      <NativeSelect
        label={words.module}
        required
        value={draft.module ?? ''}
        data-first-field={firstFieldOf(draft) === 'module' || undefined}
        error={problemOf('module')}
        onChange={({ currentTarget }) => change({ module: Number(currentTarget.value) || null })}
        data={[
          { value: '', label: words.chooseModule },
          ...modules.map(({ number, name }) => ({ value: String(number), label: name })),
        ]}
      />
      <Radio.Group
        label={words.kind}
        required
        value={draft.kind}
        onChange={(value) => change({ kind: value === 'incident' ? 'incident' : 'query' })}
      >
        <div className={css.radios}>
          <Radio value="query" label={kind.query} />
          <Radio value="incident" label={kind.incident} />
        </div>
      </Radio.Group>
      <NativeSelect
        label={words.urgency}
        required
        value={draft.urgency ?? ''}
        error={problemOf('urgency')}
        onChange={({ currentTarget }) =>
          change({ urgency: URGENCIES.find((one) => one === currentTarget.value) ?? null })
        }
        data={URGENCIES.map((value) => ({ value, label: urgency[value] }))}
      />
      <Switch
        className={css.wide}
        label={words.customDevelopment}
        description={words.customDevelopmentHint}
        checked={draft.customDevelopment}
        onChange={({ currentTarget }) => change({ customDevelopment: currentTarget.checked })}
      />
    </div>
  )
}

function Question({ ticket: { draft, change, problemOf, needsLength } }: { ticket: NewTicket }) {
  const { form: words } = useMessages().tickets
  const count = lengthOf(draft.text)
  return (
    <>
      <div>
        <TextInput
          label={words.subject}
          description={words.subjectHint}
          value={draft.title}
          error={problemOf('title')}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <PersonalNumbers text={draft.title} onChange={(title) => change({ title })} />
      </div>
      <div>
        <Textarea
          label={words.text}
          description={words.textHint}
          required
          rows={6}
          value={draft.text}
          data-first-field={firstFieldOf(draft) === 'text' || undefined}
          error={problemOf('text')}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
        <p className={css.counter}>
          {needsLength && count < MIN_TEXT ? words.textCount(count, MIN_TEXT) : words.textEnough(count)}
        </p>
        <PersonalNumbers text={draft.text} onChange={(text) => change({ text })} />
      </div>
    </>
  )
}

function Caller({ ticket: { draft, change, problemOf } }: { ticket: NewTicket }) {
  const { form: words } = useMessages().tickets
  return (
    <div className={css.columns}>
      <TextInput
        label={words.contactName}
        required
        autoComplete="name"
        value={draft.contactName}
        error={problemOf('contactName')}
        onChange={({ currentTarget }) => change({ contactName: currentTarget.value })}
      />
      <TextInput
        label={words.email}
        required
        type="email"
        autoComplete="email"
        value={draft.email}
        error={problemOf('email')}
        onChange={({ currentTarget }) => change({ email: currentTarget.value })}
      />
      <Switch
        className={css.wide}
        label={words.phoneAssistance}
        description={words.phoneAssistanceHint}
        checked={draft.phoneAssistance}
        onChange={({ currentTarget }) => change({ phoneAssistance: currentTarget.checked })}
      />
      {draft.phoneAssistance && (
        <>
          <TextInput
            label={words.phone}
            required
            type="tel"
            autoComplete="tel"
            value={draft.phone}
            error={problemOf('phone')}
            onChange={({ currentTarget }) => change({ phone: currentTarget.value })}
          />
          <TextInput
            label={words.callWindow}
            placeholder={words.callWindowHint}
            value={draft.callWindow}
            error={problemOf('callWindow')}
            onChange={({ currentTarget }) => change({ callWindow: currentTarget.value })}
          />
        </>
      )}
    </div>
  )
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className={css.legend}>
        {legend}
      </p>
      {children}
    </div>
  )
}
