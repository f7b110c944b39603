import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorState } from '#ui/states.tsx'
import styles from '../masters/masters.module.css'
import { useProblemMessages } from '../messages/problems/problems.ts'
import { paths } from '../paths.ts'
import own from './problem-page.module.css'
import { type Suggestion, suggestionsQuery } from './problem-queries.ts'
import { AcceptDialog, DismissDialog } from './suggestion-dialogs.tsx'

/** Tickets that say the same and so may be one problem of the product. Renders nothing without any. */
export function Suggestions() {
  const { suggestions: words } = useProblemMessages()
  const { data, error, isFetching, refetch } = useQuery(suggestionsQuery)
  const [open, setOpen] = useState<{ readonly act: 'accept' | 'dismiss'; readonly group: Suggestion } | null>(null)
  const close = () => setOpen(null)
  if (error && !data) return <ErrorState text={words.failed} busy={isFetching} onRetry={() => void refetch()} />
  return (
    <>
      {data !== undefined && data.length > 0 && (
        <section className={styles.box} aria-label={words.title}>
          <div>
            <h2 className={own.title}>{words.title}</h2>
            <p className={styles.quiet}>{words.lead}</p>
          </div>
          <ul className={own.incidents}>
            {data.map((group) => (
              <li key={group.tickets[0]?.number} className={own.incident}>
                <Group group={group} />
                <div className={own.acts}>
                  <Button size="compact-sm" onClick={() => setOpen({ act: 'accept', group })}>
                    {words.accept}
                  </Button>
                  <Button size="compact-sm" variant="default" onClick={() => setOpen({ act: 'dismiss', group })}>
                    {words.dismiss}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {open?.act === 'accept' && <AcceptDialog group={open.group} onClose={close} />}
      {open?.act === 'dismiss' && <DismissDialog group={open.group} onClose={close} />}
    </>
  )
}

function Group({ group: { module, clients, tickets } }: { group: Suggestion }) {
  const { suggestions: words } = useProblemMessages()
  return (
    <div>
      <strong>{words.group(module.name, tickets.length, clients)}</strong>
      <details className={own.details}>
        <summary>{words.show}</summary>
        {tickets.map(({ number, title, client }) => (
          <div key={number} className={styles.quiet}>
            <Link to={paths.ticket} params={{ number: String(number) }}>
              {number}
            </Link>{' '}
            {title} · {client.name}
          </div>
        ))}
      </details>
    </div>
  )
}
