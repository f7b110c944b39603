import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconFile, IconTemplate, IconX } from '@tabler/icons-react'
import { provider } from '#browser/provider/provider.ts'
import type { DraftFile, StagedFiles } from '#browser/staged-files.ts'
import { ALLOWED_EXTENSIONS } from '#domain/attachment.ts'
import { showAlert } from '#ui/alerts.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import styles from './answer-files.module.css'

const ACCEPT = ALLOWED_EXTENSIONS.map((extension) => `.${extension}`).join(',')
const ICONS = { SAVING: IconFile, SUCCESS: IconCircleCheck, FAILED: IconAlertCircle }

/** The answer's additions: files, dropped anywhere, and canned answers. */
export function AnswerFiles({ files, onCanned }: { files: StagedFiles; onCanned: () => void }) {
  const { files: words, canned } = useMessages()
  return (
    <div className={styles.files}>
      <div className={styles.bar}>
        <FileDrop
          compact
          words={words}
          hint={words.rules}
          accept={ACCEPT}
          onFiles={(added) => files.add(added)}
          onPastedImages={(images) => files.add(images, { pasted: true })}
          onClipboardProblem={(found) =>
            showAlert('error', found === 'empty' ? words.emptyClipboard : words.wrongClipboard)
          }
        />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconTemplate size={16} aria-hidden />}
          title="Ctrl+/"
          onClick={onCanned}
        >
          {canned.open}
        </Button>
      </div>
      {files.list.length > 0 && (
        <ul className={styles.list} aria-label={words.list}>
          {files.list.map((file) => (
            <Line key={file.key} file={file} files={files} />
          ))}
        </ul>
      )}
      <VisuallyHidden aria-live="polite">
        {files.list.map((file) => (
          <Status key={file.key} file={file} />
        ))}
      </VisuallyHidden>
    </div>
  )
}

function Line({ file, files }: { file: DraftFile; files: StagedFiles }) {
  const { files: words } = useMessages()
  const { bytes } = useFormat()
  const { key, name, status, problem } = file
  const Icon = ICONS[status]
  return (
    <li className={styles.file} data-status={status}>
      <Icon size={16} aria-hidden />
      <span className={styles.name}>{name}</span>
      <span className={styles.quiet}>{bytes(file.bytes)}</span>
      <Status file={file} />
      {problem !== null && 'sentence' in problem && (
        <Button size="compact-xs" variant="default" aria-label={words.retry(name)} onClick={() => files.retry(key)}>
          {words.retryShort}
        </Button>
      )}
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={words.remove(name)}
        onClick={() => files.remove(key)}
      >
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </li>
  )
}

function Status({ file: { name, status, problem, progress } }: { file: DraftFile }) {
  const { files: words, shared } = useMessages()
  const said = () => {
    if (status === 'SAVING') return words.saving(Math.round(progress * 100))
    if (problem === null) return words.saved
    return 'rule' in problem
      ? shared.file[problem.rule](provider.maxAttachmentBytes)
      : `${words.failed}: ${problem.sentence}`
  }
  return (
    <span className={styles.status} title={name}>
      {said()}
    </span>
  )
}
