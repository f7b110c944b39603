import { ErrorState } from '#ui/states.tsx'
import { CallFailed, sentenceOf } from '../api.ts'

interface Props {
  readonly error: Error
  /** Said of anything but a record that is not there, or is not the reader's. */
  readonly failed: string
  /** Of a record that is not there: what to try instead. */
  readonly hint?: string
  readonly busy: boolean
  readonly onRetry: () => void
}

/** In a pop-up, that what it is about could not be read. */
export const NotRead = ({ error, failed, hint, busy, onRetry }: Props) =>
  error instanceof CallFailed && error.status === 404 ? (
    <ErrorState text={sentenceOf(error)}>{hint && <p>{hint}</p>}</ErrorState>
  ) : (
    <ErrorState text={failed} busy={busy} onRetry={onRetry} />
  )
