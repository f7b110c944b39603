import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { CallOptions } from '#browser/client.ts'
import { asRead } from '#browser/query-client.ts'

/** The key above all queries of masters. */
export const MASTERS = ['masters'] as const

interface Part<Row> {
  readonly items: readonly Row[]
  /** The cursor of the next part; null at the end. */
  readonly next: string | null
}

/** The cursor of the first part. */
const FIRST_PART = ''

/** A list in parts, each requested with the cursor of the one before. */
export const listQuery = <Row>(
  key: readonly unknown[],
  read: (from: { readonly after?: string }, options: CallOptions) => Promise<Part<Row>>,
) =>
  infiniteQueryOptions({
    queryKey: [...MASTERS, ...key],
    queryFn: ({ pageParam, ...query }) => read(pageParam === FIRST_PART ? {} : { after: pageParam }, asRead(query)),
    initialPageParam: FIRST_PART,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    placeholderData: keepPreviousData,
  })
