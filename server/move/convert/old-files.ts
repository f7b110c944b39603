import { readFile, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { unlessMissing } from '../../db/file-trash.ts'

export const NOT_THERE = 'it is not in the folder'

/** Null unless it is a file of the folder: the old system's rows name it, and may name anything. */
export async function bytesIn(folder: string, path: string): Promise<Buffer | null> {
  const place = await realpath(join(folder, path)).catch(unlessMissing(null))
  if (place === null || !place.startsWith((await realpath(folder)) + sep)) return null
  return readFile(place)
}
