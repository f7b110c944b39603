import { expect } from '@playwright/test'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { JOB_SCHEMA } from '#server/jobs/job-schema.ts'
import { patient } from '#server/testing/patience.ts'
import { databaseUrlOf } from '#server/testing/portal-process.ts'

/** Makes a ticket's conversation idle for half an hour, and runs the job. */
export async function leaveIdle(ticket: number): Promise<void> {
  const connectionString = await databaseUrlOf(process.env.E2E_DATA ?? '')
  const database = new pg.Client({ connectionString })
  await database.connect()
  const boss = new PgBoss({ connectionString, schema: JOB_SCHEMA, max: 1, supervise: false, schedule: false })
  await boss.start()
  try {
    const which = 'from conversation where ticket_number = $1'
    await database.query(
      `update conversation set touched_at = touched_at - interval '31 minutes' where conversation_id =
        (select conversation_id ${which})`,
      [ticket],
    )
    await boss.send('conversations')
    const outcome = async () => (await database.query(`select outcome ${which}`, [ticket])).rows[0]?.outcome
    await expect.poll(outcome, { timeout: patient(70_000) }).toBe('abandoned')
  } finally {
    await boss.stop({ graceful: false })
    await database.end()
  }
}
