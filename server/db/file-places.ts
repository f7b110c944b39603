import { join } from 'node:path'

/** 144 random bits: nobody can guess the id. */
export const ID_BYTES = 18
const ID_SHAPE = /^[\w-]{24}$/
const PART_SHAPE = /^[\w-]{2}$/

export const isFileId = (name: string): boolean => ID_SHAPE.test(name)

/** Whether a folder below `files/` is one that holds ids. */
export const isPartName = (name: string): boolean => PART_SHAPE.test(name)

/** The place of a stored file. No part of a sender's file name becomes part of a path. */
export function placeOf(folder: string, id: string): string {
  if (!isFileId(id)) throw new TypeError('Not a file id')
  return join(folder, id.slice(0, 2), id)
}

/** Its place before it is stored for good. */
export const incomingPlaceOf = (folder: string, id: string): string => `${placeOf(folder, id)}.incoming`

/** The id in the name of an unkept file; null for any other name. */
export function incomingId(name: string): string | null {
  const id = name.endsWith('.incoming') ? name.slice(0, -'.incoming'.length) : ''
  return isFileId(id) ? id : null
}
