import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { unlessMissing } from '../db/file-trash.ts'

const lastBackup = z.object({ at: z.iso.datetime(), file: z.string() })
export type LastBackup = z.infer<typeof lastBackup>

const placeIn = (dataFolder: string) => join(dataFolder, 'last-backup.json')

/** Notes when and where the newest backup was made, for the check before an update. */
export async function noteBackup(dataFolder: string, file: string, at: Date): Promise<void> {
  const unfinished = `${placeIn(dataFolder)}.${process.pid}`
  await writeFile(unfinished, `${JSON.stringify({ at: at.toISOString(), file })}\n`)
  await rename(unfinished, placeIn(dataFolder))
}

/** Null if there has been none. */
export async function readLastBackup(dataFolder: string): Promise<LastBackup | null> {
  const text = await readFile(placeIn(dataFolder), 'utf8').catch(unlessMissing(''))
  return text === '' ? null : lastBackup.parse(JSON.parse(text))
}
