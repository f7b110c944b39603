import { textOfHtml } from '#domain/mail/mail-text.ts'
import type { OldEntry } from '../convert/old-system.ts'
import { momentIn, type Zone } from './moments.ts'
import type { placesOf } from './ticket-places.ts'

/** An entry of a thread: a message (M), a response (R) or a note (N). */
export interface Written {
  readonly id: number
  readonly thread: number
  readonly staff: number
  readonly user: number
  readonly type: string
  readonly flags: number
  readonly poster: string
  readonly title: string
  readonly body: string
  readonly format: string
  readonly at: string
  /** JSON with the thread in which it was written, if that thread was merged into this one. */
  readonly merged: string | null
}

/** The file of an entry; without a backend the file's row is missing. */
export interface Attached {
  readonly id: number
  readonly entry: number
  readonly name: string
  readonly file: number
  readonly backend: string | null
  readonly key: string | null
  readonly mime: string | null
  readonly at: string | null
}

/** A ticket was closed, or opened again. */
export interface Change {
  readonly id: number
  readonly thread: number
  readonly closes: number
  readonly staff: number
  readonly user: number | null
  readonly userType: string
  readonly data: string | null
  readonly at: string
}

interface Threads {
  readonly written: readonly Written[]
  readonly attached: readonly Attached[]
  readonly changes: readonly Change[]
  /** The ticket of a thread. */
  readonly ticketOf: ReadonlyMap<number, number>
  readonly places: ReturnType<typeof placesOf>
  readonly system: number
  readonly zone: Zone
}

const [ORIGINAL, HIDDEN] = [0b1, 0b100]
/** An answer that closes its ticket is written at most this long before the change of state. */
const TOGETHER_MS = 10_000

/**
 * The openings, entries and files of some tickets. A change of state belongs to the entry that caused it, if there is
 * one.
 */
export function entriesOf(threads: Threads) {
  const { written, attached, zone } = threads
  const filesOf = Map.groupBy(attached, ({ entry }) => entry)
  const openings = new Map<number, OldEntry>()
  const entriesOfTickets = new Map<number, OldEntry[]>()
  const seen = written.filter(({ flags }) => (flags & HIDDEN) === 0)
  const ofTickets = Map.groupBy(seen, (each) => ticketOf(each, threads))
  for (const [ticket, own] of ofTickets) {
    const number = threads.places.numberOf(ticket)
    if (number === null) continue
    const messages = own.filter(({ type }) => type === 'M')
    const opening = messages.find(({ flags }) => (flags & ORIGINAL) > 0) ?? messages[0]
    const entries: OldEntry[] = []
    entriesOfTickets.set(number, entries)
    for (const each of own) {
      const entry = entryFrom(each, number, filesOf.get(each.id) ?? [], threads)
      if (each === opening) openings.set(ticket, entry)
      else entries.push(entry)
    }
  }
  for (const change of threads.changes) {
    const number = threads.places.numberOf(threads.ticketOf.get(change.thread) ?? 0)
    if (number !== null) addChange(entriesOfTickets.get(number) ?? [], number, change, threads)
  }
  const entries = [...entriesOfTickets.values()].flat()
  const entryOf = new Map([...entries, ...openings.values()].map((entry) => [entry.id, entry]))
  return {
    openings,
    entries,
    attached: attached.flatMap(({ entry, at, mime, name, ...file }) => {
      const of = entryOf.get(entry)
      return of
        ? [
            {
              ...file,
              name: named(name, mime),
              ticket: of.ticket,
              author: of.author,
              at: at ? momentIn(zone, at) : of.at,
            },
          ]
        : []
    }),
  }
}

/** The ticket in which it was written, which may have joined the one where it is now. */
function ticketOf({ thread, merged }: Written, { ticketOf: tickets, places }: Threads): number {
  const origin = merged === null ? undefined : /"thread":"?(\d+)/.exec(merged)?.[1]
  const wasIn = origin === undefined ? undefined : tickets.get(Number(origin))
  return wasIn !== undefined && places.numberOf(wasIn) !== null ? wasIn : (tickets.get(thread) ?? 0)
}

function entryFrom(
  { id, type, staff, user, poster, title, body, format, at }: Written,
  ticket: number,
  files: readonly Attached[],
  { places, system, zone }: Threads,
): OldEntry {
  const isCustomer = type === 'M'
  const { owner } = places.placeOf(places.idOf(ticket))
  const text = (format === 'html' ? textOfHtml(withPictures(body, files)) : body).replaceAll('\0', '')
  return {
    id,
    ticket,
    author: isCustomer ? user || owner : staff > 0 ? -staff : system,
    authorName: poster,
    notes: type === 'N' && title.trim() !== '' ? `${title}\n${text}` : text,
    isPrivate: type === 'N',
    at: momentIn(zone, at),
    closes: null,
    status: null,
    files: files.map((file) => file.id),
  }
}

/** The name of a picture takes its place in the text. */
function withPictures(html: string, files: readonly Attached[]): string {
  return html.replaceAll(/<img\b[^>]*\bsrc=["']?cid:([\w.@-]+)[^>]*>/gi, (_, key: string) => {
    const file = files.find((each) => each.key?.toLowerCase() === key.toLowerCase())
    return file ? ` [${named(file.name, file.mime).replaceAll(/[<>&]/g, '')}] ` : ''
  })
}

/** Browsers paste pictures without a name that says what they are. */
function named(name: string, mime: string | null): string {
  const extension = /^image\/(png|jpe?g)$/.exec(mime ?? '')?.[1]
  return extension === undefined || /\.\w{2,5}$/.test(name) ? name : `${name || 'imagen'}.${extension}`
}

function addChange(entries: OldEntry[], ticket: number, change: Change, { system, zone }: Threads): void {
  const closes = change.closes === 1
  const at = momentIn(zone, change.at)
  const isCustomers = change.staff === 0 && change.userType === 'U' && change.user !== null
  const author = isCustomers ? (change.user ?? system) : change.staff > 0 ? -change.staff : system
  const isFitting = (entry: OldEntry) =>
    !entry.isPrivate &&
    entry.closes === null &&
    Math.abs(Date.parse(entry.at) - Date.parse(at)) <= TOGETHER_MS &&
    // A customer's message opens a closed ticket again by itself.
    (closes ? entry.author < 0 === !isCustomers : entry.author > 0 || entry.author === author)
  const index = entries.findIndex(isFitting)
  const found = entries[index]
  if (found) entries[index] = { ...found, closes }
  else
    entries.push({
      // Negative, so that it differs from the entries' ids.
      id: -change.id,
      ticket,
      author,
      notes: '',
      isPrivate: false,
      at,
      closes,
      status: /"status":\[\d+,"([^"]*)"/.exec(change.data ?? '')?.[1] ?? '',
      files: [],
    })
}
