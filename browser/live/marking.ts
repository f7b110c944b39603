import type { Query, QueryClient } from '@tanstack/react-query'

/** Events within this time cause one reading. */
const TOGETHER_MS = 250
/** A new reading would cancel a running one, so it waits for that one, but no longer than this. */
const LONGEST_WAIT_MS = 2000

/**
 * Marks the queries that an event makes stale. A visible screen reads its own again. A hidden one waits until somebody
 * comes back to it, except for the count in its title (`meta.evenHidden`).
 */
export function marking<News>(
  client: QueryClient,
  isStale: (query: Query, news: News | null) => boolean,
): (news: News | null) => void {
  let waiting: (News | null)[] = []
  let isReading = false

  const read = async (): Promise<unknown> => {
    const news = waiting
    waiting = []
    const isVisible = document.visibilityState === 'visible'
    const stale = (query: Query) => news.some((one) => isStale(query, one))
    const whatIsShown = client.invalidateQueries({ predicate: stale, refetchType: isVisible ? 'active' : 'none' })
    if (isVisible) return whatIsShown
    return client.refetchQueries({
      predicate: (query) => query.meta?.['evenHidden'] === true && stale(query),
      type: 'active',
    })
  }
  const readAll = async () => {
    // Events of the same moment join this reading.
    await passed(0)
    while (waiting.length > 0) {
      const together = passed(TOGETHER_MS)
      await Promise.race([read(), passed(LONGEST_WAIT_MS)])
      await together
    }
    isReading = false
  }
  return (news) => {
    waiting.push(news)
    if (isReading) return
    isReading = true
    void readAll()
  }
}

export const passed = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Whether a part of an answer has the record with this number. */
export function lists(answer: unknown, part: string, number: number | undefined): boolean {
  const records = fieldOf(answer, part)
  return (
    number !== undefined && Array.isArray(records) && records.some((record) => fieldOf(record, 'number') === number)
  )
}

export const fieldOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined
