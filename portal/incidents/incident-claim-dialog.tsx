import { Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { currentIncident } from '#contract/incident-codec.ts'
import { INCIDENT_CLAIMS, mayClaimIncident } from '#domain/incident.ts'
import type { CallFailed } from '../api.ts'
import { OfficeTimeNote } from '../lists/office-time-note.tsx'
import { refusalSentence } from '../lists/refusable-act.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { ActFrame, useSend } from '../tickets/act-frame.tsx'
import { useForm } from '../use-form.ts'
import { type IncidentRow, useClaimIncident } from './incident-queries.ts'
import css from './incidents.module.css'

/** Claiming an incident (spec §2, Action popups), with its earlier claims. */
export function IncidentClaimDialog({ incident, onClose }: { incident: IncidentRow; onClose: () => void }) {
  const { incidents, tickets, shared } = useMessages()
  const words = incidents.claim
  const act = useClaimIncident()
  const send = useSend(act, {
    done: words.done(incident.number),
    failed: null,
    refused: (error) => {
      const refusal = refusalNow(incident, error)
      return refusal && refusalSentence(shared, refusal)
    },
    onClose,
  })
  return (
    <ActFrame
      title={tickets.claim.title}
      busy={act.isPending}
      form={useForm({})}
      changed={false}
      sendUnchanged
      onSend={() => send({ incident: incident.number })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          {words.explanation(incident.number)}{' '}
          {incident.claims.length + 1 < INCIDENT_CLAIMS ? words.again : words.lastTime}
        </Text>
        <Text c="dimmed">{incident.title}</Text>
        <Claims incident={incident} />
      </Stack>
    </ActFrame>
  )
}

/** The service's 409, derived again by the same rule, so that its time can name its zone. */
function refusalNow({ situation }: IncidentRow, refusal: CallFailed) {
  const current = refusal.told(currentIncident)
  if (!current) return null
  const { state, claims } = current
  const lastClaimAt = claims.at(-1)?.at ?? null
  const verdict = mayClaimIncident({ state, situation, claims: claims.length, lastClaimAt }, new Date())
  return verdict.allowed ? null : verdict
}

function Claims({ incident: { claims } }: { incident: IncidentRow }) {
  const { claim: words } = useMessages().incidents
  const { dateTime } = useFormat()
  const headingId = useId()
  if (claims.length === 0) return <Text>{words.none}</Text>
  return (
    <div>
      <Text id={headingId} fw={600}>
        {words.before}
      </Text>
      <ol className={css.claims} aria-labelledby={headingId}>
        {claims.map(({ sequence, at }) => (
          <li key={sequence}>
            <time dateTime={at.toISOString()}>{dateTime(at)}</time>
          </li>
        ))}
      </ol>
      <OfficeTimeNote />
    </div>
  )
}
