import { useSyncExternalStore } from 'react'

/** Whether the browser has a network; true does not mean that the server answers. */
export const useNetwork = (): boolean => useSyncExternalStore(onNetworkChange, () => navigator.onLine)

export function onNetworkChange(listener: () => void): () => void {
  globalThis.addEventListener('online', listener)
  globalThis.addEventListener('offline', listener)
  return () => {
    globalThis.removeEventListener('online', listener)
    globalThis.removeEventListener('offline', listener)
  }
}

/**
 * A part of the application's code did not arrive. Chromium does not fetch it again in this page: only a reload does.
 */
export class CodeMissing extends Error {}

/** Loads a part of the application's code; without a network it is requested when the network returns. */
export async function codeOf<Code>(fetch: () => Promise<Code>): Promise<Code> {
  while (!navigator.onLine)
    await new Promise((resolve) => globalThis.addEventListener('online', resolve, { once: true }))
  try {
    return await fetch()
  } catch (cause) {
    throw new CodeMissing('A part of the application did not load', { cause })
  }
}
