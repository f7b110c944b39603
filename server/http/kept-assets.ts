import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '../db/file-trash.ts'

/** A page that was loaded before an update still asks for that build's parts. */
const KEPT_MS = 30 * 24 * 3_600_000

/**
 * Puts a build's assets where every server finds them: while servers of two builds run, a page of one build may ask a server of the other
 * for its parts. A name contains a digest of the content, so an existing file is the right one. Assets of builds that nobody has
 * started for thirty days are removed.
 */
export async function keepAssets(built: string, kept: string, now: Date): Promise<void> {
  await mkdir(kept, { recursive: true, mode: 0o700 })
  const own = new Set(await readdir(built))
  for (const name of own) {
    const place = join(kept, name)
    const isThere = (await stat(place).catch(unlessMissing(null))) !== null
    if (!isThere) {
      const incoming = `${place}.${process.pid}.incoming`
      await copyFile(join(built, name), incoming)
      await rename(incoming, place)
    }
    await utimes(place, now, now)
  }
  for (const name of await readdir(kept)) {
    const about = own.has(name) ? null : await stat(join(kept, name)).catch(unlessMissing(null))
    if (about && now.getTime() - about.mtimeMs > KEPT_MS) await rm(join(kept, name), { force: true })
  }
}
