import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat, useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { useAccount } from '../session/session-store.ts'
import { draftsQuery } from './ticket-queries.ts'
import css from './waiting-drafts.module.css'

const SHOWN = 3

/** «Tiene un borrador sin enviar», each a link to its form; empty without drafts. */
export function WaitingDrafts() {
  const { draft: words } = useMessages().tickets
  const { ago } = useFormat()
  const { limited } = useAccount()
  const { data = [], dataUpdatedAt } = useQuery({ ...draftsQuery, enabled: !limited })
  const [begun] = useState(() => new Date())
  if (data.length === 0) return null
  const now = dataUpdatedAt === 0 ? begun : new Date(dataUpdatedAt)
  return (
    <ul className={css.drafts} aria-label={words.waitingLabel}>
      {data.slice(0, SHOWN).map(({ ticket, savedAt }) => (
        <li key={ticket}>
          <IconPencil size={18} aria-hidden />
          <Link
            to={paths.tickets}
            params={{ atajo: ticket === null ? 'nuevo' : 'lista' }}
            search={ticket === null ? {} : { ticket }}
            className={css.draft}
          >
            {ticket === null ? words.waitingNew(ago(savedAt, now)) : words.waitingFor(ticket, ago(savedAt, now))}
          </Link>
        </li>
      ))}
    </ul>
  )
}
