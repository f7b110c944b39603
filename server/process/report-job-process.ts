// Puts the month's reports into the outbox in a process of its own, which a test kills: DATABASE_URL, the moment.
import { openDatabase } from '../db/sql.ts'
import { mailReports } from '../report/mailed-reports.ts'

const [database = '', moment = ''] = process.argv.slice(2)
const staff = openDatabase(database, { role: 'portal_staff', connections: 2 })
await mailReports({ staff, host: 'portal.example' }, new Date(moment))
await staff.close()
