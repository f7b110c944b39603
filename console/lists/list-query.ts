import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { CallOptions } from '#browser/client.ts'
import { asRead } from '#browser/query-client.ts'

/** All that is read of masters stands under this. */
export const MASTERS = ['masters'] as const

interface Part<Row> {
  readonly items: readonly Row[]
  /** What the next part is asked for with; null at the end. */
  readonly next: string | null
}

/** What the first part is asked for with: it follows nothing. */
const FIRST_PART = ''

/** A list that the server gives in parts, each asked for with the end of the one before. */
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
