import { join } from 'node:path'

/** 144 random bits: an id that cannot be guessed. */
export const ID_BYTES = 18
const ID_SHAPE = /^[\w-]{24}$/
const PART_SHAPE = /^[\w-]{2}$/

export const isFileId = (name: string): boolean => ID_SHAPE.test(name)

/** Whether a folder below `files/` is one of those that ids are spread over. */
export const isPartName = (name: string): boolean => PART_SHAPE.test(name)

/** Where a kept file lies. Nothing of a name that somebody sent becomes part of a path. */
export function placeOf(folder: string, id: string): string {
  if (!isFileId(id)) throw new TypeError('Not the id of a file')
  return join(folder, id.slice(0, 2), id)
}

/** Where it lies until it is kept. */
export const incomingPlaceOf = (folder: string, id: string): string => `${placeOf(folder, id)}.incoming`

/** The id in the name of a file that was never kept; null for any other name. */
export function incomingId(name: string): string | null {
  const id = name.endsWith('.incoming') ? name.slice(0, -'.incoming'.length) : ''
  return isFileId(id) ? id : null
}
