import { Anchor, Button } from '@mantine/core'
import { IconDownload, IconFile } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { tickets as ticketCalls } from '#contract/tickets.ts'
import { addressOf, download } from '../api.ts'
import { useLanguage } from '../messages/language.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { useShownName } from '../files/shown-name.ts'
import { heldBackIn } from '#browser/files/held-back.ts'
import { Thumbnail } from '#browser/files/thumbnail.tsx'
import css from './attachment-list.module.css'
import { PreviewButton } from './preview-button.tsx'
import type { Attachment } from './ticket-queries.ts'

/** The files of a ticket, an incident or a development: each can be saved, and shown if the browser is able to. */
export function AttachmentList({ query, none }: { query: UseQueryResult<readonly Attachment[]>; none: string }) {
  const { tickets, ui } = useMessages()
  const { attachments: words } = tickets
  const { data, isError, isFetching, refetch } = query
  if (data) return data.length > 0 ? <Files files={data} /> : <p className={css.note}>{none}</p>
  if (!isError) return <p className={css.note}>{words.loading}</p>
  return (
    <p className={css.note} role="alert">
      {words.failed}{' '}
      <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
        {ui.retry}
      </Button>
    </p>
  )
}

function Files({ files }: { files: readonly Attachment[] }) {
  const { attachments: words } = useMessages().tickets
  const { bytes, date } = useFormat()
  const shownName = useShownName()
  const reasons = heldBackIn[useLanguage()]
  return (
    <ul className={css.files}>
      {files.map(({ id, label, bytes: size, addedAt, heldBack }) => (
        <li key={id}>
          <Thumbnail name={heldBack ? '' : label.name} bytes={size} load={(signal) => loaded(id, signal)}>
            <IconFile size={20} aria-hidden />
          </Thumbnail>
          {/* Without an address it is no link. */}
          <Anchor
            href={heldBack ? undefined : addressOf(ticketCalls.download, { file: id })}
            download={label.name}
            aria-label={heldBack ? undefined : words.download(shownName(label.name), bytes(size))}
            className={css.file}
          >
            <IconDownload size={16} aria-hidden />
            <span>{shownName(label.name)}</span>
          </Anchor>
          <span className={css.note}>
            {bytes(size)} · <time dateTime={addedAt.toISOString()}>{date(addedAt)}</time>
          </span>
          {heldBack ? (
            <span className={css.reason} data-state={heldBack}>
              {reasons[heldBack]}
            </span>
          ) : (
            <PreviewButton name={label.name} shownAs={shownName(label.name)} load={(signal) => loaded(id, signal)} />
          )}
        </li>
      ))}
    </ul>
  )
}

const loaded = (file: string, signal: AbortSignal): Promise<Blob> =>
  download(ticketCalls.download, { file }, { signal })
