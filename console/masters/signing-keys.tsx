import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleInstallations } from '#contract/console/installations.ts'
import type { Format } from '#browser/format.ts'
import type { Data } from '#contract/endpoint.ts'
import { SIGNING_ALGORITHMS } from '#domain/account.ts'
import { useAct } from '../act.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import type { MasterMessages } from '../messages/masters-es.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { useNow } from '#browser/live/use-now.ts'
import { Badge } from '../forms/badge.tsx'
import { type SigningKey, keysQuery } from './client-queries.ts'
import { ConfirmedAct } from '../forms/confirm-dialog.tsx'
import { MASTERS } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import styles from './masters.module.css'
import { fieldOf, givenMoment, momentOf } from '../forms/office-moment.ts'
import { RecordForm } from '../forms/record-form.tsx'
import { SecretDialog } from '../forms/secret-dialog.tsx'

type NewKey = Data<typeof consoleInstallations.createKey>

/** By default a rotated key stays valid for this long. */
const OVERLAP_MS = 7 * 24 * 3600_000

type Open =
  | { readonly is: 'new' }
  | { readonly is: 'rotating'; readonly key: SigningKey }
  | { readonly is: 'revoking'; readonly key: SigningKey }

/** The keys that sign an installation's links: at most two, so that one replaces the other without a gap. */
export function SigningKeys({ installation }: { installation: string }) {
  const { keys: words } = useMasterMessages()
  const { dateTime } = useFormat()
  const query = useInfiniteQuery(keysQuery(installation))
  const [open, setOpen] = useState<Open | null>(null)
  const [made, setMade] = useState<NewKey | null>(null)
  const close = () => setOpen(null)
  const onMade = (key: NewKey) => {
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
  const publicKeyField = usePublicKey()
  const create = useAct(consoleInstallations.createKey, [MASTERS])
  return (
    <RecordForm
      record={null}
      title={() => words.create}
      begin={(): Written => ({
        algorithm: 'HS256',
        publicKey: '',
        clientAdministrator: false,
        callerOptional: false,
      })}
      fields={({ fields: { algorithm } }) => [
        { is: 'one', name: 'algorithm', label: words.algorithm, values: SIGNING_ALGORITHMS, labels: words.algorithms },
        algorithm === 'EdDSA' && publicKeyField,
        { is: 'check', name: 'clientAdministrator', label: words.administrator, hint: words.administratorHint },
        { is: 'check', name: 'callerOptional', label: words.withoutCaller, hint: words.withoutCallerHint },
      ]}
      check={useKeyCheck()}
      save={({ algorithm, publicKey, ...rights }) =>
        create.mutateAsync({ installation, publicKey: sentKey(algorithm, publicKey), ...rights })
      }
      done={({ kid }) => words.made(kid)}
      onSaved={onMade}
      onClose={onClose}
    />
  )
}

function usePublicKey() {
  const { keys: words } = useMasterMessages()
  return {
    is: 'text',
    name: 'publicKey',
    label: words.publicKey,
    hint: words.publicKeyHint,
    maxLength: 100,
    exact: true,
  } as const
}

/** An installation may make its own key: then it gives the public half. The server makes all others. */
const sentKey = (algorithm: SigningKey['algorithm'], publicKey: string): string | null =>
  algorithm === 'EdDSA' ? publicKey.trim() : null

function useKeyCheck() {
  const { shared } = useMessages()
  return ({ algorithm, publicKey }: Pick<Written, 'algorithm' | 'publicKey'>) => ({
    publicKey: sentKey(algorithm, publicKey) === '' ? shared.field.required() : null,
  })
}

interface ActProps {
  readonly of: SigningKey
  readonly onClose: () => void
}

function Rotate({ of: { kid, algorithm }, onMade, onClose }: ActProps & { onMade: (key: NewKey) => void }) {
  const { keys: words } = useMasterMessages()
  const { shared } = useMessages()
  const publicKeyField = usePublicKey()
  const checkKey = useKeyCheck()
  const now = useNow()
  const rotate = useAct(consoleInstallations.rotateKey, [MASTERS])
  return (
    <RecordForm
      record={null}
      title={() => words.rotateKey(kid)}
      submit={words.rotate}
      begin={() => ({ publicKey: '', oldUntil: fieldOf(new Date(now.getTime() + OVERLAP_MS)) })}
      fields={() => [
        { is: 'note', text: words.rotateLead },
        { is: 'text', type: 'datetime-local', name: 'oldUntil', label: words.oldUntil, hint: words.oldUntilHint },
        algorithm === 'EdDSA' && publicKeyField,
      ]}
      check={({ publicKey, oldUntil }) => ({
        oldUntil: momentOf(oldUntil) ? null : shared.field.required(),
        ...checkKey({ algorithm, publicKey }),
      })}
      save={({ publicKey, oldUntil }) =>
        rotate.mutateAsync({ kid, publicKey: sentKey(algorithm, publicKey), oldUntil: givenMoment(oldUntil) })
      }
      done={({ kid: made }) => words.made(made)}
      onSaved={onMade}
      onClose={onClose}
    />
  )
}

function Revoke({ of: { kid, sessions }, onClose }: ActProps) {
  const { keys: words } = useMasterMessages()
  return (
    <ConfirmedAct
      title={words.revokeKey(kid)}
      act={words.revoke}
      endpoint={consoleInstallations.revokeKey}
      input={{ kid }}
      stale={[MASTERS]}
      done={words.revoked(kid)}
      onClose={onClose}
    >
      <p>{words.revokeLead(sessions)}</p>
    </ConfirmedAct>
  )
}
