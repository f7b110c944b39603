import type { UseQueryResult } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoadingState } from '#ui/states.tsx'
import { Unread } from '../layout/unread.tsx'
import { useMasterMessages } from '../messages/masters.ts'

interface Props<Row> {
  readonly query: UseQueryResult<Row>
  readonly back: LinkProps
  readonly children: (row: Row) => ReactNode
}

/** A record: loading, failed or loaded. */
export function OneRecord<Row>({ query, back, children }: Props<Row>) {
  const { form: words } = useMasterMessages()
  if (query.data !== undefined) return children(query.data)
  if (!query.error) return <LoadingState />
  return <Unread query={query} missing={words.notFound} to={{ ...back, words: words.back }} />
}
