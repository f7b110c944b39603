import { ErrorState } from '#ui/states.tsx'
import { CallFailed, sentenceOf } from '../api.ts'

interface Props {
  readonly error: Error
  /** The message for any failure except a missing or foreign record. */
  readonly failed: string
  /** For a missing record: another place to try. */
  readonly hint?: string
  readonly busy: boolean
  readonly onRetry: () => void
}

/** Says, in a pop-up, that its record could not be read. */
export const NotRead = ({ error, failed, hint, busy, onRetry }: Props) =>
  error instanceof CallFailed && error.status === 404 ? (
    <ErrorState text={sentenceOf(error)}>{hint && <p>{hint}</p>}</ErrorState>
  ) : (
    <ErrorState text={failed} busy={busy} onRetry={onRetry} />
  )
