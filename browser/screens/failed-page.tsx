import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { CodeMissing } from '#ui/network.ts'
import { ErrorState } from '#ui/states.tsx'
import { useUiWords } from '#ui/words.tsx'
import { CallFailed } from '../client.ts'

/** A screen that failed to open: no server answered, or part of the application did not load. */
export function FailedPage({ error, words }: { error: unknown; words: string }) {
  const router = useRouter()
  if (error instanceof CodeMissing) return <CodeFailed words={words} />
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

/** How often to see whether the server answers again. */
const LOOK_MS = 5000
/** A page that fails again so soon does not reload by itself. */
const RELOADED_MS = 60_000
const RELOADED = 'reloaded-at'

/**
 * Reloads the page as soon as the server answers. Without a server, a reload would end in the browser's own error page.
 */
function CodeFailed({ words }: { words: string }) {
  const ui = useUiWords()
  const [isReached, setReached] = useState(true)
  const [isBusy, setBusy] = useState(false)

  const look = useEffectEvent(async () => {
    const reached = await isServerThere()
    setReached(reached)
    if (!reached || wasJustReloaded()) return
    sessionStorage.setItem(RELOADED, String(Date.now()))
    location.reload()
  })
  useEffect(() => {
    const timer = setInterval(() => void look(), LOOK_MS)
    const online = () => void look()
    globalThis.addEventListener('online', online)
    online()
    return () => {
      clearInterval(timer)
      globalThis.removeEventListener('online', online)
    }
  }, [])

  const retry = async () => {
    setBusy(true)
    const reached = await isServerThere()
    setReached(reached)
    if (reached) location.reload()
    else setBusy(false)
  }
  return (
    <main>
      <ErrorState wholePage text={isReached ? words : ui.opensOnline} busy={isBusy} onRetry={() => void retry()} />
    </main>
  )
}

const isServerThere = (): Promise<boolean> =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  )

const wasJustReloaded = (): boolean => Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < RELOADED_MS
