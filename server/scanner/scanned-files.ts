import type { FastifyBaseLogger } from 'fastify'
import type { ScanState } from '#domain/files/scan-state.ts'
import { type FileStore, openFileStore } from '../db/file-store.ts'
import type { Room } from '../db/room.ts'
import type { Runner } from '../db/sql.ts'
import { type Scanner, ScannerAway } from './clamd.ts'
import { filesToScan, foundClean, foundInfected, scanStatesOf, tried, waitForScan } from './file-scan-store.ts'

export interface Scanning {
  readonly scanner: Scanner
  /** The database as technicians reach it, because no customer sees the files held back from others. */
  readonly staff: Runner
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error' | 'info'>
}

/** A kept file that may not be handed out, or not yet. */
export class FileHeldBack extends Error {
  override readonly name = 'FileHeldBack'
  readonly state: ScanState

  constructor(state: ScanState) {
    super(`A file is held back: ${state}`)
    this.state = state
  }
}

/** The store of attachments, with the scanner in front of it if there is one. */
export function attachmentsIn(
  {
    files,
    room,
    scanner,
    ...rest
  }: Omit<Scanning, 'scanner'> & {
    readonly files: string
    readonly room?: Room
    readonly scanner?: Scanner | undefined
  },
  clock: () => Date,
): FileStore {
  const store = openFileStore(files, room)
  return scanner ? scannedFiles(store, { scanner, ...rest }, clock) : store
}

/**
 * The store of attachments behind a scanner. Files are scanned as they arrive. Files that no scanner could look at
 * wait; waiting and infected files are not read.
 */
function scannedFiles(store: FileStore, { scanner, staff, log }: Scanning, clock: () => Date): FileStore {
  return {
    ...store,
    async receive(stream, limit, options) {
      const received = await store.receive(stream, limit, options)
      if (options?.isServed === false) return received
      try {
        return { ...received, malware: await scanner.scan(received.path) }
      } catch (error) {
        try {
          if (!(error instanceof ScannerAway)) throw error
          log.warn({ err: error }, 'a file waits for the scanner')
          await waitForScan(staff, received.id, clock())
        } catch (failure) {
          await store.discard([received.id])
          throw failure
        }
        return received
      }
    },
    heldBack: async (ids, runner = staff) =>
      new Map(ids.length === 0 ? [] : (await scanStatesOf(runner, ids)).map(({ id, state }) => [id, state])),
    async read(id) {
      const [held] = await scanStatesOf(staff, [id])
      if (held) throw new FileHeldBack(held.state)
      return store.read(id)
    },
  }
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** By then a file that was never stored for good has been swept away, and a file in the trash has been deleted. */
const UNKEPT_MS = 60 * DAY_MS
/** For this long an infected file is scanned again each day, because new signatures correct false alarms. */
const DOUBTED_MS = 30 * DAY_MS
const AT_ONCE = 50
/** A job's run ends before the next is due. */
const LONGEST_RUN_MS = 50_000
/** A scanner that refuses one file may take the next. A scanner that is away takes none. */
const MOST_FAILURES = 3

/** Scans waiting files until none waits, or the scanner is away. `pathOf`: the place of a stored file, if it exists. */
export async function scanWaiting(
  { scanner, staff, log }: Scanning,
  pathOf: (id: string) => string | null,
  now: Date,
): Promise<void> {
  const due = {
    waiting: now,
    infected: new Date(now.getTime() - DAY_MS),
    given: new Date(now.getTime() - DOUBTED_MS),
  }
  const end = performance.now() + LONGEST_RUN_MS
  let failures = 0
  for (;;) {
    const files = await filesToScan(staff, due, AT_ONCE)
    for (const { id, state, since } of files) {
      if (performance.now() > end) return
      const path = pathOf(id)
      if (path === null) {
        // Not stored for good yet, or never.
        if (now.getTime() - since.getTime() > UNKEPT_MS) await foundClean(staff, id)
        else await tried(staff, id, now)
        continue
      }
      await tried(staff, id, now)
      try {
        const found = await scanner.scan(path)
        if (found === null) await foundClean(staff, id)
        else await foundInfected(staff, id, found, now)
        if (found === null && state === 'infected')
          log.warn({ file: id }, 'a file is clean after all: it is handed out again')
        if (found !== null && state === 'waiting')
          log.error({ file: id, found }, 'an attachment is infected: it is held back')
      } catch (error) {
        if (!(error instanceof ScannerAway)) throw error
        log.warn({ err: error, file: id }, 'files wait for the scanner')
        failures += 1
        if (failures === MOST_FAILURES) return
      }
    }
    if (files.length < AT_ONCE) return
  }
}
