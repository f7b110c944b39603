import { consoleApi } from '#contract/console/api.ts'
import { notFound } from '../../http/problems.ts'
import { acceptedFiles } from '../../http/upload.ts'
import { headersOf } from '../../http/file-headers.ts'
import { findFile, stageAnswerFile } from './answer-file-store.ts'
import { type ConsoleBinding, bindConsoleFile, bindConsoleUpload } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { technicianUploads } from '../door/technician-uploads.ts'
import { findTicket } from './held-ticket.ts'

/** Files of technicians' answers, with the same checks as customers' files; and downloads of any client's files. */
export function bindAnswerFiles(binding: ConsoleBinding, dependencies: ConsoleDependencies): void {
  const { files, limits } = dependencies
  const { upload, download } = consoleApi.consoleTickets

  bindConsoleUpload(binding, upload, {
    ...technicianUploads(dependencies),
    handle: async ({ ticket }, received, { tx, technician, now, sentences, note }) => {
      const { own, number } = await findTicket(tx, ticket)
      const accepted = await acceptedFiles(received, limits, 0, false, sentences)
      for (const file of accepted) await stageAnswerFile(own, technician.username, file, now)
      // The files reach the disk before the commit: a record must never lack its file.
      await files.keep(accepted.map(({ id }) => id))
      await note({ client: own.client, ticket: number, details: { files: accepted.map(({ name }) => name) } })
      return accepted.map(({ id, name, bytes }) => ({ id, name, bytes }))
    },
  })
  bindConsoleFile(binding, download, async ({ file }, { tx, technician, note }) => {
    const found = await findFile(tx, technician.username, file)
    if (!found) throw notFound()
    await note({ client: found.client, ticket: found.ticket, details: { file: found.name } })
    return { headers: headersOf(found), stream: await files.read(found.id) }
  })
}
