import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleTechnicians } from '#contract/console/technicians.ts'
import type { Format } from '#browser/format.ts'
import type { Data } from '#contract/endpoint.ts'
import { TECHNICIAN_ROLES } from '#domain/technician.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import type { MasterMessages } from '../messages/masters-es.ts'
import type { Messages } from '../messages/es.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { COLLEAGUES } from '../queue/queue-queries.ts'
import { useTechnician } from '../session/session-store.ts'
import { Badge } from '../forms/badge.tsx'
import { ConfirmedAct } from '../forms/confirm-dialog.tsx'
import { IdentityRequests } from './identity-requests.tsx'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from '../masters/master-page.tsx'
import masters from '../masters/masters.module.css'
import { RecordForm } from '../forms/record-form.tsx'
import { SecretDialog } from '../forms/secret-dialog.tsx'
import { TECHNICIANS, type Technician, techniciansQuery } from './technician-queries.ts'
import { useListSearch } from '../lists/use-list-search.ts'
import { TechniciansAddress } from './technicians-address.tsx'

const STALE = [TECHNICIANS, COLLEAGUES]

type PasswordLink = Data<typeof consoleTechnicians.issueLink>

/** The people at the console; for supervisors. */
export function TechniciansPage() {
  const { technicians: words } = useMasterMessages()
  const { layout } = useMessages()
  const { dateTime } = useFormat()
  const search = useListSearch()
  const query = useInfiniteQuery(techniciansQuery(search.text))
  const [open, setOpen] = useState<Technician | 'new' | null>(null)
  const [link, setLink] = useState<PasswordLink | null>(null)
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
      {open !== null && (
        <TechnicianForm technician={open === 'new' ? null : open} onClose={() => setOpen(null)} onLink={setLink} />
      )}
      {link && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </MasterPage>
  )
}

/** The link was mailed to the technician. If that was impossible, it is shown once, with the reason. */
function LinkDialog({ link, onClose }: { link: PasswordLink; onClose: () => void }) {
  const { technicians: words } = useMasterMessages()
  const { dateTime } = useFormat()
  const { address, sentTo, unsent, username, expiresAt } = link
  if (address === null) {
    return (
      <Dialog opened size="sm" title={words.linkTitle(username)} onClose={onClose}>
        <p>{words.linkSent(sentTo ?? '', dateTime(expiresAt))}</p>
      </Dialog>
    )
  }
  return (
    <SecretDialog title={words.linkTitle(username)} label={words.link} secret={address} onClose={onClose}>
      {unsent && <p>{words.unsent[unsent]}</p>}
      <p>{words.linkLead(dateTime(expiresAt))}</p>
    </SecretDialog>
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
    cell: ({ active, newAddress }) => (
      <span className={masters.links}>
        <Badge tone={active ? 'good' : 'quiet'}>{active ? words.active : words.inactive}</Badge>
        {newAddress && <Badge tone="warning">{words.unconfirmed}</Badge>}
      </span>
    ),
  },
  { title: words.secondFactor, cell: ({ secondFactor }) => words.secondFactors[secondFactor] },
  { title: words.lastSeen, cell: ({ lastSeen }) => (lastSeen ? dateTime(lastSeen) : words.never) },
]

interface FormProps {
  /** null: a new one. */
  readonly technician: Technician | null
  readonly onClose: () => void
  readonly onLink: (link: PasswordLink) => void
}

function TechnicianForm({ technician, onClose, onLink }: FormProps) {
  const { technicians: words } = useMasterMessages()
  const { layout } = useMessages()
  const { username: own } = useTechnician()
  const create = useAct(consoleTechnicians.create, STALE)
  const change = useAct(consoleTechnicians.change, STALE)
  const [asking, setAsking] = useState<'reset' | 'end' | null>(null)
  const address = technician?.newAddress
  const waiting = address ? (
    <TechniciansAddress key="waiting" username={technician.username} address={address} onDone={onClose} />
  ) : (
    false
  )
  return (
    <>
      <RecordForm
        record={technician}
        title={(row) => (row ? words.edit(row.name) : words.create)}
        begin={fieldsOf}
        fields={(_, row) => [
          row
            ? { is: 'note', text: words.usernameIs(row.username) }
            : {
                is: 'text',
                name: 'username',
                label: words.username,
                hint: words.usernameHint,
                required: true,
                maxLength: 100,
                exact: true,
              },
          { is: 'text', name: 'name', label: words.name, required: true, maxLength: 200 },
          { is: 'one', name: 'role', label: words.role, values: TECHNICIAN_ROLES, labels: layout.role },
          {
            is: 'text',
            type: 'email',
            name: 'email',
            label: words.email,
            hint: row?.emailRefusal ? words.emailRefused(row.emailRefusal) : words.emailHint,
            maxLength: 254,
            exact: true,
          },
          waiting,
          { is: 'text', name: 'subject', label: words.subject, hint: words.subjectHint, maxLength: 255, exact: true },
          row !== null && {
            is: 'check',
            name: 'active',
            label: words.mayEnter,
            hint: words.mayEnterHint,
            disabled: row.username === own,
          },
        ]}
        save={async ({ active, ...written }, row) => ({
          name: written.name,
          link: row ? null : await create.mutateAsync(written),
          waiting: row && (await change.mutateAsync({ ...written, active })),
        })}
        done={({ name, link, waiting }) =>
          link ? words.created(name) : waiting ? words.emailAsked(name, waiting.email) : words.saved(name)
        }
        onSaved={({ link }) => link && onLink(link)}
        acts={technician && <Acts technician={technician} onAsk={setAsking} onClose={onClose} onLink={onLink} />}
        onClose={onClose}
      />
      {asking && technician && (
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

type Written = Pick<Technician, 'username' | 'name' | 'role' | 'active'> & Readonly<Record<'subject' | 'email', string>>

function fieldsOf(row: Technician | null): Written {
  if (!row) return { username: '', name: '', role: 'technician', subject: '', email: '', active: true }
  const { username, name, role, subject, email, active } = row
  return { username, name, role, subject: subject ?? '', email: email ?? '', active }
}

interface ActsProps extends FormProps {
  readonly technician: Technician
  readonly onAsk: (act: 'reset' | 'end') => void
}

function Acts({ technician: { username, active, sessions, secondFactor }, onAsk, onClose, onLink }: ActsProps) {
  const { technicians: words } = useMasterMessages()
  const issue = useAct(consoleTechnicians.issueLink, STALE)
  const issueLink = () =>
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
  return (
    <>
      <Button size="xs" variant="default" loading={issue.isPending} disabled={!active} onClick={issueLink}>
        {words.newLink}
      </Button>
      <Button size="xs" variant="default" disabled={secondFactor !== 'set'} onClick={() => onAsk('reset')}>
        {words.reset}
      </Button>
      <Button size="xs" variant="default" disabled={sessions === 0} onClick={() => onAsk('end')}>
        {words.end(sessions)}
      </Button>
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
  const texts = words[act === 'reset' ? 'resetting' : 'ending']
  return (
    <ConfirmedAct
      title={texts.title(name)}
      act={texts.act}
      endpoint={act === 'reset' ? consoleTechnicians.resetSecondFactor : consoleTechnicians.endSessions}
      input={{ username }}
      stale={STALE}
      done={texts.done(name)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{texts.text}</p>
    </ConfirmedAct>
  )
}
