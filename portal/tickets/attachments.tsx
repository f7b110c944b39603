import { ActionIcon, Button, Progress, VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconClock, IconFile, IconRefresh, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { provider } from '#browser/provider/provider.ts'
import { fileSentence } from '#contract/files/file-sentence.ts'
import { tickets as ticketCalls } from '#contract/tickets.ts'
import { isPictureName } from '#domain/attachment.ts'
import { MAX_ATTACHMENTS } from '#domain/files/file-choice.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { type DraftFile, type StagedFiles, asSent, mayStillGo, useStagedFiles } from '#browser/staged-files.ts'
import { CallFailed, download, upload } from '../api.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { CoverButton } from '../files/cover-button.tsx'
import { FileBefore, FileGrip } from '../files/file-order.tsx'
import { useShownName } from '../files/shown-name.ts'
import { Thumbnail } from '#browser/files/thumbnail.tsx'
import { useWaitingFiles } from '../files/use-waiting-files.ts'
import { useFileWords } from '../files/file-words.ts'
import { useConfiguration } from '../session/configuration.ts'
import css from './attachments.module.css'
import { PreviewButton } from './preview-button.tsx'
import type { SavedDraft } from './unsent-drafts.ts'

export interface AttachmentFiles extends StagedFiles, ReturnType<typeof useWaitingFiles> {
  /** Before sending, says which files will be left out; returns false if the person wants to mend that first. */
  readonly mayGo: () => Promise<boolean>
  readonly question: Question | null
}

interface Question {
  readonly leftOut: readonly DraftFile[]
  readonly answer: (goes: boolean) => void
}

/** The files of a message in progress, under the configured limits; those of its draft are staged, or wait in this browser. */
export function useAttachments(ticket: number | null, saved: SavedDraft | null): AttachmentFiles {
  const { shared, tickets } = useMessages()
  const { maxAttachmentBytes, maxAttachments } = useLimits()
  const [question, setQuestion] = useState<Question | null>(null)
  const files = useStagedFiles(
    {
      maxBytes: maxAttachmentBytes,
      max: maxAttachments,
      also: provider.alsoFiles,
      onTooMany: () => showAlert('error', shared.file['too-many'](maxAttachments)),
      sentenceOf: (error) => (error instanceof CallFailed ? error.message : tickets.files.failed),
      stage: (file, pasted, options) =>
        upload(pasted ? ticketCalls.uploadFromClipboard : ticketCalls.upload, [file], {}, options),
      sendLate: (file, ticket) => upload(ticketCalls.upload, [file], { ticket }),
      // Parts of a picture can be covered until it is sent.
      waits: isPictureName,
    },
    saved?.files ?? [],
  )
  const waiting = useWaitingFiles({ ticket, isResumed: saved !== null }, files)
  const mayGo = async (): Promise<boolean> => {
    const leftOut = await files.leftOut()
    if (leftOut.length === 0) return true
    return await new Promise((resolve) => {
      const answer = (goes: boolean) => {
        setQuestion(null)
        resolve(goes)
      }
      setQuestion({ leftOut, answer })
    })
  }
  return { ...files, ...waiting, mayGo, question }
}

/** Adds files and shows each one's state (spec §2, §5). */
export function Attachments({
  files,
  problem = null,
  compact = false,
}: {
  files: AttachmentFiles
  problem?: string | null
  compact?: boolean
}) {
  const { files: words } = useMessages().tickets
  const { bytes } = useFormat()
  const { covering, order } = useFileWords()
  const shownNames = useShownNames(files.list)
  const [placed, setPlaced] = useState('')
  const { maxAttachmentBytes, maxAttachments } = useLimits()
  const move = (key: number, name: string, to: number) => {
    files.move(key, to)
    setPlaced(order.placed(name, to + 1, files.list.length))
  }
  return (
    <div data-problem={problem === null ? undefined : true}>
      <FileDrop
        words={words}
        hint={words.rules(maxAttachments, bytes(maxAttachmentBytes), provider.alsoFiles)}
        accept={provider.acceptedFiles}
        compact={compact}
        onFiles={(added) => files.add(added)}
        onPastedImages={(images) => {
          // The list may lie far below the text into which it was pasted.
          if (files.add(images, { pasted: true }).length > 0) showAlert('success', words.pasted)
        }}
        onClipboardProblem={(found) =>
          showAlert('error', found === 'empty' ? words.emptyClipboard : words.wrongClipboard)
        }
      />
      {problem !== null && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      {files.list.length > 0 && (
        <ul className={css.list} aria-label={words.list}>
          {files.list.map((file, place) => (
            <FileLine
              key={file.key}
              file={file}
              files={files}
              name={shownNames.get(file.key) ?? file.name}
              place={files.list.length > 1 ? place : null}
              onMove={move}
            />
          ))}
        </ul>
      )}
      {files.list.some(({ status }) => status === 'WAITING') && <p className={css.waiting}>{covering.waiting}</p>}
      <VisuallyHidden aria-live="polite">
        {/* By their keys, so that nothing is read again when a file changes its place. */}
        {files.list
          .toSorted((one, other) => one.key - other.key)
          .map(({ key, name, status }) => (
            <p key={key}>{words.announced(shownNames.get(key) ?? name, words[status])}</p>
          ))}
        <p>{placed}</p>
      </VisuallyHidden>
      {files.question && <LeftOutDialog {...files.question} />}
    </div>
  )
}

/** The displayed names: of several that were pasted within a minute, each but the first has a number. */
function useShownNames(list: readonly DraftFile[]): ReadonlyMap<number, string> {
  const shownName = useShownName()
  const counts = new Map<string, number>()
  return new Map(
    list
      .toSorted((one, other) => one.key - other.key)
      .map(({ key, name }) => {
        const shown = shownName(name)
        const count = (counts.get(shown) ?? 0) + 1
        counts.set(shown, count)
        return [key, count === 1 ? shown : `${shown} (${count})`]
      }),
  )
}

/** Invalid files are left out; the person decides whether the rest is sent. */
function LeftOutDialog({ leftOut, answer }: Question) {
  const { files: words } = useMessages().tickets
  return (
    <Dialog
      opened
      size="sm"
      leave="back"
      title={words.leftOut}
      onClose={() => answer(false)}
      footer={<Button onClick={() => answer(true)}>{words.sendWithout(leftOut.length)}</Button>}
    >
      <ul className={css.leftOut}>
        {leftOut.map((file) => (
          <li key={file.key}>
            <strong>{file.name}</strong>: <Problem file={file} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Problem({ file: { problem } }: { file: DraftFile }) {
  const { shared, tickets } = useMessages()
  const { maxAttachmentBytes } = useLimits()
  if (problem === null) return null
  return 'rule' in problem
    ? fileSentence(problem.rule, { maxBytes: maxAttachmentBytes, also: provider.alsoFiles }, shared.file)
    : `${tickets.files.FAILED}: ${problem.sentence}`
}

const STATUS_ICONS = { WAITING: IconClock, SAVING: IconFile, SUCCESS: IconCircleCheck, FAILED: IconAlertCircle }

interface Line {
  readonly file: DraftFile
  readonly files: StagedFiles
  readonly name: string
  /** Null: it is the only one. */
  readonly place: number | null
  readonly onMove: (key: number, name: string, to: number) => void
}

function FileLine({ file, files, name, place, onMove }: Line) {
  const { files: words } = useMessages().tickets
  const { bytes } = useFormat()
  const { key, status, progress, problem, file: chosen, staged } = file
  const { covering } = useFileWords()
  const order = place === null ? null : { place, onMove: (to: number) => onMove(key, name, to) }
  const canBeShown = (chosen ?? staged) !== null && (problem === null || 'sentence' in problem)
  const percent = Math.round(progress * 100)
  const Icon = STATUS_ICONS[status]
  return (
    <li className={css.file} data-status={status} data-many={order ? true : undefined}>
      {order && <FileGrip {...order} />}
      {canBeShown ? (
        <Thumbnail
          name={file.name}
          bytes={file.bytes}
          key={`${file.covered?.marks.length}`}
          load={(signal) => bytesOf(file, signal)}
        >
          <Icon className={css.icon} size={20} aria-hidden />
        </Thumbnail>
      ) : (
        <Icon className={css.icon} size={20} aria-hidden />
      )}
      <span className={css.name}>
        {name} <span className={css.size}>{bytes(file.bytes)}</span>
      </span>
      <span className={css.status}>
        {file.covered && `${covering.covered} · `}
        {problem === null ? words[status] : <Problem file={file} />}
        {status === 'SAVING' && ` ${words.percent(percent)}`}
      </span>
      <span className={css.buttons}>
        {order && <FileBefore {...order} name={name} />}
        {problem !== null && 'sentence' in problem && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            aria-label={words.retry(name)}
            onClick={() => files.retry(key)}
          >
            {words.retryShort}
          </Button>
        )}
        {canBeShown && isPictureName(file.name) && (
          <CoverButton
            file={file}
            shownAs={name}
            load={(signal) => bytesOf(file, signal)}
            onCovered={(result, covered) => files.exchange(key, result, covered)}
          />
        )}
        {canBeShown && <PreviewButton name={file.name} shownAs={name} load={(signal) => bytesOf(file, signal)} />}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={status === 'SAVING' ? words.cancel(name) : words.remove(name)}
          onClick={() => files.remove(key)}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </span>
      {status === 'SAVING' && (
        <Progress className={css.progress} size="xs" value={percent} aria-label={words.progress(name)} />
      )}
    </li>
  )
}

/** Without the configuration the server's check decides. */
function useLimits() {
  const { data } = useConfiguration()
  return {
    maxAttachmentBytes: data?.maxAttachmentBytes ?? Number.MAX_SAFE_INTEGER,
    maxAttachments: data?.maxAttachments ?? MAX_ATTACHMENTS,
  }
}

/** Read from the disk where it was chosen or, if it was staged earlier, from the server. */
const bytesOf = ({ file, staged }: DraftFile, signal: AbortSignal): Promise<Blob> =>
  file ? asSent(file) : download(ticketCalls.download, { file: staged ?? '' }, { signal })

/** Attaches the remaining files to an existing ticket; returns false if any fails. */
export async function attachAll(files: readonly DraftFile[], ticket: number): Promise<boolean> {
  const sent = await Promise.allSettled(files.filter(mayStillGo).map((file) => attach(file, ticket)))
  return sent.every(({ status }) => status === 'fulfilled')
}

async function attach(file: DraftFile, ticket: number): Promise<void> {
  const bytes = await bytesOf(file, new AbortController().signal)
  await upload(ticketCalls.upload, [new File([bytes], file.name, { type: bytes.type })], { ticket })
}
