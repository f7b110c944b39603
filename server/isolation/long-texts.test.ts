import { expect, test } from 'vitest'
import { customersEndpoints } from '#contract/openapi.ts'
import { EFFORT } from '../testing/effort.ts'
import { testAppForThisTest } from '../testing/test-app.ts'
import { makeAttackers } from './attackers.ts'
import { consoleCalls } from './console-calls.ts'
import { send } from './request.ts'
import { ownReads } from './walked-calls.ts'

/** What `npm run import` takes, and more than any form does: Redmine's subjects have 255 characters, and its notes no limit. */
const IMPORTED = `
  update ticket set title = rpad(title, 255, 'x'), contact_name = rpad(contact_name, 900, 'x'),
    raised_by = rpad(raised_by, 900, 'x'), version = rpad(version, 90, 'x'), origin = rpad(origin, 900, 'x'),
    phone = rpad(phone, 900, 'x'), call_window = rpad(call_window, 900, 'x');
  update entry set text = rpad(text, 30000, 'x '), author = rpad(author, 900, 'x'), origin = rpad(origin, 900, 'x');
  update internal_note set text = rpad(text, 30000, 'x ');
  update client set name = rpad(name, 900, 'x');
  update company set name = rpad(name, 900, 'x');
  update contact set name = rpad(name, 900, 'x'), phone = rpad(phone, 900, '1');
  update person set name = rpad(name, 900, 'x');
  update technician set name = rpad(name, 900, 'x');
  update module set name = rpad(name, 900, 'x');
  update installation set version = rpad(version, 90, 'x');
  update incident set title = rpad(title, 900, 'x'), department = rpad(department, 900, 'x'), sprint = rpad(sprint, 900, 'x');
  update development set title = rpad(title, 900, 'x'), budget = rpad(budget, 900, 'x');
  update valuation set description = rpad(description, 9000, 'x');
  update work_event set author = rpad(author, 900, 'x'), reason = rpad(reason, 9000, 'x')`

test('texts that are longer than any form takes, as an import brings them, are answered by every call that reads', async () => {
  const portal = await testAppForThisTest()
  const attackers = await makeAttackers(portal)
  // An administrator sees most, and makes most calls; `test:long` asks as all of them.
  const asking = EFFORT > 1 ? attackers : attackers.filter(({ administrator }) => administrator).slice(0, 1)
  const reads = await Promise.all(asking.map(ownReads))
  const technicians = (await consoleCalls(portal)).filter(({ endpoint }) => endpoint.method === 'GET')
  const calls = [
    ...reads.flat().map(({ id, sent }) => ({ id, sent })),
    ...technicians.map((sent) => ({ id: sent.name, sent })),
  ]
  expect(calls.length).toBeGreaterThan(customersEndpoints().length)
  await portal.owner.query(IMPORTED)
  const failed: string[] = []
  for (const { id, sent } of calls) {
    const { statusCode, body } = await send(portal.app, sent)
    if (statusCode >= 500) failed.push(`${id}: ${statusCode} ${body.slice(0, 120)}`)
  }
  expect(failed).toEqual([])
})
