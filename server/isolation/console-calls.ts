import { Readable } from 'node:stream'
import type { Endpoint } from '#contract/endpoint.ts'
import { consoleEndpoints } from '#contract/openapi.ts'
import { openFileStore } from '../db/file-store.ts'
import { mailOf, withFile } from '../testing/mail/mail-of.ts'
import { NOON, type TestApp, tokenOf } from '../testing/test-app.ts'
import { PNG } from '../testing/ticket-desk.ts'
import { newCustomer } from '../testing/new-customer.ts'
import { draft } from './walked-calls.ts'
import { LEVANTE } from './isolation-cast.ts'
import { plausible, recordsThere } from './plausible.ts'
import type { Wire } from './request.ts'

export interface ConsoleCall {
  readonly name: string
  readonly endpoint: Endpoint
  readonly cookie: string | null
  readonly wire: Wire
}

const LATER = new Date(NOON.getTime() + 86_400_000).toISOString()
const AFTER_THAT = new Date(NOON.getTime() + 2 * 86_400_000).toISOString()

/** A supervisor's successful call of every endpoint of the console, each independent of the others. */
export async function consoleCalls(portal: TestApp): Promise<ConsoleCall[]> {
  const raul = await portal.consoleLogIn('raul')
  const real = await recordsThere(portal.owner)
  const own = await callsThatNeedMore(portal, raul)
  return consoleEndpoints().map(({ name, endpoint }) => ({
    name,
    endpoint,
    cookie: raul,
    wire: own[name] ?? plausible(endpoint, real),
  }))
}

/** Calls that need more than a well-formed input. */
async function callsThatNeedMore(portal: TestApp, raul: string): Promise<Readonly<Record<string, Wire>>> {
  const andres = await portal.logIn('andres', 'Demo-andres-1')
  const modules = await portal.call(andres, 'GET', '/consultas/get_lista_modulos')
  const module: number = modules.data.find(({ shdeno }: { shdeno: string }) => shdeno === 'Contabilidad').shnumreg
  const raise = async (more: object = {}): Promise<number> => {
    const sent = { ...draft({ installation: 'LEV-01', company: '001' }, module), ...more }
    return (await portal.call(andres, 'POST', '/consultas/nueva_consulta', sent)).data[0].llnumreg
  }
  const ticket = await raise()
  const incident = async (of: number): Promise<number> =>
    (await portal.console(raul, 'POST', '/work/create', { kind: 'incident', ticket: of })).data.number
  const planned = await incident(ticket)
  const link = await portal.console(raul, 'POST', '/technicians/password-link', { username: 'sonia' })
  const { rows } = await portal.owner.query<{ request: number }>(
    `insert into data_change_request (client_id, person_id, text, requested_at)
     select client_id, min(person_id), 'Otro teléfono', $2 from person where client_id = $1 group by client_id
     returning request_id::int as request`,
    [LEVANTE, NOON],
  )
  const identity = { issuer: 'https://login.example/', subject: 'number-1' }
  await portal.owner.query(
    `with known as (update technician set email = 'sonia@soporte.example' where username = 'sonia' returning *)
     insert into identity_request select username, $1, $2, email, $3 from known`,
    [identity.issuer, identity.subject, NOON],
  )
  await portal.owner.query(
    `with asking as (insert into technician (username, name, role) values ('eva', 'Eva', 'supervisor') returning username)
     insert into password_link_request select $1, 12, 'andres', username, $2 from asking`,
    [LEVANTE, NOON],
  )
  for (const [token, username] of ['a', 'b', 'c', 'd'].map((letter) => [letter.repeat(43), `new.${letter}`])) {
    await portal.owner.query(
      `with one as (insert into technician (username, name, role) values ($1, 'Nueva', 'technician') returning username)
       insert into technician_new_address (username, email, token_hash, asked_by, asked_at, expires_at)
       select username, username || '@soporte.example', sha256($2), 'raul', $3, $3::timestamptz + interval '1 day' from one`,
      [username, Buffer.from(token ?? ''), NOON],
    )
  }
  for (const contact of [81, 82]) {
    await portal.owner.query(
      `with one as (
         insert into contact (client_id, contact_id, name, email, visibility) values ($1, $2, 'Nueva', '', 'client') returning contact_id)
       insert into contact_new_address (client_id, contact_id, email, token_hash, asked_by, asked_at, expires_at)
       select $1, contact_id, 'otra@levante.example', $4, 'raul', $3, $3::timestamptz + interval '1 day' from one`,
      [LEVANTE, contact, NOON, Buffer.alloc(32, contact)],
    )
  }
  const saved = async (name: string): Promise<number> =>
    (await portal.console(raul, 'POST', '/saved-views/create', { name, view: 'open', filter: {} })).data.savedView
  const [changed, removed] = [await saved('Por cambiar'), await saved('Por eliminar')]
  const calendar = (await portal.console(raul, 'GET', '/office-calendar')).data
  const client = { name: 'Levante', email: 'levante@levante.example', areas: ['main'] }
  const contact = {
    client: LEVANTE,
    name: 'Lucía Ferrer',
    email: 'lucia@levante.example',
    phone: '+34 600 000 000',
    visibility: 'installation',
    places: [{ installation: 'LEV-01', companies: ['001'] }],
  }
  const notice = { area: null, version: null, textEs: 'Aviso', textEn: 'Notice', from: LATER, until: AFTER_THAT }
  const problem = {
    title: 'El cierre se detiene',
    description: 'Con más de mil facturas',
    workaround: 'Cierre por meses',
    affectedVersions: ['V031'],
    mendedVersion: null,
    modules: [module],
    responsible: 'sonia',
    notes: 'Lo mira Desarrollo',
    state: 'confirmed',
    plannedOn: '2026-12-01',
    published: true,
  }
  const recorded: number = (await portal.console(raul, 'POST', '/problems/create', problem)).data.id
  const [linked, apart, asked, answered] = [
    await incident(await raise()),
    await incident(await raise()),
    await raise(),
    await raise(),
  ]
  await portal.console(raul, 'POST', '/problems/link', { problem: recorded, incident: linked })
  await portal.console(raul, 'POST', '/problems/make-incident', { problem: recorded, ticket: answered })
  const toAnswer: { ticket: number; latestEntry: number }[] = (
    await portal.console(raul, 'GET', '/problems/tickets', { problem: recorded })
  ).data.items
  const sheet = { kind: 'clients', file: Buffer.from('Código;Nombre\n990003;Promociones Ebro\n').toString('base64') }
  const { seen } = (await portal.console(raul, 'POST', '/record-sheets/preview', sheet)).data
  const names = { provider: 'Cantera', product: 'Prisma' }
  const settings = (await portal.console(raul, 'POST', '/settings/change', { newest: 0, names })).data
  await portal.console(raul, 'POST', '/notices/create', notice)
  const noticed: number = (await portal.console(raul, 'GET', '/settings', {})).data.history.find(
    ({ group }: { group: string }) => group === 'notices',
  ).change
  const words = { next: 'Otra-clave-2026', repeated: 'Otra-clave-2026' }
  const token = tokenOf(link)
  const apiKey = { name: 'CRM', scopes: ['tickets-read'], expiresAt: AFTER_THAT }
  const key: number = (await portal.console(raul, 'POST', '/api-keys/create', apiKey)).data.key.id
  const hook = { name: 'CRM', address: 'https://crm.example.com/hook', kinds: ['answer'] }
  const webhook: number = (await portal.console(raul, 'POST', '/webhooks/create', hook)).data.webhook.id
  await portal.owner.query(
    `insert into webhook_delivery (webhook_id, event_id, body, state, next_at, created_at)
     values ($1, 1, '{}', 'dead', $2, $2)`,
    [webhook, NOON],
  )
  await portal.owner.query(
    `insert into mail_address (client_id, email, refused_at, refusal) values ($1, 'refused@levante.example', $2, '550')`,
    [LEVANTE, NOON],
  )
  const mail = await portal.owner.query<{ id: number }>(
    `insert into mail (client_id, kind, cause, reader, email, language, message_name, created_at, due_at, state)
     values ($1, 'registered', 'a walk', 'Lucía', 'lucia@levante.example', 'es', 'a walk', $2, $2, 'failed')
     returning mail_id::int as id`,
    [LEVANTE, NOON],
  )
  const told = await portal.owner.query<{ id: number }>(
    `insert into technician_mail (kind, username, email, language, message_name, created_at, due_at, state)
     values ('notifications', 'sonia', 'sonia@soporte.example', 'es', 'a walk', $1, $1, 'failed') returning mail_id::int as id`,
    [NOON],
  )
  const received = await portal.owner.query<{ id: number }>(
    `insert into received_mail (uid_validity, uid, fingerprint, message_name, sender, sender_name, subject, received_at, proof, state,
       reason, said, rest, bytes, for_client, for_contact)
     select 990, n, 'a walk', '', 'lucia.ferrer@levante.example', 'Lucía', 'Otra cosa', $2, 'none',
       case n when 4 then 'discarded' else 'waiting' end, 'new', 'No cuadra el cierre', '', 100, $1, 11
     from generate_series(1, 4) n returning received_id::int as id`,
    [LEVANTE, NOON],
  )
  const [raising, joining, discarding, restoring] = received.rows.map(({ id }) => id)
  const files = openFileStore(portal.files)
  const whole = mailOf(withFile('captura.png', PNG))
  const raw = await files.receive(Readable.from([whole]), whole.length)
  await files.keep([raw.id])
  await portal.owner.query('update received_mail set raw_file = $1 where received_id = $2', [raw.id, restoring])
  return {
    'consoleSession.login': { username: 'raul', password: 'Demo-raul-1' },
    'consoleSession.changePassword': { current: 'Demo-raul-1', ...words },
    'consoleSession.forgotPassword': { username: 'nadie' },
    'consoleSession.checkPasswordLink': { token },
    'consoleSession.setPassword': { token, ...words },
    'consoleNewAddress.check': { token: 'a'.repeat(43) },
    'consoleNewAddress.confirm': { token: 'b'.repeat(43) },
    'consoleNewAddress.resend': { username: 'new.c' },
    'consoleNewAddress.drop': { username: 'new.d' },
    'consoleTechnicians.create': { username: 'eva.marin', name: 'Eva Marín', role: 'technician' },
    'consoleTechnicians.decideIdentity': { username: 'sonia', ...identity, confirmed: true },
    'consoleFigures.view': { period: 'quarter' },
    'consoleManuals.read': { document: 'manuales/soporte-online' },
    'consoleManuals.image': { image: 'pantalla.png' },
    'consoleAlike.find': { ticket },
    'consoleClientReport.view': { client: LEVANTE, month: '2026-11' },
    'consoleClientReport.pdf': { client: LEVANTE, month: '2026-11' },
    'consoleTickets.answer': { ticket, text: 'Mírelo', seen: 1, anyway: true },
    'consoleTickets.seen': { ticket, upTo: 999_999_999 },
    'consoleTickets.assign': { ticket, technician: 'sonia', was: null },
    'consoleTickets.change': { ticket, urgency: '4', module, area: 'main' },
    'consoleTickets.merge': { ticket, into: await raise() },
    'consoleTickets.recordCall': {
      client: LEVANTE,
      installation: 'LEV-01',
      contact: 12,
      company: '001',
      area: 'main',
      module,
      title: 'No cuadra',
      text: 'No cuadra el cierre',
      kind: 'query',
      urgency: '3',
      origin: 'E',
      minutes: 5,
      transcript: true,
    },
    'consoleTickets.calledBack': {
      ticket: await raise({ asistenciaTelefonica: 'S', telefono: '600000000', franjaHoraria: 'Mañana' }),
    },
    'consoleClients.create': { code: 990_001, ...client },
    'consoleFirstSteps.testMail': { to: 'raul@soporte.example' },
    'consoleClients.takeOn': newCustomer(990_002),
    'consoleRecordSheets.preview': sheet,
    'consoleRecordSheets.load': { ...sheet, seen },
    'consoleClients.change': { client: LEVANTE, ...client, active: true, revision: 1 },
    'consoleInstallations.rotateKey': { kid: 'demo-LEV-01', oldUntil: LATER },
    'consoleInstallations.revokeKey': { kid: 'demo-LEV-01' },
    'consoleContacts.create': contact,
    'consoleContacts.change': { ...contact, contact: 12, active: true, revision: 1 },
    'consoleContacts.resendAddress': { client: LEVANTE, contact: 81 },
    'consoleContacts.dropAddress': { client: LEVANTE, contact: 82 },
    'consoleContacts.resetSecondFactor': { client: LEVANTE, contact: 12 },
    'consoleDataChanges.handle': { client: LEVANTE, request: rows[0]?.request ?? 0 },
    'consoleOfficeCalendar.change': { calendar: calendar.calendar, revision: calendar.revision },
    'consoleNotices.create': notice,
    'consoleNotices.change': { notice: 1, ...notice, revision: 1 },
    'consoleNotices.undo': { change: noticed },
    'consoleSettings.change': { newest: settings.newest, appearance: { accent: '#123456' } },
    'consoleSettings.logo': { newest: settings.newest, theme: 'light', picture: PNG.toString('base64') },
    'consoleSettings.undo': { change: settings.newest },
    'consoleProblems.create': problem,
    'consoleProblems.change': { problem: recorded, ...problem, plannedOn: null, revision: 1 },
    'consoleProblems.link': { problem: recorded, incident: apart },
    'consoleProblems.unlink': { problem: recorded, incident: linked },
    'consoleProblems.makeIncident': { problem: recorded, ticket: asked },
    'consoleProblems.answer': {
      problem: recorded,
      text: 'Hola, {{contacto}}',
      tickets: toAnswer.map(({ ticket: each, latestEntry: seen }) => ({ ticket: each, seen })),
    },
    'consoleProblems.accept': { problem: null, title: 'Lo mismo', module, tickets: [await raise()] },
    'consoleProblems.dismiss': { tickets: [await raise()] },
    'consoleApiKeys.create': apiKey,
    'consoleApiKeys.rotate': { key, oldUntil: LATER },
    'consoleApiKeys.revoke': { key },
    'consoleWebhooks.create': { ...hook, name: 'Chat' },
    'consoleWebhooks.change': { webhook, ...hook, active: true, revision: 1 },
    'consoleWebhooks.rotate': { webhook },
    'consoleWebhooks.remove': { webhook, revision: 1 },
    'consoleWebhooks.deliveries': { webhook },
    'consoleWebhooks.resend': { webhook, event: 1 },
    'consoleOutbox.retryAddress': { client: LEVANTE, email: 'refused@levante.example' },
    'consoleOutbox.resend': { client: LEVANTE, mail: mail.rows[0]?.id ?? 0 },
    'consoleOutbox.resendToTechnician': { mail: told.rows[0]?.id ?? 0 },
    'consoleSavedViews.find': { savedView: changed },
    'consoleSavedViews.change': { savedView: changed, name: 'Cambiada', view: 'mine', filter: {} },
    'consoleSavedViews.remove': { savedView: removed },
    'consoleReceivedMail.file': { mail: restoring ?? 0, place: 0 },
    'consoleReceivedMail.raise': { mail: raising ?? 0 },
    'consoleReceivedMail.join': { mail: joining ?? 0, ticket },
    'consoleReceivedMail.discard': { mail: discarding ?? 0 },
    'consoleReceivedMail.restore': { mail: restoring ?? 0 },
    'consoleValuations.offer': { number: 303, was: 1, description: 'Con otro alcance' },
    'consoleWork.state': { number: planned, state: 'planned', was: 'pending' },
    'consoleWork.plan': { number: planned, stage: 'delivery', on: '2026-12-01' },
    'consoleWork.install': { number: await incident(await raise()), where: 'test', on: '2026-11-18' },
    'consoleWork.unlink': { number: planned, ticket },
  }
}
