import { statfs } from 'node:fs/promises'

/** Whether there is room for more. */
export type Room = () => Promise<boolean>

export interface Volume {
  readonly free: number
  readonly size: number
}

const MIB = 1024 * 1024
const LEAST_RESERVE = 64 * MIB
const MOST_RESERVE = 2048 * MIB
/** A measurement serves everybody for this long: far less than the reserve arrives meanwhile. */
const FRESH_MS = 250
const FRESH_TIMES = 64

/** The part of a volume that files leave free for texts, the database's log and temporary files: a tenth, within bounds. */
export const reserveOf = (size: number): number => Math.max(LEAST_RESERVE, Math.min(MOST_RESERVE, size / 10))

/**
 * The part of that which texts leave free, for the database's log, for logging in, for reading, and for making room.
 */
export const lastReserveOf = (size: number): number => reserveOf(size) / 2

/** The part of that which entries by link leave free: anybody with a customer's key can open any number of sessions. */
export const entriesReserveOf = (size: number): number => lastReserveOf(size) / 2

/** Whether each volume of these folders has more free space than its reserve. */
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

/** The system's own error, but raised in time. */
export class NearlyFull extends Error {
  readonly code = 'ENOSPC'
  constructor() {
    super('What is free is the reserve')
  }
}
