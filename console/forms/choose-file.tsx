import { Button } from '@mantine/core'
import { useRef } from 'react'

interface Props {
  readonly words: string
  /** Its purpose, if the words alone do not say so. */
  readonly label?: string
  readonly accept: string
  readonly busy: boolean
  readonly onFile: (file: File) => void
}

/** A button that asks for one file. */
export function ChooseFile({ words, label, accept, busy, onFile }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // So that the same file can be chosen again after it was corrected.
          currentTarget.value = ''
        }}
      />
      <Button
        size="xs"
        variant="default"
        loading={busy}
        {...(label !== undefined && { 'aria-label': label })}
        onClick={() => chooser.current?.click()}
      >
        {words}
      </Button>
    </>
  )
}

/** A file's bytes, as calls carry them. @throws if it cannot be read any more */
export const base64Of = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : ''),
    )
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(file)
  })
