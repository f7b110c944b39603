import { expect, test } from 'vitest'
import { NOTIFICATION_KINDS } from '#contract/console/notifications.ts'
import { sendMails } from '../../mail/post-office.ts'
import { mailOffice } from '../../testing/mail-office.ts'
import { NOON } from '../../testing/noon.ts'
import { mailed, openMailDesk, pass, portal, raul } from '../../testing/mail/mail-desk.ts'
import type { NotificationKind } from './notification-store.ts'
import { bounced } from '../mail/outbox-store.ts'
import { notify, notifyOfPromises } from './notify.ts'

// Each kind of notification, silenced and not: at the bell, from which desktop notice and sound come as well, and by mail.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

openMailDesk(async ({ owner, staff }) => {
  await owner.query(`
    update ticket set due_at = null; delete from notification; delete from console_open;
    update technician set email = username || '@soporte.example' where username in ('sonia', 'raul')`)
  // Nobody is notified of earlier events.
  await notify(staff, () => NOON)
  await owner.query('delete from notification')
  await sendMails(await mailOffice(staff, undefined), () => NOON)
})

const act = async (cookie: string, path: string, sent: object) => {
  const done = await portal.console(cookie, 'POST', path, sent)
  expect(done.status, done.message).toBe(200)
  return done.data
}
const customer = async (path: string, sent: object, cookie?: string) => {
  const done = await portal.call(cookie ?? (await lucia()), 'POST', path, sent)
  expect(done.status, done.message).toBe(200)
  return done.data
}
const lucia = () => portal.enter('LEV-01', 11, { company: '001' })
const sonia = () => portal.consoleLogIn('sonia')

/** A ticket of Lucía's that Sonia has taken herself, so that nobody is notified of it. */
async function taken(): Promise<number> {
  const cookie = await lucia()
  const modules = await portal.call(cookie, 'GET', '/consultas/get_lista_modulos')
  const [raised] = await customer(
    '/consultas/nueva_consulta',
    {
      tipoConsulta: 'C',
      modulo: modules.data[0].shnumreg,
      textoConsulta: 'Al contabilizar la remesa sale un aviso de descuadre que no entendemos.',
      interlocutor: 'Lucía',
      email: 'lucia@levante.example',
    },
    cookie,
  )
  const ticket: number = raised.llnumreg
  await act(await sonia(), '/ticket/assign', { ticket, technician: 'sonia', was: null })
  return ticket
}

const due = (ticket: number, inHours: number) =>
  portal.owner.query(`update ticket set due_at = $2, urgency = '3' where number = $1`, [
    ticket,
    new Date(portal.clock.now.getTime() + inHours * HOUR_MS),
  ])
const claim = async (ticket: number) => {
  await pass(25 * HOUR_MS)
  await customer('/consultas/reclamar_consulta', { llnumreg: ticket })
  await portal.owner.query('update ticket set due_at = null')
}
const offered = async (ticket: number): Promise<number> =>
  (await act(raul, '/valuations/create', { ticket, description: 'Un listado', client: 1001 })).number
const andres = () => portal.logIn('andres', 'Demo-andres-1')
const decide = async (valuation: number) =>
  customer('/incidencias/decidir_valoracion', { vinreg: valuation, resultado: 'aceptada' }, await andres())
const tell = async () => {
  await notify(portal.staff, () => portal.clock.now)
  await notifyOfPromises(portal.staff, () => portal.clock.now)
}

/** Causes the event behind each kind of notification. */
const CAUSES: Readonly<Record<NotificationKind, (ticket: number) => Promise<unknown>>> = {
  assigned: async (ticket) => {
    await act(await sonia(), '/ticket/assign', { ticket, technician: null, was: 'sonia' })
    await act(raul, '/ticket/assign', { ticket, technician: 'sonia', was: null })
  },
  replied: (ticket) => customer('/consultas/anadir_informacion', { llnumreg: ticket, llobse: 'Y otra cosa' }),
  claimed: claim,
  'third-claim': async (ticket) => {
    for (let times = 0; times < 3; times += 1) {
      await claim(ticket)
      await tell()
    }
  },
  'not-working': async (ticket) => {
    const { number } = await act(raul, '/work/create', { kind: 'incident', ticket })
    await act(raul, '/work/installation', { number, where: 'test', on: portal.clock.now.toISOString().slice(0, 10) })
    const failed = { pcnpet: number, resultado: 'no_funciona', texto: 'No funciona: sale el mismo aviso' }
    await customer('/incidencias/validar_entrega', failed)
  },
  decided: async (ticket) => decide(await offered(ticket)),
  undone: async (ticket) => {
    const valuation = await offered(ticket)
    await decide(valuation)
    await customer('/incidencias/deshacer_decision', { vinreg: valuation }, await andres())
  },
  'promise-near': (ticket) => due(ticket, 0.1),
  'promise-broken': (ticket) => due(ticket, 0),
  mentioned: (ticket) => act(raul, '/ticket/note', { ticket, text: '¿Lo miras, @sonia?' }),
  'mail-refused': async (ticket) => {
    const messageId = `<${ticket}@portal.example>`
    await portal.owner.query(
      `insert into mail (client_id, kind, cause, ticket_number, reader, email, language, message_name, state, created_at, due_at)
       values (1001, 'answer', $2, $1, 'Lucía', 'lucia@levante.example', 'es', $2, 'sent', $3, $3)`,
      [ticket, messageId, portal.clock.now],
    )
    const refusal = { messageId, reason: '5.1.1 unknown' }
    expect(await portal.staff.acrossClients((tx) => bounced(tx, refusal, portal.clock.now))).toBe(true)
  },
}

test.each(NOTIFICATION_KINDS)(
  '«%s»: silenced it is nowhere, and with all others silenced it is there',
  async (kind) => {
    const reader = kind === 'third-claim' ? 'raul' : 'sonia'
    const silence = async (kinds: readonly NotificationKind[]) =>
      act(await portal.consoleLogIn(reader), '/notifications/silence', { kinds })
    /** The reader's notifications of a cause: at the bell and, away from the console, by mail. */
    const toldOf = async () => {
      const ticket = await taken()
      await tell()
      await portal.owner.query('update ticket set due_at = null; delete from notification; delete from technician_mail')
      await CAUSES[kind](ticket)
      await tell()
      const cookie = await portal.consoleLogIn(reader)
      const { items } = (await portal.console(cookie, 'GET', '/notifications')).data
      const { unread, newest } = (await portal.console(cookie, 'GET', '/notifications/unread')).data
      await portal.owner.query('delete from console_open')
      await pass(20 * MINUTE_MS)
      const mails = (await mailed()).filter(({ to }) => to === `${reader}@soporte.example`)
      const kinds: NotificationKind[] = items.map((each: { kind: NotificationKind }) => each.kind)
      return { kinds, unread, newest: newest?.kind ?? null, mails: mails.length }
    }

    await silence(NOTIFICATION_KINDS)
    expect(await toldOf()).toEqual({ kinds: [], unread: 0, newest: null, mails: 0 })
    await silence([kind])
    expect((await toldOf()).kinds).not.toContain(kind)
    await silence(NOTIFICATION_KINDS.filter((each) => each !== kind))
    expect(await toldOf()).toEqual({ kinds: [kind], unread: 1, newest: kind, mails: 1 })
  },
)
