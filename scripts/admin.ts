// `npm run admin -- supervisor|link|second-factor|end-sessions NAME`: lets people in when nobody at the console can, and
// everything of it is in the audit. `figures` mends totals. It works beside a running portal or without one.
import { isTechnicianName } from '#domain/technician.ts'
import { technicianLinkAddress } from '#server/console/door/technician-account-store.ts'
import type { Recounted } from '#server/console/jobs/recount-store.ts'
import { operatorActs } from '#server/console/technicians/operator-acts.ts'
import { insistOnLeastPrivilege, openDatabase } from '#server/db/sql.ts'
import { readEnvironment } from '#server/env.ts'
import { openOperatorDatabase } from '#server/operator-database.ts'
import { StartProblem } from '#server/start-problem.ts'
import { runCommand } from './operator/command.ts'

const USAGE = `Usage: npm run admin -- supervisor NAME     makes NAME a supervisor, with a link for the password
       npm run admin -- link NAME           a new link for the password of a technician
       npm run admin -- second-factor NAME  lets a technician set a new second factor
       npm run admin -- end-sessions NAME   ends the sessions of a technician
       npm run admin -- end-sessions --all  ends those of everybody, customers included
       npm run admin -- figures             counts the totals of lists and queue again, and mends wrong ones`

await runCommand(async () => {
  const env = readEnvironment()
  const [act = '', given = '', ...rest] = process.argv.slice(2)
  const isForAll = act === 'end-sessions' && given === '--all'
  const isOfFigures = act === 'figures'
  if ((given === '') !== isOfFigures || rest.length > 0) throw new StartProblem(USAGE)
  if (!isForAll && !isOfFigures && !isTechnicianName(given)) {
    throw new StartProblem(`«${given}» is no user name: a-z, 0-9, dot, hyphen and underscore, at least two characters.`)
  }
  const { databaseUrl, close } = await openOperatorDatabase(env)
  const staff = openDatabase(databaseUrl, { role: 'portal_staff', connections: 1 })
  try {
    await insistOnLeastPrivilege(staff)
    const acts = operatorActs(staff, new Date())
    const origin = env.publicUrl ?? `http://127.0.0.1:${env.port}`
    const shown = (link: Awaited<ReturnType<typeof acts.link>>) =>
      link && `${given}, valid until ${link.expiresAt.toISOString()}: ${technicianLinkAddress(origin, link.token)}`
    const done = await (async () => {
      switch (act) {
        case 'supervisor':
          return shown(await acts.supervisor(given))
        case 'link':
          return shown(await acts.link(given))
        case 'second-factor':
          return (await acts.resetSecondFactor(given)) && `${given} sets a new second factor at the next log-in.`
        case 'end-sessions':
          if (isForAll) return (await acts.endAllSessions()) && 'Everybody enters anew.'
          return (await acts.endSessions(given)) && `${given} has no session any more.`
        case 'figures':
          return mended(await acts.figures())
        default:
          throw new StartProblem(USAGE)
      }
    })()
    if (done === false) throw new StartProblem(`There is no technician ${given}.`)
    return done
  } finally {
    await staff.close()
    await close()
  }
})

function mended({ lists, queue, unread }: Recounted): string {
  if (lists + queue + unread === 0) return 'Every figure is what it counts.'
  return `Mended: totals of customers' lists: ${lists}, figures of the queue: ${queue}, tickets read or unread: ${unread}.`
}
