import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Facts } from '#ui/facts.tsx'
import { MasterPage } from '../masters/master-page.tsx'
import styles from '../masters/masters.module.css'
import { OneRecord } from '../masters/one-record.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { useProblemMessages } from '../messages/problems/problems.ts'
import { WORK_LISTS, paths } from '../paths.ts'
import { AnswerAllDialog } from './answer-all-dialog.tsx'
import { JoinDialog, MendDialog, UnlinkDialog } from './problem-dialogs.tsx'
import { ProblemForm } from './problem-form.tsx'
import { type ProblemView, problemQuery } from './problem-queries.ts'
import own from './problem-page.module.css'

/** One problem of the product: the clients that meet it, their incidents, and the acts on all of them. */
export function ProblemPage() {
  const problem = Number(useParams({ strict: false }).problem)
  const query = useQuery(problemQuery(problem))
  return (
    <OneRecord query={query} back={{ to: paths.problems }}>
      {(found) => <Opened key={found.id} problem={found} />}
    </OneRecord>
  )
}

type Act = 'edit' | 'join' | 'answer' | 'mend'

function Opened({ problem }: { problem: ProblemView }) {
  const words = useProblemMessages()
  const { day } = useFormat()
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const tickets = problem.incidents.some((incident) => incident.tickets.length > 0)
  return (
    <MasterPage title={`${words.edit(problem.id)}: ${problem.title}`} back={{ to: paths.problems, words: words.title }}>
      <section className={`${styles.box} ${own.said}`} aria-label={words.edit(problem.id)}>
        <p>{problem.description}</p>
        <Facts
          className={styles.facts}
          facts={[
            [words.state, words.states[problem.state]],
            [words.readBy, problem.published ? words.byClients : words.byTechnicians],
            [words.workaround, problem.workaround],
            [words.versions, problem.affectedVersions.join(', ') || words.everyVersion],
            [words.mendedVersion, problem.mendedVersion],
            [words.plannedOn, problem.plannedOn && day(problem.plannedOn)],
            [words.responsible, problem.responsible?.name],
            [words.whom, words.affects(problem.clients, problem.people)],
            [words.notes, problem.notes],
          ]}
        />
        <div className={styles.links}>
          <Button size="xs" disabled={!tickets} onClick={() => setAct('answer')}>
            {words.answerAll}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAct('mend')}>
            {words.mend}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAct('join')}>
            {words.join}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAct('edit')}>
            {words.change}
          </Button>
        </div>
      </section>
      <Incidents problem={problem} />
      {problem.affected.length > 0 && <Affected problem={problem} />}
      {act === 'edit' && <ProblemForm problem={problem} onClose={close} />}
      {act === 'join' && <JoinDialog problem={problem.id} onClose={close} />}
      {act === 'answer' && <AnswerAllDialog problem={problem.id} onClose={close} />}
      {act === 'mend' && <MendDialog problem={problem} onClose={close} />}
    </MasterPage>
  )
}

function Incidents({ problem }: { problem: ProblemView }) {
  const words = useProblemMessages()
  const { workState } = useMessages()
  const [leaving, setLeaving] = useState<number | null>(null)
  return (
    <section className={styles.box} aria-label={words.incidents(problem.incidents.length)}>
      <h2 className={own.title}>{words.incidents(problem.incidents.length)}</h2>
      {problem.incidents.length === 0 && <p className={styles.quiet}>{words.noIncidents}</p>}
      <ul className={own.incidents}>
        {problem.incidents.map(({ number, client, state, version, tickets }) => (
          <li key={number} className={own.incident}>
            <div>
              <Link to={paths.work} params={{ lista: WORK_LISTS.incident, number: String(number) }}>
                {words.incident(number)}
              </Link>{' '}
              · {client.name} ({client.code}) · {[workState[state], version].filter(Boolean).join(' ')}
              {tickets.map((ticket) => (
                <div key={ticket.number} className={styles.quiet}>
                  <Link to={paths.ticket} params={{ number: String(ticket.number) }}>
                    {ticket.number}
                  </Link>{' '}
                  {ticket.title}
                </div>
              ))}
            </div>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${words.unlink}: ${words.incident(number)}`}
              onClick={() => setLeaving(number)}
            >
              {words.unlink}
            </Button>
          </li>
        ))}
      </ul>
      {leaving !== null && <UnlinkDialog problem={problem.id} incident={leaving} onClose={() => setLeaving(null)} />}
    </section>
  )
}

/** The people who have said that they meet it. */
function Affected({ problem }: { problem: ProblemView }) {
  const words = useProblemMessages()
  return (
    <section className={styles.box} aria-label={words.affected}>
      <h2 className={own.title}>{words.affected}</h2>
      <ul>
        {problem.affected.map(({ code, name, people }) => (
          <li key={code}>
            <Link to={paths.client} params={{ client: String(code) }}>
              {name} ({code})
            </Link>
            : {people.join(', ')}
          </li>
        ))}
      </ul>
    </section>
  )
}
