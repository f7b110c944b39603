import { useQuery } from '@tanstack/react-query'
import { EntryFiles } from '#browser/files/entry-files.tsx'
import { tickets } from '#contract/tickets.ts'
import { addressOf, download, sentenceOf } from '../api.ts'
import { useShownName } from '../files/shown-name.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import { type TimelineEntry, attachmentsQuery } from '../tickets/ticket-queries.ts'

/**
 * The files of an entry. They arrive with all files of the ticket (`TicketAttachments` asks for them); their place is
 * kept.
 */
export function TicketEntryFiles({ ticket, entry }: { ticket: number; entry: TimelineEntry }) {
  const { files: words, attachments } = useMessages().tickets
  const { bytes } = useFormat()
  const { data = [], isError } = useQuery({ ...attachmentsQuery({ ticket }), enabled: false })
  const files = data
    .filter((file) => file.entry === entry.id)
    .map(({ id, label, bytes: size, heldBack }) => ({ id, name: label.name, bytes: size, heldBack }))
  return (
    <EntryFiles
      files={files}
      expected={isError ? 0 : entry.attachments}
      words={{ ...words, downloadFile: attachments.download }}
      language={useLanguage()}
      shownName={useShownName()}
      sizeOf={bytes}
      addressOf={(file) => addressOf(tickets.download, { file })}
      load={(file, signal) => download(tickets.download, { file }, { signal })}
      sentenceOf={sentenceOf}
    />
  )
}
