import { afterAll, beforeAll, beforeEach } from 'vitest'
import { sendMails } from '../../mail/post-office.ts'
import type { PostOffice } from '../../mail/post-settlement.ts'
import { type KeptDatabase, keepDatabase } from '../kept-database.ts'
import { mailOffice } from '../mail-office.ts'
import { type MailServer, mailServer } from '../mail-server.ts'
import { NOON, type TestApp, testApp } from '../test-app.ts'

/** A portal with a mail server, for tests of the mails that leave. `portal.clock` says when. */
export let portal: TestApp
export let server: MailServer
export let office: PostOffice
/** The session of a supervisor. */
export let raul: string

/** Opens them for the tests of a file; each finds the database as `prepare` left it. */
export function openMailDesk(prepare: (portal: TestApp) => Promise<unknown>): void {
  let kept: KeptDatabase
  beforeAll(async () => {
    server = await mailServer()
    portal = await testApp({ dependencies: { smtpUrl: server.url } })
    office = await mailOffice(portal.staff, server.url)
    await prepare(portal)
    kept = await keepDatabase(portal.owner)
  })
  afterAll(async () => {
    await portal.close()
    await server.close()
  })
  beforeEach(async () => {
    await kept.restore()
    portal.clock.now = NOON
    portal.logged.length = 0
    server.received.length = 0
    server.behaviour.at = () => null
    raul = await portal.consoleLogIn('raul')
  })
}

/** Lets time pass; the supervisor comes again. */
export async function pass(ms: number): Promise<void> {
  portal.clock.now = new Date(portal.clock.now.getTime() + ms)
  raul = await portal.consoleLogIn('raul')
}

interface SentMail {
  readonly to: string
  /** Of its link to the page that was asked for; empty without one. */
  readonly token: string
  /** Its source, with the lines of its text whole. */
  readonly body: string
  /** Its Message-ID. */
  readonly name: string
}

/** Sends what is due; returns the mails since the last time, each with the token of its link to `page`. */
export async function mailed(page = ''): Promise<SentMail[]> {
  await sendMails(office, () => portal.clock.now)
  return server.received.splice(0).map(({ to, body: source }) => {
    const body = source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    const [, token = ''] = new RegExp(`${page}#t=([\\w-]{43})`).exec(body) ?? []
    return { to: to.join(), token, body, name: /^Message-ID:\s*(\S+)/m.exec(source)?.[1] ?? '' }
  })
}
