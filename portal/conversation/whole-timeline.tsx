import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { EarlierPart } from '#ui/earlier-part.tsx'
import { useMessages } from '../messages/index.ts'
import { useAccount } from '../session/session-store.ts'
import { type TimelineEntry, earlierQuery } from '../tickets/ticket-queries.ts'
import type { ViewProps } from './ticket-standing.tsx'
import { TicketTimeline, type TimelineProps } from '../tickets/ticket-timeline.tsx'

interface Props extends ViewProps, Pick<TimelineProps, 'onCorrect'> {
  /** The newest part that is shown. */
  readonly shown: readonly TimelineEntry[]
  readonly list: RefObject<HTMLOListElement | null>
}

/** The timeline; parts beyond one answer are loaded on request. */
export function WholeTimeline({ view, root, shown, list, onCorrect }: Props) {
  const { detail } = useMessages().tickets
  const { limited } = useAccount()
  const [isAsked, setAsked] = useState(false)
  const client = useQueryClient()
  const earlier = useInfiniteQuery({ ...earlierQuery(client, root.number), enabled: isAsked && view.hasEarlier })
  const before = earlier.data?.pages.toReversed().flatMap(({ timeline }) => timeline) ?? []
  const entries = [...before, ...shown]
  const onMore = () => {
    if (!isAsked) setAsked(true)
    else void (earlier.data ? earlier.fetchNextPage() : earlier.refetch())
  }
  return (
    <>
      {view.hasEarlier && (
        <EarlierPart
          list={list}
          count={entries.length}
          words={{
            more: detail.earlier,
            failed: detail.earlierFailed,
            loaded: before.length > 0 ? detail.earlierLoaded(before.length) : '',
          }}
          hasMore={earlier.data ? earlier.hasNextPage : true}
          busy={earlier.isFetching && (earlier.isPending || earlier.isFetchingNextPage)}
          failed={earlier.isError}
          onMore={onMore}
        />
      )}
      <TicketTimeline ref={list} ticket={limited ? null : root.number} entries={entries} onCorrect={onCorrect} />
    </>
  )
}
