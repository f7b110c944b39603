import { useNavigate } from '@tanstack/react-router'
import { SkipLink } from '#ui/skip-link.tsx'
import { TopBar } from '../layout/top-bar.tsx'
import { WithQueries } from '../layout/with-queries.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { NewTicketForm } from '../new-ticket/new-ticket-form.tsx'
import styles from './new-ticket-page.module.css'

/** The form on a page of its own, for those who come from a screen of the main application. */
export function NewTicketPage() {
  const { layout } = useMessages()
  const navigate = useNavigate()
  usePageTitle(layout.newTicketSubtitle)
  return (
    <>
      <SkipLink words={layout.skipToContent} />
      <TopBar subtitle={layout.newTicketSubtitle} />
      <main id="contenido" tabIndex={-1} className={styles.main}>
        <WithQueries>
          <NewTicketForm
            technical={false}
            onDone={() => void navigate({ to: paths.tickets, params: { atajo: 'lista' }, ignoreBlocker: true })}
            onLeave={() => void navigate({ to: paths.home })}
          />
        </WithQueries>
      </main>
    </>
  )
}
