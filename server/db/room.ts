import { statfs } from 'node:fs/promises'

/** Whether there is room for more of something. */
export type Room = () => Promise<boolean>

export interface Volume {
  readonly free: number
  readonly size: number
}

const MIB = 1024 * 1024
const LEAST_RESERVE = 64 * MIB
const MOST_RESERVE = 2048 * MIB
/** An answer is good for so long, or so many who ask: what comes in meanwhile is far less than is kept free. */
const FRESH_MS = 250
const FRESH_TIMES = 64

/** What files leave free of a volume for text, the database's log and its temporary files: a tenth, within bounds. */
export const reserveOf = (size: number): number => Math.max(LEAST_RESERVE, Math.min(MOST_RESERVE, size / 10))

/** What text leaves free of it: the database's log, and what it takes to log in, read and make room. */
export const lastReserveOf = (size: number): number => reserveOf(size) / 2

/** Whether each of the volumes that hold these folders has more free than its reserve. */
export function roomOn(
  folders: readonly string[],
  reserve = reserveOf,
  look = volumeOf,
  clock = () => performance.now(),
): Room {
  let asked: { readonly at: number; times: number; readonly answer: Promise<boolean> } | null = null
  const ask = async () => (await Promise.all(folders.map(look))).every(({ free, size }) => free > reserve(size))
  return () => {
    if (asked === null || clock() - asked.at > FRESH_MS || asked.times >= FRESH_TIMES)
      asked = { at: clock(), times: 0, answer: ask() }
    asked.times += 1
    return asked.answer
  }
}

export async function volumeOf(folder: string): Promise<Volume> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** Said as the system itself would say it, only in time. */
export class NearlyFull extends Error {
  readonly code = 'ENOSPC'
  constructor() {
    super('What is free is the reserve')
  }
}
