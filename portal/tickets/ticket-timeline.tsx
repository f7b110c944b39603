import { Badge, Button } from '@mantine/core'
import {
  IconClock,
  IconHeadset,
  IconMail,
  IconMessage,
  IconPaperclip,
  IconPencil,
  IconPhone,
  IconSparkles,
  IconUser,
} from '@tabler/icons-react'
import type { Ref } from 'react'
import { channelOf, hasSpecialAvatar } from '#domain/ticket.ts'
import { LinkedText } from '#ui/linked-text.tsx'
import { listsSources } from '../assistant/answer-text.ts'
import { AnswerWords, Sources } from '../assistant/answer-words.tsx'
import { TicketEntryFiles } from '../conversation/ticket-entry-files.tsx'
import { useConversationMessages } from '../conversation/conversation-words.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import type { TimelineEntry } from './ticket-queries.ts'
import css from './ticket-timeline.module.css'

export interface TimelineProps {
  readonly ref?: Ref<HTMLOListElement>
  /** Null if its files cannot be read: then entries only count them. */
  readonly ticket: number | null
  readonly entries: readonly TimelineEntry[]
  /** Absent once corrections are no longer possible. */
  readonly onCorrect?: ((entry: TimelineEntry) => void) | undefined
}

/** The timeline, oldest first. */
export function TicketTimeline({ ref, ticket, entries, onCorrect }: TimelineProps) {
  return (
    <ol ref={ref} className={css.timeline}>
      {entries.map((entry) => (
        <Entry
          key={keyOf(entry)}
          ticket={ticket}
          entry={entry}
          onCorrect={isTranscript(entry) ? onCorrect : undefined}
        />
      ))}
    </ol>
  )
}

/** Tells the entries of a ticket apart. */
export const keyOf = ({ number, kind, at }: TimelineEntry): string => `${number} ${kind} ${at.getTime()}`

function Entry({ ticket, entry, onCorrect }: { entry: TimelineEntry } & Pick<TimelineProps, 'ticket' | 'onCorrect'>) {
  const { entry: words } = useMessages().tickets
  const { correction } = useConversationMessages()
  const { dateTime } = useFormat()
  const { side, kind, author, behalf, at, attachments, generatedBy, text, sources, quoted } = entry
  return (
    <li className={css.entry} data-side={side} data-kind={kind}>
      <Avatar entry={entry} />
      <div className={css.bubble}>
        <p className={css.head}>
          <strong>{author || words[side]}</strong>
          {behalf !== '' && <span className={css.kind}>({behalf})</span>}
          <span className={css.kind}>{kindWords(entry, words)}</span>
          <time dateTime={at.toISOString()}>{dateTime(at)}</time>
        </p>
        <HowWritten entry={entry} />
        {generatedBy ? (
          <>
            <AnswerWords text={text} sources={sources} />
            {!listsSources(text) && <Sources sources={sources} title={words.sources} />}
          </>
        ) : (
          <p className={css.text}>
            <LinkedText text={wordsOf(entry, words)} />
          </p>
        )}
        {quoted !== null && (
          <details className={css.quoted}>
            <summary>{words.quoted}</summary>
            <p className={css.text}>{quoted}</p>
          </details>
        )}
        {onCorrect && (
          <Button
            variant="default"
            size="compact-sm"
            mt="xs"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => onCorrect(entry)}
          >
            {correction.act}
          </Button>
        )}
        {attachments > 0 && (
          <p className={css.files}>
            <IconPaperclip size={14} aria-hidden /> {words.files(attachments)}
          </p>
        )}
        {attachments > 0 && ticket !== null && <TicketEntryFiles ticket={ticket} entry={entry} />}
      </div>
    </li>
  )
}

/** A transcript of the customer's words, whoever wrote it: the customer may correct it. */
const isTranscript = ({ side, transcribed, typedTranscript }: TimelineEntry): boolean =>
  side === 'customer' && (transcribed || typedTranscript)

/** The writer of the words, if that is not their author. */
function HowWritten({ entry }: { entry: TimelineEntry }) {
  const { entry: words } = useMessages().tickets
  const { transcribed, typedTranscript, generatedBy, corrected, notedBySupport } = entry
  if (!transcribed && !notedBySupport && !generatedBy) return null
  return (
    <div className={css.marks}>
      {notedBySupport && (
        <Badge
          variant="light"
          color="gray"
          tt="none"
          title={words.notedBySupportHint}
          leftSection={<IconHeadset size={12} aria-hidden />}
        >
          {words.notedBySupport}
        </Badge>
      )}
      {typedTranscript && (
        <Badge variant="light" color="gray" tt="none" leftSection={<IconPhone size={12} aria-hidden />}>
          {corrected ? words.typedCorrected : words.typedTranscript}
        </Badge>
      )}
      {generatedBy && (
        <Badge variant="light" color="grape" tt="none" leftSection={<IconSparkles size={12} aria-hidden />}>
          {words.generated[generatedBy]}
        </Badge>
      )}
      {transcribed && !generatedBy && (
        <Badge
          variant="light"
          color="grape"
          tt="none"
          title={corrected ? words.correctedHint : words.transcribedHint}
          leftSection={<IconSparkles size={12} aria-hidden />}
        >
          {corrected ? words.corrected : words.transcribed}
        </Badge>
      )}
    </div>
  )
}

/** By author; mail, phone and origin 4 have avatars of their own (spec §2). */
function Avatar({ entry }: { entry: TimelineEntry }) {
  const { side, origin, generatedBy } = entry
  const { channel: channels, entry: words } = useMessages().tickets
  const special = side === 'customer' && hasSpecialAvatar(origin)
  if (!special) {
    const silent = isSilence(entry)
    const Icon = generatedBy ? IconSparkles : silent ? IconClock : side === 'technician' ? IconHeadset : IconUser
    return (
      <span className={css.avatar}>
        <Icon size={20} role="img" aria-label={generatedBy ? words.assistant : silent ? words.silence : words[side]} />
      </span>
    )
  }
  const channel = channelOf(origin)
  const Icon = { mail: IconMail, phone: IconPhone, online: IconMessage }[channel]
  return (
    <span className={css.avatar} data-special title={words.byChannel(channels[channel])}>
      <Icon size={20} role="img" aria-label={words.byChannel(channels[channel])} />
    </span>
  )
}

type EntryWords = ReturnType<typeof useMessages>['tickets']['entry']

/** An acceptance by nobody: the provider never accepts (`ticket-view.ts`). */
const isSilence = ({ kind, side }: TimelineEntry): boolean => kind === 'acceptance' && side === 'technician'

function kindWords(entry: TimelineEntry, words: EntryWords): string {
  if (entry.generatedBy) return words.assistant
  return isSilence(entry) ? words.silence : words[entry.kind]
}

/** The text, or the words of an act without one. */
function wordsOf({ kind, text, recipient }: TimelineEntry, words: EntryWords): string {
  const said: Readonly<Partial<Record<typeof kind, string>>> = words.said
  if (kind === 'claim') return recipient === null ? words.claimed : words.claimedTo(recipient)
  return kind === 'merge' ? words.merged(text) : text || (said[kind] ?? '')
}
