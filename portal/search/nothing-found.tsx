import { Link } from '@tanstack/react-router'
import { EmptyState } from '#ui/states.tsx'
import { paths } from '../paths.ts'
import css from '#browser/search/search.module.css'
import { useSearchMessages } from './search-messages.ts'

/** Repeats the search text, and says where else to ask. */
export function NothingFound({ question, onLeave }: { question: string; onLeave?: () => void }) {
  const words = useSearchMessages()
  return (
    <EmptyState title={words.none(question)}>
      {words.noneHint}
      <span className={css.ways}>
        <Link to={paths.home} onClick={onLeave}>
          {words.ask}
        </Link>
        <Link to={paths.tickets} params={{ atajo: 'nuevo' }} onClick={onLeave}>
          {words.newTicket}
        </Link>
      </span>
    </EmptyState>
  )
}
