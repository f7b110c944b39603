import { Button, VisuallyHidden } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import { provider } from '#browser/provider/provider.ts'
import type { StagedFiles } from '#browser/staged-files.ts'
import { showAlert } from '#ui/alerts.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { useMessages } from '../messages/index.ts'
import styles from './answer-files.module.css'

// Loaded with the first file.
const FileLine = lazy(async () => ({ default: (await import('./answer-file-line.tsx')).FileLine }))
const FileStatus = lazy(async () => ({ default: (await import('./answer-file-line.tsx')).FileStatus }))

/** The answer's additions: files, dropped anywhere, and canned answers. */
export function AnswerFiles({ files, onCanned }: { files: StagedFiles; onCanned: () => void }) {
  const { files: words, canned } = useMessages()
  return (
    <div className={styles.files}>
      <div className={styles.bar}>
        <FileDrop
          compact
          words={words}
          hint={words.rules(provider.alsoFiles)}
          accept={provider.acceptedFiles}
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
            <Suspense key={file.key}>
              <FileLine file={file} files={files} />
            </Suspense>
          ))}
        </ul>
      )}
      <VisuallyHidden aria-live="polite">
        {files.list.map((file) => (
          <Suspense key={file.key}>
            <FileStatus file={file} />
          </Suspense>
        ))}
      </VisuallyHidden>
    </div>
  )
}
