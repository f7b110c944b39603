import { Button, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { sentenceOf } from '../api.ts'
import { useProblemMessages } from '../messages/problems/problems.ts'
import work from '../work/work.module.css'
import styles from './problem-page.module.css'
import { problemsQuery } from './problem-queries.ts'

export interface ChosenProblem {
  readonly id: number
  readonly title: string
}

interface Props {
  readonly chosen: ChosenProblem | null
  readonly error?: string | undefined
  readonly onChoose: (problem: ChosenProblem | null) => void
}

/** Finds a problem of the product by its words or number. A discarded problem takes no incidents. */
export function ProblemChoice({ chosen, error, onChoose }: Props) {
  const words = useProblemMessages()
  const [typed, setTyped] = useState('')
  const query = useInfiniteQuery({
    ...problemsQuery(useDeferredValue(typed.trim()), undefined),
    enabled: chosen === null,
  })
  if (chosen)
    return (
      <p className={work.chosen}>
        {words.choose}:{' '}
        <strong>
          {chosen.id} · {chosen.title}
        </strong>
        <Button size="compact-sm" variant="subtle" onClick={() => onChoose(null)}>
          {words.changeChoice}
        </Button>
      </p>
    )
  const found = query.data?.filter(({ state }) => state !== 'discarded')
  return (
    <div className={styles.choice}>
      <TextInput
        type="search"
        name="problem"
        label={words.choose}
        description={words.chooseHint}
        maxLength={100}
        value={typed}
        error={error}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey) event.preventDefault()
        }}
      />
      {found ? (
        <ul className={work.choices} aria-label={words.title}>
          {found.map(({ id, title, state }) => (
            <li key={id}>
              <button type="button" className={work.choice} onClick={() => onChoose({ id, title })}>
                <strong>{id}</strong> {title} <span className={work.quiet}>{words.states[state]}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : query.error ? (
        <ErrorState text={sentenceOf(query.error)} busy={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState />
      )}
      {query.hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {words.moreProblems}
        </Button>
      )}
      <p role="status" className={work.quiet}>
        {found?.length === 0 && !query.hasNextPage && words.empty}
      </p>
    </div>
  )
}
