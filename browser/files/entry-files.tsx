import { IconFile } from '@tabler/icons-react'
import { useState } from 'react'
import type { Language } from '#contract/moment.ts'
import type { ScanState } from '#domain/files/scan-state.ts'
import { FileViewer, type PreviewWords, isViewed } from '../file-preview.tsx'
import css from './entry-files.module.css'
import { heldBackIn } from './held-back.ts'
import { Thumbnail } from './thumbnail.tsx'

export interface EntryFile {
  readonly id: string
  readonly name: string
  readonly bytes: number
  /** Why it cannot be had now. */
  readonly heldBack?: ScanState | undefined
}

interface Props {
  readonly files: readonly EntryFile[]
  /** The number of files that are still loading: their place is kept. */
  readonly expected?: number
  readonly words: PreviewWords & { readonly downloadFile: (name: string, size: string) => string }
  readonly language: Language
  readonly shownName?: (name: string) => string
  readonly sizeOf: (bytes: number) => string
  readonly addressOf: (id: string) => string
  readonly load: (id: string, signal: AbortSignal) => Promise<Blob>
  readonly sentenceOf: (error: unknown) => string
}

/** The files of an entry: small pictures, which open in large one after the other, and a link that saves each. */
export function EntryFiles({ files, expected = files.length, words, language, shownName, load, ...ways }: Props) {
  const [opened, setOpened] = useState<string | null>(null)
  const nameOf = (name: string) => shownName?.(name) ?? name
  const viewed = files
    .filter(({ name, heldBack }) => !heldBack && isViewed(name))
    .map(({ id, name }) => ({
      key: id,
      name,
      shownAs: nameOf(name),
      load: (signal: AbortSignal) => load(id, signal),
    }))
  return (
    <>
      <ul className={css.files}>
        {files.map((file) => (
          <li key={file.id} className={css.file}>
            {file.heldBack ? (
              <>
                <span className={css.held} data-state={file.heldBack}>
                  {heldBackIn[language][file.heldBack]}
                </span>
                <span className={css.name} title={nameOf(file.name)}>
                  {nameOf(file.name)}
                </span>
              </>
            ) : (
              <Tile
                {...ways}
                file={file}
                shownAs={nameOf(file.name)}
                words={words}
                load={load}
                onOpen={isViewed(file.name) ? () => setOpened(file.id) : null}
              />
            )}
          </li>
        ))}
        {Array.from({ length: Math.max(0, expected - files.length) }, (_, index) => (
          <li key={index} className={css.file} aria-hidden />
        ))}
      </ul>
      {opened !== null && (
        <FileViewer
          files={viewed}
          begin={viewed.findIndex(({ key }) => key === opened)}
          words={words}
          sentenceOf={ways.sentenceOf}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

interface TileProps extends Pick<Props, 'words' | 'sizeOf' | 'addressOf' | 'load'> {
  readonly file: EntryFile
  readonly shownAs: string
  readonly onOpen: (() => void) | null
}

function Tile({ file: { id, name, bytes }, shownAs, words, sizeOf, addressOf, load, onOpen }: TileProps) {
  const picture = (
    <Thumbnail name={name} bytes={bytes} load={(signal) => load(id, signal)}>
      <IconFile size={24} aria-hidden />
    </Thumbnail>
  )
  return (
    <>
      {onOpen ? (
        <button type="button" className={css.open} aria-label={words.preview(shownAs)} onClick={onOpen}>
          {picture}
        </button>
      ) : (
        picture
      )}
      <a
        className={css.name}
        href={addressOf(id)}
        download={name}
        title={shownAs}
        aria-label={words.downloadFile(shownAs, sizeOf(bytes))}
      >
        {shownAs}
      </a>
    </>
  )
}
