import { useRouter } from '@tanstack/react-router'
import { ErrorState } from '#ui/states.tsx'
import { CallFailed } from './client.ts'

/** A screen that could not be opened: no server to ask whose session it is, or a part of the application did not arrive. */
export function FailedPage({ error, words }: { error: unknown; words: string }) {
  const router = useRouter()
  const isCall = error instanceof CallFailed
  return (
    <main>
      <ErrorState
        wholePage
        text={isCall ? error.message : words}
        onRetry={() => (isCall ? void router.invalidate() : location.reload())}
      />
    </main>
  )
}
