import { statfs } from 'node:fs/promises'

/** Whether the store may take more in; what is written down goes on all the same. */
export type Room = () => Promise<boolean>

export interface Volume {
  readonly free: number
  readonly size: number
}

const MIB = 1024 * 1024
const LEAST_RESERVE = 64 * MIB
const MOST_RESERVE = 2048 * MIB
/** Asked as often as that at most: less comes in meanwhile than is kept free. */
const FRESH_MS = 250

/** What is kept free of a volume for text, the database's log and its temporary files: a tenth, within bounds. */
export const reserveOf = (size: number): number => Math.max(LEAST_RESERVE, Math.min(MOST_RESERVE, size / 10))

/** Whether each of the volumes that hold these folders has more free than its reserve. */
export function roomOn(folders: readonly string[], look = volumeOf, clock = () => performance.now()): Room {
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | null = null
  const ask = async () => (await Promise.all(folders.map(look))).every(({ free, size }) => free > reserveOf(size))
  return () => {
    if (asked === null || clock() - asked.at > FRESH_MS) asked = { at: clock(), answer: ask() }
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
