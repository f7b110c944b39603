import { tmpdir } from 'node:os'
import { buffer } from 'node:stream/consumers'
import type { Settings } from '#domain/settings.ts'
import type { Database } from '../db/sql.ts'
import { openMailer } from '../mail/mailer.ts'
import type { PrintReport } from '../mail/report-mail.ts'
import { openPrinter } from '../manuals/pdf.ts'
import { publicationOf } from '../manuals/press.ts'
import type { PostOffice } from '../mail/post-settlement.ts'
import { readSettings } from '../provider-settings.ts'
import { secretBox } from '../secret-box.ts'
import { TEST_KEY } from './test-app.ts'

/** Sends a test portal's mails to a mail server, with short time limits, whenever the test says so. */
export async function mailOffice(staff: Database, url: string | undefined): Promise<PostOffice> {
  const settings = await readSettings()
  const log = { warn: () => undefined, error: () => undefined }
  const mailer = openMailer(url, settings, 300)
  const secrets = secretBox(TEST_KEY)
  return { staff, settings, mailer, log, origin: 'https://portal.example', secrets, printReport: printing(settings) }
}

/** Prints with a typesetter of its own for each report. */
export const printing =
  (settings: Settings): PrintReport =>
  async (report, of) => {
    const printer = openPrinter({ folder: tmpdir(), imprint: settings, log: { warn: () => undefined } })
    try {
      const { stream } = await printer.print(publicationOf(report, of), new Map())
      return await buffer(stream)
    } finally {
      await printer.close()
    }
  }
