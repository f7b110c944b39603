import * as z from 'zod/mini'
import { entryContext } from '#contract/account-codec.ts'
import type { Input } from '#contract/endpoint.ts'
import { session } from '#contract/session.ts'
import { wireObject } from '#contract/wire.ts'

export type EntryInput = Input<typeof session.enter>

/**
 * The entry in an address: the signed token and the plain parameters, from the query or the fragment. Null when there is
 * none; `refused` when a parameter is given twice (security.md) or cannot be one.
 */
export function readEntry(search: string, hash: string): EntryInput | 'refused' | null {
  const given = [...new URLSearchParams(search), ...new URLSearchParams(hash.replace(/^#/, ''))].filter(([name]) =>
    ENTRY_NAMES.has(name),
  )
  if (given.length === 0) return null
  if (new Set(given.map(([name]) => name)).size < given.length) return 'refused'
  const decoded = z.safeDecode(session.enter.input, Object.fromEntries(given))
  return decoded.success ? decoded.data : 'refused'
}

const ENTRY_NAMES = new Set(
  [...Object.values(wireObject(entryContext).fields), session.enter.input.fields.token].map(({ wire }): string => wire),
)
