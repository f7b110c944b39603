import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { usePrepareTicket } from './ticket-queries.ts'

/** Opens a ticket over the list. Focusing it starts loading the ticket, as the pointer does. */
export function TicketLink({
  number,
  className,
  children = number,
}: {
  number: number
  className?: string | undefined
  children?: ReactNode
}) {
  const { list } = useMessages().tickets
  const prepare = usePrepareTicket()
  return (
    <Link
      from={paths.tickets}
      to="."
      search={(search) => ({ ...search, ticket: number })}
      className={className}
      aria-label={list.open(number)}
      onFocus={() => prepare(number)}
      onPointerEnter={() => prepare(number)}
      resetScroll={false}
    >
      {children}
    </Link>
  )
}
