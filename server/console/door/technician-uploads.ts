import type { Uploads } from '../../http/door.ts'
import { tooMuchToday } from '../../http/problems.ts'
import { uploadsInto } from '../../http/upload.ts'
import type { ConsoleContext } from './console-binding.ts'
import type { ConsoleDependencies } from './console-dependencies.ts'
import { bytesAddedBy } from './technician-account-store.ts'

const DAY_MS = 86_400_000

/** How technicians' files are received: like customers' files, with a quota of their own. */
export const technicianUploads = ({ files, limits, settings }: ConsoleDependencies): Uploads<ConsoleContext> => ({
  ...uploadsInto(files, limits),
  admit: async ({ tx, technician: { username }, now }, bytes) => {
    const added = await bytesAddedBy(tx, username, new Date(now.getTime() - DAY_MS))
    if (added + Math.max(bytes, 1) > settings.limits.storage.technicianPerDay) throw tooMuchToday('technician')
  },
})
