import { Anchor, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { api } from '#contract/api.ts'
import { addressOf, download } from '../api.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { PreviewButton } from './file-preview.tsx'
import css from './ticket-dialog.module.css'
import { ATTACHMENTS_DELAY_MS, type Attachment, attachmentsQuery } from './ticket-queries.ts'

/** The files of a ticket, asked for a little after it was opened (spec §9). */
export function TicketAttachments({ ticket }: { ticket: number }) {
  const { tickets, ui } = useMessages()
  const { detail } = tickets
  const headingId = useId()
  const due = useLater(ATTACHMENTS_DELAY_MS)
  const { data, isError, isFetching, refetch } = useQuery({ ...attachmentsQuery(ticket), enabled: due })
  return (
    <section aria-labelledby={headingId} aria-busy={!data && !isError}>
      <h3 id={headingId} className={css.section}>
        {detail.attachments}
      </h3>
      {data ? (
        <Files files={data} />
      ) : isError ? (
        <p className={css.note} role="alert">
          {detail.attachmentsFailed}{' '}
          <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
            {ui.retry}
          </Button>
        </p>
      ) : (
        <p className={css.note}>{detail.loadingAttachments}</p>
      )}
    </section>
  )
}

function Files({ files }: { files: readonly Attachment[] }) {
  const { detail } = useMessages().tickets
  const { bytes, date } = useFormat()
  if (files.length === 0) return <p className={css.note}>{detail.noAttachments}</p>
  return (
    <ul className={css.files}>
      {files.map(({ id, label, bytes: size, addedAt }) => (
        <li key={id}>
          <Anchor
            href={addressOf(api.tickets.download, { file: id })}
            download={label.name}
            aria-label={detail.download(label.name, bytes(size))}
            className={css.file}
          >
            <IconDownload size={16} aria-hidden />
            <span>{label.name}</span>
          </Anchor>
          <span className={css.note}>
            {bytes(size)} · <time dateTime={addedAt.toISOString()}>{date(addedAt)}</time>
          </span>
          <PreviewButton
            name={label.name}
            load={(signal) => download(api.tickets.download, { file: id }, { signal })}
          />
        </li>
      ))}
    </ul>
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
