import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TURNS } from '#domain/ticket.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { ticketTurnsQuery } from '../tickets/ticket-queries.ts'
import { turnSearch } from '../tickets/tickets-search.ts'
import styles from './whose-turn.module.css'

/** «2 esperan su respuesta · 1 pendiente de su conformidad · 3 en manos de Soporte», each a link to those tickets. A change is read out. */
export function WhoseTurn() {
  return (
    <div role="status" className={styles.whole}>
      <Turns />
    </div>
  )
}

function Turns() {
  const { pages, ui } = useMessages()
  const { number, plural } = useFormat()
  const { data, isPending, isFetching, refetch } = useQuery(ticketTurnsQuery)
  const words = pages.home.turns
  if (isPending)
    return (
      <p className={styles.turns}>
        <span className={styles.awaited} />
        <VisuallyHidden>{words.loading}</VisuallyHidden>
      </p>
    )
  if (!data)
    return (
      <p className={styles.turns}>
        <span className={styles.quiet}>{words.failed}</span>
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
          {ui.retry}
        </Button>
      </p>
    )
  const some = TURNS.filter((turn) => data[turn] > 0)
  if (some.length === 0) return <p className={`${styles.turns} ${styles.quiet}`}>{words.none}</p>
  return (
    <ul className={styles.turns} aria-label={words.title}>
      {some.map((turn) => (
        <li key={turn} data-turn={turn}>
          <Link to={paths.tickets} params={{ atajo: 'lista' }} search={turnSearch(turn)} className={styles.turn}>
            <strong>{number(data[turn])}</strong> {plural(data[turn], words[turn])}
          </Link>
        </li>
      ))}
    </ul>
  )
}
