import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import type { TicketsSearch } from './tickets-search.ts'

/** A link to another place of the tickets area. */
export const AreaLink = ({
  search,
  children,
}: {
  search: TicketsSearch | ((before: TicketsSearch) => TicketsSearch)
  children: ReactNode
}) => (
  <Anchor
    inherit
    renderRoot={(props) => <Link {...props} to={paths.tickets} params={{ atajo: 'lista' }} search={search} />}
  >
    {children}
  </Anchor>
)
