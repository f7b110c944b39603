import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Format } from '#browser/format.ts'
import { PROBLEM_STATES } from '#domain/problems/problem.ts'
import { Badge } from '../forms/badge.tsx'
import { Choice } from '../forms/choice.tsx'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { useListSearch } from '../lists/use-list-search.ts'
import { MasterPage } from '../masters/master-page.tsx'
import { useFormat } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import type { ProblemMessages } from '../messages/problems/problems-es.ts'
import { useProblemMessages } from '../messages/problems/problems.ts'
import { paths } from '../paths.ts'
import { ProblemForm } from './problem-form.tsx'
import { type Problem, problemsQuery } from './problem-queries.ts'
import { Suggestions } from './suggestions.tsx'

const TONES = { studied: 'warning', confirmed: 'warning', mended: 'good', discarded: 'quiet' } as const

/** Problems of the product, which several clients may meet. */
export function ProblemsPage() {
  const words = useProblemMessages()
  const { list } = useMasterMessages()
  const { day } = useFormat()
  const search = useListSearch()
  const state = PROBLEM_STATES.find((one) => one === search.choice)
  const query = useInfiniteQuery(problemsQuery(search.text, state))
  const [open, setOpen] = useState(false)
  return (
    <MasterPage title={words.title} lead={words.lead}>
      <Suggestions />
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ id }) => id}
        opening={({ id }) => ({ to: paths.problem, params: { problem: String(id) } })}
        search={{ ...search, label: words.search }}
        filters={
          <Choice
            label={words.state}
            value={state ?? ''}
            onChange={search.onChoice}
            options={[
              { value: '', label: `${words.state}: ${list.any}` },
              ...PROBLEM_STATES.map((value) => ({ value, label: words.states[value] })),
            ]}
          />
        }
        create={{ words: words.create, run: () => setOpen(true) }}
        empty={words.empty}
        columns={columnsOf(words, day)}
      />
      {open && <ProblemForm problem={null} onClose={() => setOpen(false)} />}
    </MasterPage>
  )
}

const columnsOf = (words: ProblemMessages, day: Format['day']): readonly MasterColumn<Problem>[] => [
  { title: words.name, cell: ({ title }) => title, width: '38%' },
  {
    title: words.state,
    cell: ({ state }) => <Badge tone={TONES[state]}>{words.states[state]}</Badge>,
  },
  {
    title: words.versions,
    cell: ({ affectedVersions, mendedVersion }) =>
      [affectedVersions.join(', ') || words.everyVersion, mendedVersion && words.mendedIn(mendedVersion)]
        .filter(Boolean)
        .join(' · '),
  },
  { title: words.plannedOn, cell: ({ plannedOn }) => (plannedOn === null ? '–' : day(plannedOn)) },
  { title: words.responsible, cell: ({ responsible }) => responsible?.name ?? '–' },
  { title: words.affectedClients, cell: ({ clients }) => clients || '–' },
  {
    title: words.published,
    cell: ({ published }) => (
      <Badge tone={published ? 'good' : 'quiet'}>{published ? words.published : words.internal}</Badge>
    ),
  },
]
