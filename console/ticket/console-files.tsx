import { EntryFiles } from '#browser/files/entry-files.tsx'
import { consoleTickets } from '#contract/console/tickets.ts'
import { addressOf, download, sentenceOf } from '../api.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import type { TimelineEntry } from './ticket-queries.ts'

/** The files of an entry, or of an incident or a development. */
export function ConsoleFiles({ files }: { files: TimelineEntry['attachments'] }) {
  const { files: words } = useMessages()
  const { bytes } = useFormat()
  return (
    <EntryFiles
      files={files}
      words={words}
      language={useLanguage()}
      sizeOf={bytes}
      addressOf={(file) => addressOf(consoleTickets.download, { file })}
      load={(file, signal) => download(consoleTickets.download, { file }, { signal })}
      sentenceOf={sentenceOf}
    />
  )
}
