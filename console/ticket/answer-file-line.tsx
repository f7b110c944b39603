import { ActionIcon, Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconFile, IconX } from '@tabler/icons-react'
import { provider } from '#browser/provider/provider.ts'
import type { DraftFile, StagedFiles } from '#browser/staged-files.ts'
import { fileSentence } from '#contract/files/file-sentence.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import styles from './answer-files.module.css'

// No file waits: a technician's file is uploaded as soon as it is added.
const ICONS = { WAITING: IconFile, SAVING: IconFile, SUCCESS: IconCircleCheck, FAILED: IconAlertCircle }

/** A file of an answer, with its state. */
export function FileLine({ file, files }: { file: DraftFile; files: StagedFiles }) {
  const { files: words } = useMessages()
  const { bytes } = useFormat()
  const { key, name, status, problem } = file
  const Icon = ICONS[status]
  return (
    <li className={styles.file} data-status={status}>
      <Icon size={16} aria-hidden />
      <span className={styles.name}>{name}</span>
      <span className={styles.quiet}>{bytes(file.bytes)}</span>
      <FileStatus file={file} />
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

export function FileStatus({ file: { name, status, problem, progress } }: { file: DraftFile }) {
  const { files: words, shared } = useMessages()
  const said = () => {
    if (status === 'SAVING') return words.saving(Math.round(progress * 100))
    if (problem === null) return words.saved
    return 'rule' in problem
      ? fileSentence(problem.rule, { maxBytes: provider.maxAttachmentBytes, also: provider.alsoFiles }, shared.file)
      : `${words.failed}: ${problem.sentence}`
  }
  return (
    <span className={styles.status} title={name}>
      {said()}
    </span>
  )
}
