import { tickets } from '#contract/tickets.ts'
import { newKey } from '#browser/act-key.ts'
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
  /** Its place in this browser, where it has been alone so far; null if the server has it. */
  readonly place: Place | null
  /** A version written elsewhere meanwhile: neither is lost silently. */
  readonly other: OtherDraft | null
}

export interface OtherDraft extends DraftText {
  readonly savedAt: Date
  readonly place: Place
}

/** Where this browser keeps a version. */
export interface Place {
  readonly name: string
  readonly by: string | undefined
}

/** This page, by a name of its own: what other pages have saved it does not overwrite. */
export const writer = newKey()

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
/** The places of versions that no page is writing. */
const asideOf = (ticket: number | null): string => `${nameOf(ticket)}/aside`

/** The last draft, from the server or this browser; `ticket` is null for a new one. */
export async function savedDraft(ticket: number | null): Promise<SavedDraft | null> {
  const [row, here, aside] = await Promise.all([
    call(tickets.draft, { ticket: ticket ?? undefined }),
    versionsIn(nameOf(ticket)),
    versionsIn(asideOf(ticket)),
  ])
  const server = row && { draft: textOf(row), at: row.savedAt.getTime() }
  const isSaved = ({ draft }: Kept<DraftText>) => JSON.stringify(draft) === JSON.stringify(server?.draft)
  for (const { place } of here.filter(isSaved)) void forgetAt(place)
  const waiting = [...here, ...aside].filter((each) => !isSaved(each))
  const local = waiting.find(({ place }) => !row || place.name === nameOf(ticket)) ?? null
  const begun = begunFrom(server, local)
  if (!begun) return null
  const isHere = begun.from === 'here'
  const replaced = isHere ? begun.other : null
  const other = replaced
    ? { ...replaced, place: aside.find(isSaved)?.place ?? setAside(ticket, replaced) }
    : waiting.find((each) => !isHere || each !== local)
  return {
    ...begun.draft.draft,
    savedAt: new Date(begun.draft.at),
    key: row?.key ?? null,
    base: row?.savedAt ?? null,
    place: (isHere && local?.place) || null,
    other: other ? { ...other.draft, savedAt: new Date(other.at), place: other.place } : null,
  }
}

const versionsIn = async (name: string) =>
  (await unsent.find(name)).map((each) => ({ ...each, place: { name, by: each.by } }))

/** False if this browser does not store it. */
export const keepHere = (ticket: number | null, draft: DraftText, base: Date | null): Promise<boolean> =>
  unsent.put(nameOf(ticket), { draft: textOf(draft), at: Date.now(), base: base && base.getTime(), by: writer })

/** Keeps a version that no page goes on with, in a place of its own. */
export function setAside(ticket: number | null, { draft, at }: Kept<DraftText>): Place {
  const place = { name: asideOf(ticket), by: newKey() }
  void unsent.put(place.name, { draft: textOf(draft), at, base: null, by: place.by })
  return place
}

/** The server has this page's version, or it was sent or discarded. */
export const forgetHere = (ticket: number | null): Promise<void> => unsent.remove(nameOf(ticket), writer)

export const forgetAt = ({ name, by }: Place): Promise<void> => unsent.remove(name, by)

/** Whether no page is writing it. */
export const isAside = (ticket: number | null, { name }: Place): boolean => name === asideOf(ticket)

/** A normal form, so that equal drafts compare equal. */
const textOf = ({ content, files }: DraftText): DraftText => ({
  content: Object.fromEntries(
    Object.entries(content)
      .filter(([, value]) => value !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ),
  files: files.map(({ id, name, bytes }) => ({ id, name, bytes })),
})
