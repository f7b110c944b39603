import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleInstallations } from '#contract/console/installations.ts'
import type { Format } from '#browser/format.ts'
import type { Data } from '#contract/endpoint.ts'
import { SIGNING_ALGORITHMS } from '#domain/account.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import type { MasterMessages } from '../messages/masters-es.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { useNow } from '../queue/use-now.ts'
import { Badge } from '../forms/badge.tsx'
import { type SigningKey, keysQuery } from './client-queries.ts'
import { ConfirmDialog } from '../forms/confirm-dialog.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { MASTERS } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import styles from './masters.module.css'
import { fieldOf, momentOf } from '../forms/office-moment.ts'
import { SecretDialog } from '../forms/secret-dialog.tsx'
import { type TextFieldProps, useForm } from '../forms/use-form.ts'

type NewKey = Data<typeof consoleInstallations.createKey>

/** A key that is rotated stays good for so long unless it is said otherwise. */
const OVERLAP_MS = 7 * 24 * 3600_000

type Open =
  | { readonly is: 'new' }
  | { readonly is: 'rotating'; readonly key: SigningKey }
  | { readonly is: 'revoking'; readonly key: SigningKey }

/** What an installation's links are signed with: at most two at once, so that one follows the other without a gap. */
export function SigningKeys({ installation }: { installation: string }) {
  const { keys: words } = useMasterMessages()
  const { dateTime } = useFormat()
  const query = useInfiniteQuery(keysQuery(installation))
  const [open, setOpen] = useState<Open | null>(null)
  const [made, setMade] = useState<NewKey | null>(null)
  const close = () => setOpen(null)
  const onMade = (key: NewKey) => {
    showAlert('success', words.made(key.kid))
    close()
    if (key.secret !== null) setMade(key)
  }
  return (
    <section className={styles.part} aria-labelledby="claves">
      <h2 id="claves" className={styles.boxTitle}>
        {words.title}
      </h2>
      <p className={styles.lead}>{words.lead}</p>
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ kid }) => kid}
        create={{ words: words.create, run: () => setOpen({ is: 'new' }) }}
        empty={words.empty}
        columns={columnsOf(words, dateTime, setOpen)}
      />
      {open?.is === 'new' && <NewSigningKey installation={installation} onMade={onMade} onClose={close} />}
      {open?.is === 'rotating' && <Rotate of={open.key} onMade={onMade} onClose={close} />}
      {open?.is === 'revoking' && <Revoke of={open.key} onClose={close} />}
      {made && (
        <SecretDialog
          title={words.secretTitle}
          label={words.secret}
          secret={made.secret ?? ''}
          onClose={() => setMade(null)}
        >
          <p>{words.secretLead}</p>
          <p>
            {words.kid}: <code>{made.kid}</code>
          </p>
        </SecretDialog>
      )}
    </section>
  )
}

const columnsOf = (
  words: MasterMessages['keys'],
  dateTime: Format['dateTime'],
  setOpen: (open: Open) => void,
): readonly MasterColumn<SigningKey>[] => [
  { title: words.kid, cell: ({ kid }) => <code>{kid}</code> },
  { title: words.algorithm, cell: ({ algorithm }) => words.algorithms[algorithm] },
  { title: words.rights, cell: (key) => <Rights of={key} /> },
  { title: words.createdAt, cell: ({ createdAt }) => dateTime(createdAt) },
  { title: words.state, cell: (key) => <KeyState of={key} /> },
  { title: words.sessions, cell: ({ sessions }) => sessions },
  {
    title: words.acts,
    cell: (key) =>
      key.live ? (
        <span className={styles.rowActs}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.rotateKey(key.kid)}
            onClick={() => setOpen({ is: 'rotating', key })}
          >
            {words.rotate}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.revokeKey(key.kid)}
            onClick={() => setOpen({ is: 'revoking', key })}
          >
            {words.revoke}
          </Button>
        </span>
      ) : (
        '–'
      ),
  },
]

function Rights({ of: { clientAdministrator, callerOptional } }: { of: SigningKey }) {
  const { keys: words } = useMasterMessages()
  const rights = [clientAdministrator && words.administrator, callerOptional && words.withoutCaller]
  return rights.filter((right) => right !== false).join(', ') || '–'
}

function KeyState({ of: { live, revokedAt } }: { of: SigningKey }) {
  const { keys: words } = useMasterMessages()
  const { dateTime } = useFormat()
  const now = useNow()
  if (revokedAt === null) return <Badge tone="good">{words.good}</Badge>
  if (live && revokedAt > now) return <Badge tone="warning">{words.goodUntil(dateTime(revokedAt))}</Badge>
  return <Badge tone="quiet">{words.revokedAt(dateTime(revokedAt))}</Badge>
}

interface NewProps {
  readonly installation: string
  readonly onMade: (key: NewKey) => void
  readonly onClose: () => void
}

interface Written {
  readonly algorithm: SigningKey['algorithm']
  readonly publicKey: string
  readonly clientAdministrator: boolean
  readonly callerOptional: boolean
}

function NewSigningKey({ installation, onMade, onClose }: NewProps) {
  const { keys: words } = useMasterMessages()
  const { shared } = useMessages()
  const form = useForm<Written>({
    algorithm: 'HS256',
    publicKey: '',
    clientAdministrator: false,
    callerOptional: false,
  })
  const { algorithm, publicKey, clientAdministrator, callerOptional } = form.fields
  const { mutate, isPending } = useAct(consoleInstallations.createKey, [MASTERS])
  const send = () => {
    if (algorithm === 'EdDSA' && publicKey.trim() === '') {
      form.wrong({ publicKey: shared.field.required() }, shared.session['check-fields']())
      return
    }
    mutate(
      {
        installation,
        publicKey: algorithm === 'EdDSA' ? publicKey.trim() : null,
        clientAdministrator,
        callerOptional,
      },
      { onSuccess: onMade, onError: form.refuse },
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
      <NativeSelect
        label={words.algorithm}
        value={algorithm}
        onChange={({ currentTarget }) => {
          const chosen = SIGNING_ALGORITHMS.find((one) => one === currentTarget.value)
          if (chosen) form.set({ algorithm: chosen })
        }}
        data={SIGNING_ALGORITHMS.map((value) => ({ value, label: words.algorithms[value] }))}
      />
      {algorithm === 'EdDSA' && <PublicKey field={form.text('publicKey')} />}
      <Checkbox
        label={words.administrator}
        description={words.administratorHint}
        checked={clientAdministrator}
        onChange={({ currentTarget }) => form.set({ clientAdministrator: currentTarget.checked })}
      />
      <Checkbox
        label={words.withoutCaller}
        description={words.withoutCallerHint}
        checked={callerOptional}
        onChange={({ currentTarget }) => form.set({ callerOptional: currentTarget.checked })}
      />
    </FormDialog>
  )
}

function PublicKey({ field }: { field: TextFieldProps }) {
  const { keys: words } = useMasterMessages()
  return (
    <TextInput
      {...field}
      label={words.publicKey}
      description={words.publicKeyHint}
      maxLength={100}
      autoCapitalize="none"
      autoComplete="off"
    />
  )
}

interface ActProps {
  readonly of: SigningKey
  readonly onClose: () => void
}

function Rotate({ of: { kid, algorithm }, onMade, onClose }: ActProps & { onMade: (key: NewKey) => void }) {
  const { keys: words } = useMasterMessages()
  const { shared } = useMessages()
  const form = useForm({ publicKey: '', oldUntil: fieldOf(new Date(useNow().getTime() + OVERLAP_MS)) })
  const { mutate, isPending } = useAct(consoleInstallations.rotateKey, [MASTERS])
  const send = () => {
    const oldUntil = momentOf(form.fields.oldUntil)
    const publicKey = form.fields.publicKey.trim()
    const isMissing = algorithm === 'EdDSA' && publicKey === ''
    if (!oldUntil || isMissing) {
      const required = shared.field.required()
      form.wrong(
        { ...(!oldUntil && { oldUntil: required }), ...(isMissing && { publicKey: required }) },
        shared.session['check-fields'](),
      )
      return
    }
    mutate(
      { kid, publicKey: algorithm === 'EdDSA' ? publicKey : null, oldUntil },
      { onSuccess: onMade, onError: form.refuse },
    )
  }
  return (
    <FormDialog
      title={words.rotateKey(kid)}
      submit={words.rotate}
      dirty={form.dirty}
      busy={isPending}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <p>{words.rotateLead}</p>
      <TextInput
        {...form.text('oldUntil')}
        type="datetime-local"
        label={words.oldUntil}
        description={words.oldUntilHint}
      />
      {algorithm === 'EdDSA' && <PublicKey field={form.text('publicKey')} />}
    </FormDialog>
  )
}

function Revoke({ of: { kid, sessions }, onClose }: ActProps) {
  const { keys: words } = useMasterMessages()
  const { mutate, isPending } = useAct(consoleInstallations.revokeKey, [MASTERS])
  return (
    <ConfirmDialog
      title={words.revokeKey(kid)}
      act={words.revoke}
      busy={isPending}
      onClose={onClose}
      onConfirm={() =>
        mutate(
          { kid },
          {
            onSuccess: () => {
              showAlert('success', words.revoked(kid))
              onClose()
            },
            onError: (error) => showAlert('error', sentenceOf(error)),
          },
        )
      }
    >
      <p>{words.revokeLead(sessions)}</p>
    </ConfirmDialog>
  )
}
