import type { Database } from '../db/sql.ts'
import { openMailer } from '../mail/mailer.ts'
import type { PostOffice } from '../mail/post-settlement.ts'
import { readSettings } from '../provider-settings.ts'
import { secretBox } from '../secret-box.ts'
import { TEST_KEY } from './test-app.ts'

/** Sends a test portal's mails to a mail server, with short time limits, whenever the test says so. */
export async function mailOffice(staff: Database, url: string | undefined): Promise<PostOffice> {
  const settings = await readSettings()
  const log = { warn: () => undefined, error: () => undefined }
  const mailer = openMailer(url, settings, 300)
  return { staff, settings, mailer, log, origin: 'https://portal.example', secrets: secretBox(TEST_KEY) }
}
