import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTimeOf } from './other-process.ts'
import { reasonOf, StartProblem } from './start-problem.ts'

export interface DataFolder {
  /** The embedded database with its files. */
  postgres: string
  /** The attachments. */
  files: string
  /** Finished PDFs. */
  pdfs: string
}

/** A running process holds the embedded database. */
export class FolderInUse extends StartProblem {}

/** @throws StartProblem if the folder cannot be made or written to */
export async function prepareDataFolder(folder: string): Promise<DataFolder> {
  const parts = { postgres: join(folder, 'postgres'), files: join(folder, 'files'), pdfs: join(folder, 'pdf') }
  try {
    await makeFolder(folder)
    await mkdir(parts.postgres, { recursive: true, mode: 0o700 })
    await mkdir(parts.files, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw cannotWrite(folder, error)
  }
  await insistOnWriting(folder)
  await insistOnWriting(parts.files)
  return parts
}

/** @throws StartProblem if no file can be made in the folder */
export async function insistOnWriting(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${process.pid}-${randomUUID()}`)
  try {
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw cannotWrite(folder, error)
  }
}

const cannotWrite = (folder: string, error: unknown) =>
  new StartProblem(
    `DATA_DIR ${folder} cannot be written to (${reasonOf(error)}): give it to the user that runs the portal, or choose another one.`,
  )

/** Makes the folder and its parents. The `recursive` option of mkdir never returns in places such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeFolder(dirname(folder))
  await mkdir(folder).catch(unlessItExists)
}

/**
 * Marks the embedded database as this process's own, so that a second start does not end the database of a running portal. A dead
 * process's mark is replaced.
 * @returns the function that removes the mark
 * @throws FolderInUse naming the process that holds it
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const lock = join(folder, 'postgres', 'portal.pid')
  const mine = `${lock}.${process.pid}`
  await writeFile(mine, `${process.pid} ${startTimeOf(process.pid) ?? ''}\n`)
  const patience = Date.now() + 1000
  try {
    while (!(await linked(mine, lock))) {
      const seen = await contentOf(lock)
      const [pid = '', ...startTime] = seen.trim().split(' ')
      if (startTimeOf(Number(pid)) === startTime.join(' ')) {
        // A process that was told to stop may need a moment.
        if (Date.now() < patience) {
          await sleep(50)
          continue
        }
        throw new FolderInUse(
          `DATA_DIR ${folder} is in use by a running portal (process ${pid}): stop it, or choose another DATA_DIR and PORT.`,
        )
      }
      await removeStale(lock, seen)
    }
  } finally {
    await rm(mine, { force: true })
  }
  return () => rm(lock, { force: true })
}

/** A link appears whole or not at all, and never replaces a file. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    unlessItExists(error)
    return false
  }
}

/**
 * Two starts may find the same stale lock. So the lock that was moved away is checked again, and put back if it was
 * new.
 */
async function removeStale(lock: string, seen: string): Promise<void> {
  const aside = `${lock}.stale.${process.pid}`
  await rename(lock, aside).catch(() => undefined)
  const moved = await contentOf(aside)
  if (moved !== '' && moved !== seen) await linked(aside, lock)
  await rm(aside, { force: true })
}

async function contentOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}

function unlessItExists(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
