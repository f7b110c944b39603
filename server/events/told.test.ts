import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { customersEndpoints } from '#contract/openapi.ts'
import { tidyConsole } from '../console/jobs/console-housekeeping.ts'
import { makeAttackers } from '../isolation/attackers.ts'
import { CALLS } from '../isolation/walked-calls.ts'
import { LEVANTE } from '../isolation/isolation-cast.ts'
import { type ConsoleCall, consoleCalls } from '../isolation/console-calls.ts'
import { type Wire, send } from '../isolation/request.ts'
import { readSettings } from '../provider-settings.ts'
import { keepDatabase } from '../testing/kept-database.ts'
import { NOON, type TestApp, testAppForThisTest } from '../testing/test-app.ts'

interface Told {
  readonly id: number
  readonly said: string
}

const told = async (owner: pg.Client, after = 0): Promise<Told[]> =>
  (
    await owner.query<Told>(
      `select event_id::int as id, actor || ': ' || subject || ' ' || kind as said from event
      where event_id > $1 order by event_id`,
      [after],
    )
  ).rows
const last = async (owner: pg.Client) => (await told(owner)).at(-1)?.id ?? 0

/** The events of each act. A new act gets its line here; all other acts cause none. */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  'tickets.create': ['customer: ticket file', 'customer: ticket query'],
  'tickets.reply': ['customer: ticket file', 'customer: ticket reply'],
  'tickets.claim': ['customer: ticket claim'],
  'tickets.accept': ['customer: ticket acceptance'],
  'tickets.reject': ['customer: ticket rejection'],
  'tickets.undoSilence': ['customer: ticket rejection'],
  'tickets.addInformation': ['customer: ticket file', 'customer: ticket note'],
  'tickets.withdraw': ['customer: ticket withdrawal'],
  'tickets.markSeen': ['customer: ticket seen'],
  'tickets.correctTranscript': ['customer: ticket correction'],
  'tickets.simulateAnswer': ['customer: incident opened', 'customer: ticket change', 'technician: ticket answer'],
  'tickets.upload': ['customer: ticket file'],
  'tickets.uploadFromClipboard': ['customer: ticket file'],
  'incidents.claim': ['customer: incident claim'],
  'incidents.validate': ['customer: incident validation'],
  'incidents.decide': ['customer: valuation decision'],
  'incidents.undoDecision': ['customer: valuation decision-undone'],
  'incidents.ask': ['customer: ticket change', 'customer: ticket query'],
  'assistant.createTicket': [
    'customer: ticket file',
    'customer: ticket question',
    'customer: ticket reply',
    'portal: ticket assistance',
  ],
  'assistant.createClosedTicket': ['customer: ticket question', 'customer: ticket reply', 'portal: ticket assistance'],
  'assistant.addNode': ['customer: ticket question', 'portal: ticket assistance'],
  'consoleReceivedMail.join': ['technician: ticket note'],
  'consoleReceivedMail.raise': ['technician: ticket query'],
  'consoleTickets.answer': ['technician: ticket answer', 'technician: ticket assignment'],
  'consoleTickets.seen': ['technician: ticket seen'],
  'consoleTickets.note': ['technician: ticket internal-note'],
  'consoleTickets.assign': ['technician: ticket assignment'],
  'consoleTickets.change': ['technician: ticket change'],
  'consoleTickets.merge': ['technician: ticket change', 'technician: ticket merge'],
  'consoleTickets.presence': ['technician: ticket presence'],
  'consoleTickets.recordCall': [
    'technician: ticket assignment',
    'technician: ticket change',
    'technician: ticket query',
  ],
  'consoleTickets.calledBack': ['technician: ticket change'],
  'consoleWork.create': [
    'technician: incident link',
    'technician: incident opened',
    'technician: incident state',
    'technician: ticket change',
  ],
  'consoleWork.change': ['technician: incident change'],
  'consoleWork.state': ['technician: incident state'],
  'consoleWork.plan': ['technician: incident planned-delivery'],
  'consoleWork.install': ['technician: incident installed-test', 'technician: ticket change'],
  'consoleWork.upload': ['technician: incident file'],
  'consoleWork.link': ['technician: incident link', 'technician: ticket change'],
  'consoleWork.unlink': ['technician: incident unlink', 'technician: ticket change'],
  'consoleWork.answerTickets': ['technician: ticket answer', 'technician: ticket assignment'],
  'consoleProblems.change': ['technician: incident change'],
  'consoleProblems.link': ['technician: incident change'],
  'consoleProblems.unlink': ['technician: incident change'],
  'consoleProblems.makeIncident': [
    'technician: incident change',
    'technician: incident link',
    'technician: incident opened',
    'technician: incident planned-delivery',
    'technician: incident state',
    'technician: ticket change',
  ],
  'consoleProblems.accept': [
    'technician: incident change',
    'technician: incident link',
    'technician: incident opened',
    'technician: incident state',
    'technician: ticket change',
  ],
  'consoleProblems.answer': ['technician: ticket answer', 'technician: ticket assignment'],
  'consoleValuations.create': ['technician: valuation opened'],
  'consoleValuations.offer': ['technician: valuation revision'],
  'consoleValuations.change': ['technician: valuation change'],
  'consoleValuations.close': ['technician: valuation change'],
}

/** Acts that change no ticket, no work and no valuation cause no event. */
const UNTOLD: readonly string[] = [
  'session.login',
  'session.newSecondFactor',
  'session.confirmSecondFactor',
  'session.removeSecondFactor',
  'session.enter',
  'session.logout',
  'session.changePassword',
  'session.setPassword',
  'session.confirmAddress',
  'session.requestMailCode',
  'session.chooseMails',
  'session.chooseMailsByLink',
  'session.requestDataChange',
  'tickets.saveDraft',
  'tickets.discardDraft',
  'tickets.remind',
  'tickets.tryMailTemplate',
  'assistant.open',
  'assistant.resume',
  'assistant.ask',
  'assistant.stream',
  'assistant.streamByAddress',
  'assistant.rate',
  'assistant.postAnswer',
  'assistant.postClosingAnswer',
  'consoleApiKeys.create',
  'consoleApiKeys.rotate',
  'problems.affectsMe',
  'report.chooseReader',
  'consoleApiKeys.revoke',
  'consoleWebhooks.create',
  'consoleWebhooks.change',
  'consoleWebhooks.rotate',
  'consoleWebhooks.remove',
  'consoleWebhooks.resend',
  'consoleNotifications.read',
  'consoleNotifications.silence',
  'consoleNotifications.unmail',
  'consoleTechnicians.create',
  'consoleTechnicians.change',
  'consoleTechnicians.decideIdentity',
  'consoleTechnicians.issueLink',
  'consoleTechnicians.resetSecondFactor',
  'consoleTechnicians.endSessions',
  'consolePasswordLinks.issue',
  'consolePasswordLinks.decide',
  'consoleTickets.upload',
  'consoleTickets.saveDraft',
  'consoleTickets.discardDraft',
  'consoleClients.create',
  'consoleClients.takeOn',
  'consoleFirstSteps.testMail',
  'consoleRecordSheets.load',
  'consoleClients.change',
  'consoleInstallations.create',
  'consoleInstallations.change',
  'consoleInstallations.createCompany',
  'consoleInstallations.changeCompany',
  'consoleInstallations.createKey',
  'consoleInstallations.rotateKey',
  'consoleInstallations.revokeKey',
  'consoleContacts.create',
  'consoleContacts.change',
  'consoleContacts.resendAddress',
  'consoleContacts.dropAddress',
  'consoleContacts.resetSecondFactor',
  'consoleDataChanges.handle',
  'consoleOfficeCalendar.change',
  'consoleOutbox.resend',
  'consoleReceivedMail.discard',
  'consoleReceivedMail.restore',
  'consoleOutbox.resendToTechnician',
  'consoleOutbox.retryAddress',
  'consoleModules.create',
  'consoleModules.change',
  'consoleCannedAnswers.create',
  'consoleCannedAnswers.change',
  'consoleCannedAnswers.remove',
  'consoleNotices.create',
  'consoleNewAddress.confirm',
  'consoleNewAddress.drop',
  'consoleNewAddress.resend',
  'consoleNotices.change',
  'consoleNotices.remove',
  'consoleNotices.undo',
  'consoleProblems.create',
  'consoleProblems.dismiss',
  'consoleJobs.resume',
  'consoleSettings.change',
  'consoleSettings.logo',
  'consoleSettings.undo',
  'consoleSavedViews.create',
  'consoleSavedViews.change',
  'consoleSavedViews.remove',
]

test('every act tells what it did, in its own transaction, once', async () => {
  const portal = await testAppForThisTest()
  const said: Record<string, string[]> = {}
  const make = async (name: string, endpoint: Endpoint, cookie: string | null, wire: Wire) => {
    const before = await last(portal.owner)
    const { statusCode, body } = await send(portal.app, { endpoint, cookie, wire })
    expect(statusCode, `${name}: ${body}`).toBe(200)
    const news = (await told(portal.owner, before)).map((event) => event.said)
    said[name] = [...new Set([...(said[name] ?? []), ...news])].toSorted()
  }
  const [, andres] = await makeAttackers(portal)
  if (!andres) throw new Error('Nobody acts')
  for (const { name, endpoint } of customersEndpoints().filter(({ endpoint }) => endpoint.changes)) {
    // This portal sends no mail. Another test covers the events of this call.
    if (name === 'session.forgotPassword') continue
    const { browser, inputs } = CALLS[name] ?? { inputs: [] }
    for (const input of inputs) {
      const wire = await input(andres.own)
      if (!wire) continue
      const cookies = { fresh: await andres.own.freshCookie(), none: null }
      await make(name, endpoint, browser ? cookies[browser] : andres.cookie, wire)
    }
  }
  const calls = await consoleCalls(portal)
  const instead = await wiresThatChange(portal.owner, calls)
  const { restore } = await keepDatabase(portal.owner)
  for (const { name, endpoint, cookie, wire } of calls) {
    // Opening the door is no act. Another test covers the events that it writes.
    if (!endpoint.changes || name.startsWith('consoleSession.')) continue
    await restore()
    await make(name, endpoint, cookie, instead[name] ?? wire)
  }
  const silent = Object.keys(said).filter((name) => said[name]?.length === 0)
  expect(Object.fromEntries(Object.entries(said).filter(([, events]) => events.length > 0))).toEqual(TOLD)
  expect(silent.toSorted()).toEqual([...UNTOLD].toSorted())
})

test('numbers are given in the order in which they can be seen, and nothing holds anybody up before the commit', async () => {
  const portal = await testAppForThisTest()
  const [first, second] = await Promise.all([connected(portal), connected(portal)])
  const note = (n: number) => `insert into internal_note (client_id, ticket_number, username, text, at)
    select client_id, number, 'sonia', 'Nota ${n}', now() from ticket where client_id = ${LEVANTE} limit 1`
  const before = await last(portal.owner)
  await first.query(`begin; ${note(1)}`)
  // A transaction that began later and ends sooner is announced first, at once.
  await second.query(`begin; ${note(2)}; commit`)
  const seen = await told(portal.owner, before)
  expect(seen).toHaveLength(1)
  await first.query('commit')
  const all = await told(portal.owner, before)
  expect(all).toHaveLength(2)
  expect(all[0]).toEqual(seen[0])

  // Even where many end at the same time, a reader who resumes after the last event seen misses none.
  const writers = await Promise.all(Array.from({ length: 8 }, () => connected(portal)))
  const start = await last(portal.owner)
  const read: number[] = []
  let isOver = false
  const reading = (async () => {
    for (;;) {
      const wasOver = isOver
      const more = await told(portal.owner, read.at(-1) ?? start)
      read.push(...more.map(({ id }) => id))
      if (wasOver && more.length === 0) return
      await sleep(1)
    }
  })()
  await Promise.all(
    writers.map(async (writer, n) => {
      for (let turn = 0; turn < 40; turn += 1) {
        await writer.query(`begin; ${note(n)}; select pg_sleep(random() * 0.004)`)
        await writer.query(turn % 7 === 0 ? 'rollback' : 'commit')
      }
    }),
  )
  isOver = true
  await reading
  expect(read).toHaveLength(8 * 34)
  expect(new Set(read).size).toBe(8 * 34)
})

test('an act that was rolled back, or whose server died before the commit, is told to nobody', async () => {
  const portal = await testAppForThisTest()
  const before = await last(portal.owner)
  const dying = await connected(portal)
  dying.on('error', () => undefined)
  const { rows } = await dying.query<{ pid: number }>('select pg_backend_pid() as pid')
  await dying.query(`begin; update ticket set assignee = 'raul' where client_id = ${LEVANTE}`)
  await portal.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await sleep(100)
  expect(await told(portal.owner, before)).toEqual([])
})

test('of the demo nobody is told, and what happened is kept for two weeks', async () => {
  const portal = await testAppForThisTest()
  expect(await told(portal.owner)).toEqual([])
  await portal.owner.query(
    `insert into event (client_id, kind, subject, number, actor, at) values
    (${LEVANTE}, 'claim', 'ticket', 1, 'customer', $1::timestamptz - interval '15 days'),
    (${LEVANTE}, 'answer', 'ticket', 1, 'customer', $1::timestamptz - interval '13 days')`,
    [NOON],
  )
  await tidyConsole(portal.staff, await readSettings(), NOON)
  expect((await told(portal.owner)).map(({ said }) => said)).toEqual(['customer: ticket answer'])
})

/** Inputs that surely change something, for calls that may also succeed without a change. */
async function wiresThatChange(
  owner: pg.Client,
  calls: readonly ConsoleCall[],
): Promise<Readonly<Record<string, Wire>>> {
  const wireOf = (name: string) => calls.find((call) => call.name === name)?.wire
  const linked = wireOf('consoleWork.unlink')
  const { rows } = await owner.query<{ seen: number }>(
    'select max(entry_id)::int as seen from entry where ticket_number = $1',
    [linked?.['ticket']],
  )
  return {
    'consoleWork.change': { ...wireOf('consoleWork.change'), title: 'El cierre no cuadra' },
    'consoleWork.answerTickets': {
      number: linked?.['number'],
      text: 'Está resuelto.',
      tickets: [{ ticket: linked?.['ticket'], seen: rows[0]?.seen }],
    },
  }
}

async function connected({ url }: TestApp): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  return client
}
