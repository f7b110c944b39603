import type { UseQueryResult } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CallFailed } from '#browser/client.ts'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { sentenceOf } from '../api.ts'
import { useMasterMessages } from '../messages/masters.ts'
import styles from './masters.module.css'

interface Props<Row> {
  readonly query: UseQueryResult<Row>
  readonly back: LinkProps
  readonly children: (row: Row) => ReactNode
}

/** A record that is being read, could not be, or is there. */
export function OneRecord<Row>({ query, back, children }: Props<Row>) {
  const { form: words } = useMasterMessages()
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return <LoadingState />
  const isMissing = error instanceof CallFailed && error.status === 404
  return (
    <>
      <Link {...back} className={styles.back}>
        {words.back}
      </Link>
      <ErrorState
        wholePage
        text={isMissing ? words.notFound : sentenceOf(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    </>
  )
}
