import { IconTestPipe } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat, useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import styles from '../silence/silence-warnings.module.css'
import { developmentSearch, incidentSearch } from '../tickets/tickets-search.ts'
import { awaitedQuery } from './life-line-queries.ts'

/** On the home: work installed in BD pruebas that nobody has validated yet. */
export function AwaitedValidations() {
  const { validations: words } = useMessages().pages.home
  const { day } = useFormat()
  // The home itself reports an unavailable service.
  const { data } = useQuery(awaitedQuery)
  if (!data || data.length === 0) return null
  return (
    <section className={styles.warnings} aria-label={words.title}>
      <div className={styles.box}>
        <h2 className={styles.heading}>
          <IconTestPipe size={20} aria-hidden /> {words.title}
        </h2>
        <p className={styles.lead}>{words.lead}</p>
        <ul className={styles.list}>
          {data.map(({ kind, number, title, on }) => (
            <li key={number} className={styles.item}>
              <Link
                to={paths.tickets}
                params={{ atajo: 'lista' }}
                search={kind === 'incident' ? incidentSearch(number) : developmentSearch(number)}
                state={{ work: { number, title } }}
                className={styles.link}
              >
                {number} · {title}
              </Link>
              {on !== null && <span className={styles.when}>{words.since(day(on))}</span>}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
