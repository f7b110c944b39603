import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormat, useMessages } from '../messages/index.ts'
import { ticketCountersQuery } from '../tickets/ticket-queries.ts'
import { screensCache } from './with-queries.tsx'

/**
 * The number of valuations that the person may decide now. The menu stands outside the screens, so this reads their
 * cache.
 */
export function UndecidedMark({ className }: { className: string | undefined }) {
  const { menu } = useMessages().pages
  const { number } = useFormat()
  const count = useQuery(ticketCountersQuery, screensCache).data?.undecided ?? 0
  if (count === 0) return null
  const words = menu.undecided(count)
  return (
    <span className={className} title={words}>
      <span aria-hidden>{number(count)}</span>
      <VisuallyHidden>, {words}</VisuallyHidden>
    </span>
  )
}
