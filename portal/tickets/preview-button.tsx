import { FilePreview } from '#browser/file-preview.tsx'
import { sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'

/** Shows a picture or a PDF without leaving the page; `load` fetches its bytes. */
export const PreviewButton = (file: {
  name: string
  shownAs: string
  load: (signal: AbortSignal) => Promise<Blob>
}) => <FilePreview {...file} words={useMessages().tickets.files} sentenceOf={sentenceOf} />
