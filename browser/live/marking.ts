import type { Query, QueryClient } from '@tanstack/react-query'

/** What comes in so short a time is read together. */
const TOGETHER_MS = 250

/**
 * Marks what each news makes stale; what a visible screen shows of it is read again. A hidden one reads nothing until somebody
 * comes back to it, but what its title counts (`meta.evenHidden`).
 */
export function marking<News>(
  client: QueryClient,
  isStale: (query: Query, news: News | null) => boolean,
): (news: News | null) => void {
  let waiting: (News | null)[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  const mark = () => {
    timer = undefined
    readAt = performance.now()
    const news = waiting
    waiting = []
    const isVisible = document.visibilityState === 'visible'
    const stale = (query: Query) => news.some((one) => isStale(query, one))
    void client.invalidateQueries({ predicate: stale, refetchType: isVisible ? 'active' : 'none' })
    if (!isVisible) {
      void client.refetchQueries({
        predicate: (query) => query.meta?.['evenHidden'] === true && stale(query),
        type: 'active',
      })
    }
  }
  return (news) => {
    waiting.push(news)
    timer ??= setTimeout(mark, Math.max(0, readAt + TOGETHER_MS - performance.now()))
  }
}

/** Whether a part of an answer has the record with this number. */
export function lists(answer: unknown, part: string, number: number | undefined): boolean {
  const records = fieldOf(answer, part)
  return (
    number !== undefined && Array.isArray(records) && records.some((record) => fieldOf(record, 'number') === number)
  )
}

export const fieldOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined
