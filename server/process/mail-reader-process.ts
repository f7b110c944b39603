// Reads the mailbox of a test's portal in a process of its own, which the test kills: DATABASE_URL, IMAP_URL, the folder of files.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFileStore } from '../db/file-store.ts'
import { openDatabase } from '../db/sql.ts'
import { fetchMails } from '../mail-in/fetch-mails.ts'
import { openMailParser } from '../mail-in/mail-parser.ts'
import { imapSource } from '../mail-in/mail-source.ts'
import { readSettings } from '../provider-settings.ts'
import { secretBox } from '../secret-box.ts'

const [database = '', imapUrl = '', files = '', authserv = ''] = process.argv.slice(2)
const fetching = {
  staff: openDatabase(database, { role: 'portal_staff', connections: 2 }),
  files: openFileStore(files),
  settings: await readSettings(),
  secrets: secretBox(Buffer.alloc(32, 'tested')),
  parser: openMailParser(),
  proving: { authserv },
  source: imapSource(imapUrl),
  server: randomUUID(),
  log: { warn: () => undefined, error: () => undefined },
}
for (;;) {
  // A killed reader keeps the mailbox for two minutes, so the next one's clock is later.
  await fetchMails(fetching, () => new Date()).catch(() => undefined)
  await sleep(20)
}
