import { useSyncExternalStore } from 'react'

const EVERY_MS = 30_000

const listeners = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

/** The current time, for elapsed times on the screen. */
export const useNow = (): Date => useSyncExternalStore(onTick, () => now)

function onTick(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, EVERY_MS)
  if (Date.now() - now.getTime() > EVERY_MS) tick()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  now = new Date()
  for (const listener of listeners) listener()
}
