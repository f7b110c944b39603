import { tickets } from '#contract/tickets.ts'
import { type Kept, begunFrom, fromBase64, localDrafts } from '#browser/local-drafts.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'

export type KeptDraftRow = NonNullable<Data<typeof tickets.draft>>

/** A form's content as it is stored. */
export type DraftText = Pick<KeptDraftRow, 'content' | 'files'>

/** A draft, and the place where it is kept. */
export interface SavedDraft extends DraftText {
  readonly savedAt: Date
  /** The key that it is sent with; null if the server has none. */
  readonly key: string | null
  /** When the server's version was saved. */
  readonly base: Date | null
  /** Only in this browser so far. */
  readonly isUnsent: boolean
  /** A version written elsewhere meanwhile: neither is lost silently. */
  readonly other: (DraftText & { readonly savedAt: Date }) | null
}

let key: Promise<Uint8Array> | null = null

/** Only in memory: it comes with the session and goes with the page. */
export function draftKey(): Promise<Uint8Array> {
  key ??= call(tickets.draftKey, {}).then(({ key: text }) => fromBase64(text))
  key.catch(() => {
    key = null
  })
  return key
}

const unsent = localDrafts<DraftText>({ storage: () => localStorage, key: draftKey, now: Date.now })

const nameOf = (ticket: number | null): string => `${ticket ?? 'new'}`
/** The place of the version that the form did not start from. */
const asideOf = (ticket: number | null): string => `${nameOf(ticket)}/aside`

/** The last draft, from the server or this browser; `ticket` is null for a new one. */
export async function savedDraft(ticket: number | null): Promise<SavedDraft | null> {
  const [row, here, aside] = await Promise.all([
    call(tickets.draft, { ticket: ticket ?? undefined }),
    unsent.find(nameOf(ticket)),
    unsent.find(asideOf(ticket)),
  ])
  const begun = begunFrom(row && { draft: textOf(row), at: row.savedAt.getTime() }, here ?? (row ? null : aside))
  if (!begun) return null
  const other = begun.other ?? (row || here ? aside : null)
  if (begun.other) void setAside(ticket, begun.other)
  if (begun.from === 'server' && here) void unsent.remove(nameOf(ticket))
  return {
    ...begun.draft.draft,
    savedAt: new Date(begun.draft.at),
    key: row?.key ?? null,
    base: row?.savedAt ?? null,
    isUnsent: begun.from === 'here',
    other: other && { ...other.draft, savedAt: new Date(other.at) },
  }
}

/** False if this browser does not store it. */
export const keepHere = (ticket: number | null, draft: DraftText, base: Date | null): Promise<boolean> =>
  unsent.put(nameOf(ticket), { draft: textOf(draft), at: Date.now(), base: base && base.getTime() })

export const setAside = (ticket: number | null, { draft, at }: Kept<DraftText>): Promise<boolean> =>
  unsent.put(asideOf(ticket), { draft: textOf(draft), at, base: null })

/** The server has it now. */
export const forgetHere = (ticket: number | null): Promise<void> => unsent.remove(nameOf(ticket))

/** It was sent, or discarded. */
export async function forgetAll(ticket: number | null): Promise<void> {
  await forgetHere(ticket)
  await unsent.remove(asideOf(ticket))
}

/** A normal form, so that equal drafts compare equal. */
const textOf = ({ content, files }: DraftText): DraftText => ({
  content: Object.fromEntries(
    Object.entries(content)
      .filter(([, value]) => value !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ),
  files: files.map(({ id, name, bytes }) => ({ id, name, bytes })),
})
