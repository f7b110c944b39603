import { Badge } from '@mantine/core'
import { IconCheck, IconHeadset, IconLock, IconPhone, IconSparkles, IconUser } from '@tabler/icons-react'
import { Suspense } from 'react'
import { LinkedText } from '#ui/linked-text.tsx'
import { part } from '#ui/part.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import styles from './entry-card.module.css'
import type { InternalNote, TimelineEntry } from './ticket-queries.ts'

const entryFiles = part(async () => (await import('./console-files.tsx')).ConsoleFiles)

/** An entry that customers and technicians see. */
export function EntryCard({ entry }: { entry: TimelineEntry }) {
  const { entry: words } = useMessages()
  const { dateTime } = useFormat()
  const {
    side,
    kind,
    author,
    behalf,
    at,
    closes,
    transcribed,
    typedTranscript,
    generated,
    fromManuals,
    originalText,
    quoted,
    attachments,
    number,
  } = entry
  const Icon = generated ? IconSparkles : side === 'technician' ? IconHeadset : IconUser
  return (
    <article className={styles.entry} data-side={side} data-kind={kind}>
      <header className={styles.head}>
        <Icon size={17} role="img" aria-label={generated ? words.assistant : words[side]} />
        <strong>{author || words[side]}</strong>
        {behalf !== '' && <span className={styles.quiet}>({behalf})</span>}
        <span className={styles.kind}>
          {generated ? words.assistant : kind === 'answer' && closes ? words.closing : words[kind]}
        </span>
        {closes && <IconCheck size={15} aria-hidden />}
        {number !== null && <span className={styles.quiet}>{words.number(number)}</span>}
        <time dateTime={at.toISOString()}>{dateTime(at)}</time>
      </header>
      {typedTranscript && (
        <Badge variant="light" color="gray" tt="none" leftSection={<IconPhone size={12} aria-hidden />}>
          {words.typedTranscript}
        </Badge>
      )}
      {(transcribed || generated) && (
        <Badge variant="light" color="grape" tt="none" leftSection={<IconSparkles size={12} aria-hidden />}>
          {generated ? words.generated[fromManuals ? 'quotes' : 'model'] : words.transcribed}
        </Badge>
      )}
      <p className={styles.text}>
        <LinkedText text={wordsOf(entry, words)} />
      </p>
      {originalText !== null && (
        <details className={styles.original}>
          <summary>{words.original}</summary>
          <p className={styles.text}>{originalText}</p>
        </details>
      )}
      {quoted !== null && (
        <details className={styles.original}>
          <summary>{words.quoted}</summary>
          <p className={styles.text}>{quoted}</p>
        </details>
      )}
      {attachments.length > 0 && <Files files={attachments} />}
    </article>
  )
}

/** An entry for technicians alone, marked as such. */
export function NoteCard({ note: { author, text, at } }: { note: InternalNote }) {
  const { entry: words } = useMessages()
  const { dateTime } = useFormat()
  return (
    <article className={styles.entry} data-internal>
      <header className={styles.head}>
        <IconLock size={17} aria-hidden />
        <strong>{author}</strong>
        <span className={styles.internal}>
          {words.internal} · {words.internalHint}
        </span>
        <time dateTime={at.toISOString()}>{dateTime(at)}</time>
      </header>
      <p className={styles.text}>
        <LinkedText text={text} />
      </p>
    </article>
  )
}

/** Small pictures and links. Their code loads with the first entry that has files; their place is kept. */
export function Files({ files }: { files: TimelineEntry['attachments'] }) {
  return (
    <Suspense fallback={<div className={styles.files} />}>
      <entryFiles.Part files={files} />
    </Suspense>
  )
}

/** The entry's text, or the words of an act without one. */
function wordsOf({ kind, text, recipient }: TimelineEntry, words: ReturnType<typeof useMessages>['entry']): string {
  const said: Readonly<Partial<Record<typeof kind, string>>> = words.said
  if (kind === 'merge') return words.merged(text)
  if (kind === 'abandonment') return words.unfinished
  if (text !== '' || kind !== 'claim') return text || (said[kind] ?? '')
  return recipient === null ? words.claimed : words.claimedTo(recipient)
}
