import { useQuery } from '@tanstack/react-query'
import { MOST_OF_PROBLEM, PROBLEM_TEXT, consoleProblems, problemNow } from '#contract/console/problems.ts'
import type { Input } from '#contract/endpoint.ts'
import { PROBLEM_STATES } from '#domain/problems/problem.ts'
import { useAct } from '../act.ts'
import { RecordForm } from '../forms/record-form.tsx'
import type { RecordField } from '../forms/record-fields.tsx'
import masters from '../masters/masters.module.css'
import { useFormat } from '../messages/index.ts'
import type { ProblemMessages } from '../messages/problems/problems-es.ts'
import { useProblemMessages } from '../messages/problems/problems.ts'
import { colleaguesQuery, modulesQuery } from '../queue/queue-queries.ts'
import { AFTER_PROBLEM, type Problem } from './problem-queries.ts'

/** The form of a new or existing problem of the product. */
export function ProblemForm({ problem, onClose }: { problem: Problem | null; onClose: () => void }) {
  const words = useProblemMessages()
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const { data: modules = [] } = useQuery(modulesQuery)
  const create = useAct(consoleProblems.create, AFTER_PROBLEM)
  const change = useAct(consoleProblems.change, AFTER_PROBLEM)
  return (
    <RecordForm
      size="lg"
      record={problem}
      told={(refusal) => refusal.told(problemNow)}
      title={(row) => (row ? words.edit(row.id) : words.create)}
      begin={fieldsOf}
      fields={(_, row) => fieldsFor(row, words, { colleagues, modules })}
      save={(fields, row) =>
        row
          ? change.mutateAsync({ problem: row.id, ...problemOf(fields), revision: row.revision })
          : create.mutateAsync(problemOf(fields))
      }
      done={({ title }) => words.saved(title)}
      onClose={onClose}
    />
  )
}

interface Offered {
  readonly colleagues: readonly { readonly username: string; readonly name: string }[]
  readonly modules: readonly { readonly number: number; readonly name: string }[]
}

function fieldsFor(row: Problem | null, words: ProblemMessages, offered: Offered): readonly RecordField<Written>[] {
  // The record's own values stay choices, even if they are no longer on offer.
  const colleagues = [...offered.colleagues, ...(row?.responsible ? [row.responsible] : [])]
  const modules = [...offered.modules, ...(row?.modules ?? [])]
  const names = Object.fromEntries(colleagues.map(({ username, name }) => [username, name]))
  const moduleNames = Object.fromEntries(modules.map(({ number, name }) => [String(number), name]))
  const byName = new Intl.Collator('es')
  return [
    { is: 'text', name: 'title', label: words.name, required: true, maxLength: 200 },
    { is: 'lines', name: 'description', label: words.description, required: true, rows: 4, maxLength: PROBLEM_TEXT },
    { is: 'lines', name: 'workaround', label: words.workaround, rows: 3, maxLength: PROBLEM_TEXT },
    {
      is: 'row',
      of: [
        { is: 'one', name: 'state', label: words.state, values: PROBLEM_STATES, labels: words.states },
        {
          is: 'one',
          name: 'responsible',
          label: words.responsible,
          values: ['', ...Object.keys(names)],
          labels: { '': words.nobody, ...names },
        },
      ],
    },
    {
      is: 'row',
      of: [
        { is: 'text', name: 'affectedVersions', label: words.affectedVersions, hint: words.affectedHint, exact: true },
        {
          is: 'text',
          name: 'mendedVersion',
          label: words.mendedVersion,
          hint: words.mendedHint,
          maxLength: 20,
          exact: true,
        },
      ],
    },
    { is: 'text', type: 'date', name: 'plannedOn', label: words.plannedOn },
    row !== null && row.plannedDates.length > 0 && <PlannedDates key="dates" dates={row.plannedDates} />,
    {
      is: 'some',
      name: 'modules',
      label: words.modules,
      values: Object.keys(moduleNames).toSorted((a, b) => byName.compare(moduleNames[a] ?? '', moduleNames[b] ?? '')),
      labels: moduleNames,
    },
    { is: 'lines', name: 'notes', label: words.notes, hint: words.notesHint, rows: 3, maxLength: PROBLEM_TEXT },
    { is: 'check', name: 'published', label: words.publish, hint: words.publishHint },
    row !== null && row.affected.length > 0 && <Affected key="affected" clients={row.affected} />,
  ]
}

/** The history of the planned date, the newest first. */
function PlannedDates({ dates }: { dates: Problem['plannedDates'] }) {
  const words = useProblemMessages()
  const { day, dateTime } = useFormat()
  return (
    <section aria-label={words.plannedDates}>
      <p className={masters.quiet}>{words.plannedDates}</p>
      <ul className={masters.quiet}>
        {dates.map(({ on, by, at }) => (
          <li key={at.getTime()}>{words.setBy(on === null ? words.noDate : day(on), by, dateTime(at))}</li>
        ))}
      </ul>
    </section>
  )
}

/** The people who have said that they meet it. */
function Affected({ clients }: { clients: Problem['affected'] }) {
  const words = useProblemMessages()
  return (
    <section aria-label={words.affected}>
      <p className={masters.quiet}>{words.affected}</p>
      <ul className={masters.quiet}>
        {clients.map(({ code, name, people }) => (
          <li key={code}>
            {name} ({code}): {people.join(', ')}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Form = Input<typeof consoleProblems.create>

interface Written extends Pick<Form, 'title' | 'description' | 'workaround' | 'notes' | 'state' | 'published'> {
  /** Separated by commas. */
  readonly affectedVersions: string
  readonly mendedVersion: string
  readonly plannedOn: string
  readonly responsible: string
  readonly modules: readonly string[]
}

function fieldsOf(row: Problem | null): Written {
  const { title = '', description = '', workaround = '', notes = '', state = 'studied', published = false } = row ?? {}
  return {
    title,
    description,
    workaround,
    notes,
    state,
    published,
    affectedVersions: row?.affectedVersions.join(', ') ?? '',
    mendedVersion: row?.mendedVersion ?? '',
    plannedOn: row?.plannedOn ?? '',
    responsible: row?.responsible?.username ?? '',
    modules: row?.modules.map(({ number }) => String(number)) ?? [],
  }
}

const problemOf = ({
  affectedVersions,
  mendedVersion,
  plannedOn,
  responsible,
  modules,
  ...written
}: Written): Form => ({
  ...written,
  affectedVersions: affectedVersions
    .split(/[,;\s]+/)
    .filter((version) => version !== '')
    .slice(0, MOST_OF_PROBLEM),
  mendedVersion: mendedVersion.trim() || null,
  plannedOn: plannedOn || null,
  responsible: responsible || null,
  modules: modules.map(Number),
})
