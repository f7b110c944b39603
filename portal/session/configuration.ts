import { useEffect } from 'react'
import { storeOf } from '#browser/store.ts'
import type { Data } from '#contract/endpoint.ts'
import { session } from '#contract/session.ts'
import { call } from '../api.ts'

/** `data` is set once loaded; `isError` reports a failure, and `refetch` tries again. */
interface Loaded {
  readonly data: Data<typeof session.configuration> | undefined
  readonly isPending: boolean
  readonly isError: boolean
}

const PENDING: Loaded = { data: undefined, isPending: true, isError: false }

const loaded = storeOf<Loaded>(PENDING)
let asked = false

/**
 * The server's public settings; they do not change during a visit. The login needs nothing else, so the first load does
 * without TanStack Query.
 */
export function useConfiguration(): Loaded & { readonly refetch: () => void } {
  const current = loaded.use()
  useEffect(() => {
    if (!asked) void load()
  }, [])
  return { ...current, refetch: () => void load() }
}

async function load(): Promise<void> {
  asked = true
  loaded.set(PENDING)
  try {
    loaded.set({ data: await call(session.configuration, {}), isPending: false, isError: false })
  } catch {
    loaded.set({ data: undefined, isPending: false, isError: true })
  }
}
