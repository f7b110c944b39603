import { useRouter } from '@tanstack/react-router'
import { ErrorState } from '#ui/states.tsx'
import { CallFailed } from './client.ts'

/** A screen that failed to open: no server answered, or part of the application did not load. */
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
