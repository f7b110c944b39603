import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { AttachmentList } from './attachment-list.tsx'
import css from './ticket-dialog.module.css'
import { ATTACHMENTS_DELAY_MS, attachmentsQuery } from './ticket-queries.ts'

/** The files of a ticket, fetched shortly after it opens (spec §9). */
export function TicketAttachments({ ticket }: { ticket: number }) {
  const { attachments: words } = useMessages().tickets
  const headingId = useId()
  const due = useLater(ATTACHMENTS_DELAY_MS)
  const query = useQuery({ ...attachmentsQuery({ ticket }), enabled: due })
  return (
    <section aria-labelledby={headingId} aria-busy={query.isPending}>
      <h3 id={headingId} className={css.section}>
        {words.title}
      </h3>
      <AttachmentList query={query} none={words.none} />
    </section>
  )
}

function useLater(ms: number): boolean {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return due
}
