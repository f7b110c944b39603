import { Anchor, Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { LifeLineRail } from '#browser/life-line-rail.tsx'
import { shownDevelopmentState } from '#domain/development.ts'
import { type IncidentState, shownIncidentState } from '#domain/incident.ts'
import { ErrorState } from '#ui/states.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { useLifeLineMessages } from '../messages/life-line.ts'
import { VALUATIONS } from '../options/options-search.ts'
import { paths } from '../paths.ts'
import { useAccount } from '../session/session-store.ts'
import { AreaLink } from '../tickets/area-link.tsx'
import { developmentSearch, incidentSearch } from '../tickets/tickets-search.ts'
import { type LifeLine, type LifeLineWork, lifeLineQuery } from './life-line-queries.ts'
import css from './life-line.module.css'
import { ValidateDialog, type Verdict } from './validate-dialog.tsx'

/** A ticket's life line: a rail for each incident and development that answers it. Renders nothing without any. */
export function TicketLifeLine({ ticket }: { ticket: number }) {
  const { lifeLine: words } = useLifeLineMessages()
  const headingId = useId()
  const { data, isError, isFetching, refetch } = useQuery(lifeLineQuery({ ticket }))
  if (isError && !data) return <ErrorState text={words.failed} busy={isFetching} onRetry={() => void refetch()} />
  if (!data || (data.works.length === 0 && data.valuations.length === 0 && data.problems.length === 0)) return null
  return (
    <section aria-labelledby={headingId} className={css.section}>
      <h3 id={headingId} className={css.title}>
        {words.label}
      </h3>
      <Problems line={data} />
      {(data.works.length > 0 || data.valuations.length > 0) && <Lines line={data} />}
      <Undecided line={data} />
    </section>
  )
}

/** The published problems behind the ticket or the incident, with the workaround and the planned date of each. */
export function Problems({ line: { problems } }: { line: LifeLine }) {
  const { problem: words } = useLifeLineMessages()
  const { day } = useFormat()
  return problems.map(({ problem, title, workaround, mendedVersion, plannedOn, isMended }) => (
    <article key={problem} className={css.work} aria-label={words.title}>
      <h4 className={css.heading}>{words.of(problem, title)}</h4>
      {mendedVersion !== null && (
        <p className={css.quiet}>{isMended ? words.mended(mendedVersion) : words.toMend(mendedVersion)}</p>
      )}
      {!isMended && plannedOn !== null && <p className={css.quiet}>{words.planned(day(plannedOn))}</p>}
      {workaround !== '' && <p className={css.quiet}>{words.meanwhile(workaround)}</p>}
    </article>
  ))
}

/** The link to a valuation that an administrator may decide. */
function Undecided({ line: { valuations } }: { line: LifeLine }) {
  const { lifeLine: words } = useLifeLineMessages()
  return valuations
    .filter(({ standing }) => standing === 'current')
    .map(
      ({ number }) =>
        number !== null && (
          <Anchor
            key={number}
            size="sm"
            renderRoot={(props) => (
              <Link {...props} to={paths.options} search={{ ...VALUATIONS, valoracion: number }} />
            )}
          >
            {words.valuation(number)}
          </Anchor>
        ),
    )
}

/** The same for an incident or a development, in a place of its own. */
export const Lines = ({ line, linked = true }: { line: LifeLine; linked?: boolean }) => {
  const { works, valuations, ticket } = line
  if (works.length === 0) return <Rail steps={[...(ticket ? [ticket] : []), ...valuations]} work={null} />
  // A valuation stands with its development, if there is one.
  const valued = works.find(({ kind }) => kind === 'development') ?? works[0]
  return works.map((work) => (
    <WorkLine
      key={work.number}
      work={work}
      before={[...(ticket ? [ticket] : []), ...(work === valued ? valuations : [])]}
      linked={linked}
    />
  ))
}

type Steps = LifeLineWork['steps']

function WorkLine({ work, before, linked }: { work: LifeLineWork; before: Steps; linked: boolean }) {
  const { kind, number, title } = work
  const name = useNameOf(work)
  return (
    <article className={css.work} aria-label={name}>
      {linked && (
        <h4 className={css.heading}>
          <AreaLink search={kind === 'incident' ? incidentSearch(number) : developmentSearch(number)}>{name}</AreaLink>{' '}
          <span className={css.quiet}>{title}</span>
        </h4>
      )}
      <Rail steps={[...before, ...work.steps]} work={work} />
      <Validation work={work} name={name} />
      <PlannedHistory work={work} />
      <StateHistory work={work} />
    </article>
  )
}

function Rail({ steps, work }: { steps: Steps; work: LifeLineWork | null }) {
  const { lifeLine: words } = useLifeLineMessages()
  const { day } = useFormat()
  const stateName = useStateName()
  const name = useNameOf(work)
  if (!work) return <LifeLineRail label={words.label} steps={steps} words={words} day={day} />
  const own = stateName(work.kind, work.state, work.situation)
  const tested = work.mayValidate ? words.toValidate : lastResult(work)
  const isTested = steps.some(({ kind, on }) => kind === 'test' && on !== null)
  return (
    <LifeLineRail
      label={words.of(name)}
      steps={steps}
      words={words}
      day={day}
      details={{ version: work.version }}
      states={{ [work.kind]: own, ...(isTested && tested && { test: tested }) }}
    />
  )

  function lastResult({ validations }: LifeLineWork): string | null {
    const last = validations.at(-1)
    return last ? words.validation[last.result] : null
  }
}

/** Asks whether the work in BD pruebas works, and shows the answer. */
function Validation({ work, name }: { work: LifeLineWork; name: string }) {
  const { lifeLine: words, validate } = useLifeLineMessages()
  const { dateTime } = useFormat()
  const { limited } = useAccount()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const { number, validations, mayValidate } = work
  return (
    <>
      {mayValidate && !limited && (
        <div className={css.ask}>
          <p>
            <strong>{words.ask(name)}</strong> {words.askHint}
          </p>
          <div className={css.buttons}>
            <Button size="sm" leftSection={<IconCheck size={18} aria-hidden />} onClick={() => setVerdict('validated')}>
              {validate.act.validated}
            </Button>
            <Button
              size="sm"
              variant="default"
              leftSection={<IconX size={18} aria-hidden />}
              onClick={() => setVerdict('failed')}
            >
              {validate.act.failed}
            </Button>
          </div>
        </div>
      )}
      {validations.length > 0 && (
        <ul className={css.history} aria-label={words.validations}>
          {validations.map(({ result, by, at, text }) => (
            <li key={at.getTime()}>
              <strong>{words.validation[result]}</strong>{' '}
              <span className={css.quiet}>{words.by(by, dateTime(at))}</span>
              {text && <p>{text}</p>}
            </li>
          ))}
        </ul>
      )}
      {verdict && <ValidateDialog number={number} name={name} verdict={verdict} onClose={() => setVerdict(null)} />}
    </>
  )
}

function PlannedHistory({ work: { plannedChanges } }: { work: LifeLineWork }) {
  const { lifeLine: words } = useLifeLineMessages()
  const { day } = useFormat()
  return (
    <History
      title={words.plannedHistory(plannedChanges.length)}
      changes={plannedChanges.map(({ stage, from, to, reason, at }) => {
        const name = words.stage[stage]
        const said =
          to === null
            ? words.plannedGone(name, from === null ? '' : day(from))
            : from === null
              ? words.plannedAt(name, day(to))
              : words.plannedMoved(name, day(from), day(to))
        return { said, reason, at }
      })}
    />
  )
}

function StateHistory({ work: { kind, stateChanges } }: { work: LifeLineWork }) {
  const { lifeLine: words } = useLifeLineMessages()
  const stateName = useStateName()
  const changes = stateChanges
    .map(({ from, to, reason, at }) => ({
      from: from && stateName(kind, from, null),
      to: stateName(kind, to, null),
      reason,
      at,
    }))
    // Two states that look alike to the customer are no change, unless a message comes along.
    .filter(({ from, to, reason }) => from !== to || reason !== '')
  return (
    <History
      title={words.stateHistory(changes.length)}
      changes={changes.map(({ from, to, reason, at }) => ({
        said: from === null || from === to ? words.stateAt(to) : words.stateMoved(from, to),
        reason,
        at,
      }))}
    />
  )
}

interface Change {
  readonly said: string
  readonly reason: string
  readonly at: Date
}

function History({ title, changes }: { title: string; changes: readonly Change[] }) {
  const { dateTime } = useFormat()
  if (changes.length === 0) return null
  return (
    <details className={css.details}>
      <summary>{title}</summary>
      <ol className={css.history}>
        {changes.map(({ said, reason, at }) => (
          <li key={`${at.getTime()} ${said}`}>
            {said}{' '}
            <time className={css.quiet} dateTime={at.toISOString()}>
              {dateTime(at)}
            </time>
            {reason && <p>{reason}</p>}
          </li>
        ))}
      </ol>
    </details>
  )
}

function useNameOf(work: Pick<LifeLineWork, 'kind' | 'number'> | null): string {
  const { lifeLine: words } = useLifeLineMessages()
  return work ? words[work.kind](work.number) : ''
}

/** The lists' word for a state (spec §4). */
function useStateName() {
  const { state: names } = useMessages().incidents
  return (kind: LifeLineWork['kind'], state: IncidentState, situation: string | null): string => {
    if (kind === 'incident' || state === 'in-progress') return names[shownIncidentState({ state, situation })]
    return names[shownDevelopmentState(state)]
  }
}
