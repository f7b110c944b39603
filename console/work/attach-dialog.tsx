import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { provider } from '#browser/provider/provider.ts'
import { fileSentence } from '#contract/files/file-sentence.ts'
import { consoleWork } from '#contract/console/work.ts'
import { attachmentProblem } from '#domain/attachment.ts'
import { countProblem } from '#domain/files/file-choice.ts'
import { extensionOf } from '#domain/files/file-name.ts'
import { showAlert } from '#ui/alerts.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { actKey } from '#browser/act-key.ts'
import { asSent, namedFile } from '#browser/staged-files.ts'
import { sentenceOf, upload } from '../api.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { useWorkMessages } from '../messages/work.ts'
import { AFTER_WORK, type WorkView } from './work-queries.ts'
import styles from './work.module.css'

/** Files for the customer. The customer sees them at once, so the technician reviews all of them first. */
export function AttachDialog({ work, onClose }: { work: WorkView; onClose: () => void }) {
  const { attach: words, name } = useWorkMessages()
  const { files: fileWords, shared } = useMessages()
  const client = useQueryClient()
  const [key] = useState(actKey)
  const [files, setFiles] = useState<readonly File[]>([])
  const choose = (chosen: readonly File[]) => {
    key.renew()
    setFiles(chosen)
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const sent = await Promise.all(files.map(asSent))
      return upload(consoleWork.upload, sent, { number: work.number }, { idempotencyKey: key.now() })
    },
    onSuccess: () => {
      showAlert('success', words.done(files.length))
      onClose()
    },
    onError: (error) => showAlert('error', sentenceOf(error)),
    onSettled: (_data, error) => {
      key.answered(error)
      for (const queryKey of AFTER_WORK) void client.invalidateQueries({ queryKey })
    },
  })
  const add = (added: readonly File[], pasted: boolean) => {
    if (countProblem(files.length + added.length, provider.maxAttachments)) {
      showAlert('error', shared.file['too-many'](provider.maxAttachments))
      return
    }
    choose([...files, ...added.map((file) => namedFile(file, pasted))])
  }
  const send = () => {
    if (files.length === 0) showAlert('error', words.none)
    else if (!files.some(problemOf)) mutate()
  }
  return (
    <FormDialog
      title={words.title(name[work.kind](work.number))}
      dirty={files.length > 0}
      busy={isPending}
      submit={words.submit}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onClose={onClose}
    >
      <p className={styles.quiet}>
        {words.lead} {fileWords.rules(provider.alsoFiles)}.
      </p>
      <FileDrop
        compact
        words={{ ...fileWords, add: words.choose }}
        hint={fileWords.rules(provider.alsoFiles)}
        accept={provider.acceptedFiles}
        onFiles={(added) => add(added, false)}
        onPastedImages={(images) => add(images, true)}
        onClipboardProblem={(found) =>
          showAlert('error', found === 'empty' ? fileWords.emptyClipboard : fileWords.wrongClipboard)
        }
      />
      {files.length > 0 && (
        <ul className={styles.files} aria-label={words.list}>
          {files.map((file) => (
            <ChosenFile
              key={`${file.name} ${file.size} ${file.lastModified}`}
              file={file}
              onRemove={() => choose(files.filter((other) => other !== file))}
            />
          ))}
        </ul>
      )}
    </FormDialog>
  )
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { files: words, shared } = useMessages()
  const { bytes } = useFormat()
  const problem = problemOf(file)
  return (
    <li className={styles.line}>
      <span>{file.name}</span>
      <span className={styles.quiet}>{bytes(file.size)}</span>
      {problem && (
        <span role="alert" className={styles.problem}>
          {fileSentence(problem, { maxBytes: provider.maxAttachmentBytes, also: provider.alsoFiles }, shared.file)}
        </span>
      )}
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={words.remove(file.name)} onClick={onRemove}>
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </li>
  )
}

const problemOf = ({ name, type, size }: File) =>
  attachmentProblem(
    { name, extension: extensionOf(name), mime: type, bytes: size },
    { maxBytes: provider.maxAttachmentBytes, also: provider.alsoFiles },
  )
