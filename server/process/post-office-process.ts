// Sends the mails of a test's portal in a process of its own, which the test kills: DATABASE_URL, SMTP_URL, the moment.
import { openDatabase } from '../db/sql.ts'
import { openMailer } from '../mail/mailer.ts'
import { sendMails } from '../mail/post-office.ts'
import { readSettings } from '../provider-settings.ts'
import { secretBox } from '../secret-box.ts'
import { printing } from '../testing/mail-office.ts'

const [database = '', smtp, moment = ''] = process.argv.slice(2)
const staff = openDatabase(database, { role: 'portal_staff', connections: 2 })
const settings = await readSettings()
const log = { warn: () => undefined, error: () => undefined }
const secrets = secretBox(Buffer.alloc(32, 'tested'))
const office = {
  staff,
  settings,
  mailer: openMailer(smtp, settings),
  log,
  origin: 'https://portal.example',
  secrets,
  printReport: printing(settings),
}
await sendMails(office, () => new Date(moment))
await staff.close()
