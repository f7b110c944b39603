import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useProblemMessages } from '../messages/problems/problems.ts'
import { paths } from '../paths.ts'
import type { TicketView } from '../ticket/ticket-queries.ts'
import styles from '../ticket/ticket-side.module.css'
import { suggestionsQuery } from './problem-queries.ts'

/** The ticket's problems of the product. If it has none: whether other tickets of this week say the same. */
export function TicketProblems({ view: { ticket, problems } }: { view: TicketView }) {
  const words = useProblemMessages()
  if (problems.length === 0) return <SuggestionHint ticket={ticket.number} />
  return (
    <ul className={styles.list} aria-label={words.title}>
      {problems.map(({ id, title }) => (
        <li key={id}>
          <Link to={paths.problem} params={{ problem: String(id) }}>
            {words.edit(id)}
          </Link>
          <br />
          <span className={styles.quiet}>{title}</span>
        </li>
      ))}
    </ul>
  )
}

function SuggestionHint({ ticket }: { ticket: number }) {
  const { suggestions: words } = useProblemMessages()
  const { data } = useQuery(suggestionsQuery)
  const group = data?.find(({ tickets }) => tickets.some(({ number }) => number === ticket))
  if (!group) return null
  return (
    <p>
      {words.atTicket(group.tickets.length - 1)} <Link to={paths.problems}>{words.see}</Link>
    </p>
  )
}
