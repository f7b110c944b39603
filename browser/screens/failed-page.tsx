import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { CodeMissing, onNetworkChange } from '#ui/network.ts'
import { ErrorState } from '#ui/states.tsx'
import { useUiWords } from '#ui/words.tsx'
import { CallFailed, isServerThere, mayWorkNow } from '../client.ts'

/** A screen that failed to open: no server answered, or part of the application did not load. */
export function FailedPage({ error, words }: { error: unknown; words: string }) {
  const router = useRouter()
  const ui = useUiWords()
  const [isReached, setReached] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const isCall = error instanceof CallFailed
  const comesAgain = isCall ? mayWorkNow(error) : error instanceof CodeMissing

  const openAgain = () => (isCall ? void router.invalidate() : location.reload())
  const look = useEffectEvent(async () => {
    const reached = await isServerThere()
    setReached(reached)
    if (reached && !wasJustOpened()) openAgain()
  })
  useEffect(() => {
    if (!comesAgain) return
    const now = () => void look()
    const timer = setInterval(now, LOOK_MS * (0.5 + Math.random() / 2))
    const unheard = onNetworkChange(now)
    // A call has just failed: many browsers' would all come again at once.
    if (!isCall) now()
    return () => {
      clearInterval(timer)
      unheard()
    }
  }, [comesAgain, isCall])

  const retry = async () => {
    setBusy(true)
    // Without a server, a reload would end in the browser's own error page.
    const reached = isCall || (await isServerThere())
    setReached(reached)
    setBusy(false)
    if (reached) openAgain()
  }
  return (
    <main>
      <ErrorState
        wholePage
        text={isCall ? error.message : isReached ? words : ui.opensOnline}
        busy={isBusy}
        onRetry={() => void retry()}
      />
    </main>
  )
}

/** How often to see whether the server answers again, at most. Many browsers may wait for it at once. */
const LOOK_MS = 5000
/** A page that fails again so soon does not open by itself. */
const OPENED_MS = 60_000
const OPENED = 'opened-at'

function wasJustOpened(): boolean {
  const now = Date.now()
  const isSoon = now - Number(sessionStorage.getItem(OPENED)) < OPENED_MS
  if (!isSoon) sessionStorage.setItem(OPENED, String(now))
  return isSoon
}
