import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleTechnicians } from '#contract/console/technicians.ts'
import { TECHNICIAN_ROLES } from '#domain/technician.ts'
import type { Format } from '#browser/format.ts'
import type { Data } from '#contract/endpoint.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import type { MasterMessages } from '../messages/masters-es.ts'
import type { Messages } from '../messages/es.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { COLLEAGUES } from '../queue/queue-queries.ts'
import { useTechnician } from '../session/session-store.ts'
import { Badge } from '../forms/badge.tsx'
import { ConfirmDialog } from '../forms/confirm-dialog.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { IdentityRequests } from './identity-requests.tsx'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from '../masters/master-page.tsx'
import styles from '../masters/masters.module.css'
import { SecretDialog } from '../forms/secret-dialog.tsx'
import { TECHNICIANS, type Technician, techniciansQuery } from './technician-queries.ts'
import { useForm } from '../forms/use-form.ts'
import { useListSearch } from '../lists/use-list-search.ts'

const STALE = [TECHNICIANS, COLLEAGUES]

type PasswordLink = Data<typeof consoleTechnicians.issueLink>

/** Who works at the console; for supervisors. */
export function TechniciansPage() {
  const { technicians: words } = useMasterMessages()
  const { layout } = useMessages()
  const { dateTime } = useFormat()
  const search = useListSearch()
  const query = useInfiniteQuery(techniciansQuery(search.text))
  const [open, setOpen] = useState<Technician | 'new' | null>(null)
  const [link, setLink] = useState<PasswordLink | null>(null)
  const close = () => setOpen(null)
  return (
    <MasterPage title={words.title} lead={words.lead}>
      <IdentityRequests />
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ username }) => username}
        opening={(row) => () => setOpen(row)}
        search={{ ...search, label: words.search }}
        create={{ words: words.create, run: () => setOpen('new') }}
        empty={words.empty}
        columns={columnsOf(words, layout.role, dateTime)}
      />
      {open === 'new' && <NewTechnician onClose={close} onLink={setLink} />}
      {open !== null && open !== 'new' && <EditTechnician technician={open} onClose={close} onLink={setLink} />}
      {link && (
        <SecretDialog
          title={words.linkTitle(link.username)}
          label={words.link}
          secret={link.address}
          onClose={() => setLink(null)}
        >
          <p>{words.linkLead(dateTime(link.expiresAt))}</p>
        </SecretDialog>
      )}
    </MasterPage>
  )
}

const columnsOf = (
  words: MasterMessages['technicians'],
  roles: Messages['layout']['role'],
  dateTime: Format['dateTime'],
): readonly MasterColumn<Technician>[] => [
  { title: words.name, cell: ({ name }) => name },
  { title: words.username, cell: ({ username }) => username },
  { title: words.role, cell: ({ role }) => roles[role] },
  {
    title: words.state,
    cell: ({ active }) => <Badge tone={active ? 'good' : 'quiet'}>{active ? words.active : words.inactive}</Badge>,
  },
  { title: words.secondFactor, cell: ({ secondFactor }) => words.secondFactors[secondFactor] },
  { title: words.lastSeen, cell: ({ lastSeen }) => (lastSeen ? dateTime(lastSeen) : words.never) },
]

interface Written {
  readonly username: string
  readonly name: string
  readonly role: (typeof TECHNICIAN_ROLES)[number]
  readonly subject: string
  readonly email: string
  readonly active: boolean
}

function NewTechnician({ onClose, onLink }: { onClose: () => void; onLink: (link: PasswordLink) => void }) {
  const { technicians: words } = useMasterMessages()
  const form = useForm<Written>({ username: '', name: '', role: 'technician', subject: '', email: '', active: true })
  const { mutate, isPending } = useAct(consoleTechnicians.create, STALE)
  const send = () => {
    const { active: _, ...fields } = form.fields
    mutate(fields, {
      onSuccess: (link) => {
        showAlert('success', words.created(fields.name))
        onClose()
        onLink(link)
      },
      onError: form.refuse,
    })
  }
  return (
    <FormDialog
      title={words.create}
      dirty={form.dirty}
      busy={isPending}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <TextInput
        {...form.text('username')}
        required
        label={words.username}
        description={words.usernameHint}
        maxLength={100}
        autoCapitalize="none"
        autoComplete="off"
      />
      <Fields form={form} />
    </FormDialog>
  )
}

interface EditProps {
  readonly technician: Technician
  readonly onClose: () => void
  readonly onLink: (link: PasswordLink) => void
}

function EditTechnician({ technician, onClose, onLink }: EditProps) {
  const { technicians: words } = useMasterMessages()
  const { username, name, role, subject, email, active, sessions, secondFactor } = technician
  const { username: own } = useTechnician()
  const form = useForm<Written>({ username, name, role, subject: subject ?? '', email: email ?? '', active })
  const { mutate, isPending } = useAct(consoleTechnicians.change, STALE)
  const issue = useAct(consoleTechnicians.issueLink, STALE)
  const [asking, setAsking] = useState<'reset' | 'end' | null>(null)
  const send = () =>
    mutate(form.fields, {
      onSuccess: () => {
        showAlert('success', words.saved(form.fields.name))
        onClose()
      },
      onError: form.refuse,
    })
  return (
    <>
      <FormDialog
        title={words.edit(name)}
        dirty={form.dirty}
        busy={isPending}
        onSubmit={form.onSubmit(send)}
        onClose={onClose}
        acts={
          <>
            <Button
              size="xs"
              variant="default"
              loading={issue.isPending}
              disabled={!active}
              onClick={() =>
                issue.mutate(
                  { username },
                  {
                    onSuccess: (link) => {
                      onClose()
                      onLink(link)
                    },
                    onError: (error) => showAlert('error', sentenceOf(error)),
                  },
                )
              }
            >
              {words.newLink}
            </Button>
            <Button size="xs" variant="default" disabled={secondFactor !== 'set'} onClick={() => setAsking('reset')}>
              {words.reset}
            </Button>
            <Button size="xs" variant="default" disabled={sessions === 0} onClick={() => setAsking('end')}>
              {words.end(sessions)}
            </Button>
          </>
        }
      >
        <p className={styles.quiet}>{words.usernameIs(username)}</p>
        <Fields form={form} />
        <Checkbox
          label={words.mayEnter}
          description={words.mayEnterHint}
          checked={form.fields.active}
          disabled={username === own}
          onChange={({ currentTarget }) => form.set({ active: currentTarget.checked })}
        />
      </FormDialog>
      {asking && (
        <EndSessions
          act={asking}
          technician={technician}
          onClose={() => setAsking(null)}
          onDone={() => {
            setAsking(null)
            onClose()
          }}
        />
      )}
    </>
  )
}

function Fields({ form }: { form: ReturnType<typeof useForm<Written>> }) {
  const { technicians: words } = useMasterMessages()
  const { layout } = useMessages()
  return (
    <>
      <TextInput {...form.text('name')} required label={words.name} maxLength={200} autoComplete="off" />
      <NativeSelect
        label={words.role}
        value={form.fields.role}
        error={form.problems['role']}
        onChange={({ currentTarget }) => {
          const role = TECHNICIAN_ROLES.find((one) => one === currentTarget.value)
          if (role) form.set({ role })
        }}
        data={TECHNICIAN_ROLES.map((value) => ({ value, label: layout.role[value] }))}
      />
      <TextInput
        {...form.text('email')}
        type="email"
        label={words.email}
        description={words.emailHint}
        maxLength={254}
        autoCapitalize="none"
        autoComplete="off"
      />
      <TextInput
        {...form.text('subject')}
        label={words.subject}
        description={words.subjectHint}
        maxLength={255}
        autoCapitalize="none"
        autoComplete="off"
      />
    </>
  )
}

function EndSessions({
  act,
  technician: { username, name },
  onClose,
  onDone,
}: {
  act: 'reset' | 'end'
  technician: Technician
  onClose: () => void
  onDone: () => void
}) {
  const { technicians: words } = useMasterMessages()
  const { mutate, isPending } = useAct(
    act === 'reset' ? consoleTechnicians.resetSecondFactor : consoleTechnicians.endSessions,
    STALE,
  )
  const texts = words[act === 'reset' ? 'resetting' : 'ending']
  return (
    <ConfirmDialog
      title={texts.title(name)}
      act={texts.act}
      busy={isPending}
      onClose={onClose}
      onConfirm={() =>
        mutate(
          { username },
          {
            onSuccess: () => {
              showAlert('success', texts.done(name))
              onDone()
            },
            onError: (error) => showAlert('error', sentenceOf(error)),
          },
        )
      }
    >
      <p>{texts.text}</p>
    </ConfirmDialog>
  )
}
