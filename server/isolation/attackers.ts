import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { ENTRY_AUDIENCE, issuerOf } from '#contract/entry-codec.ts'
import { aboutContactFactor } from '../console/door/sealed-secret-store.ts'
import { readerToken } from '../mail/mail-link.ts'
import { codeAt } from '../session/totp.ts'
import { secretBox } from '../secret-box.ts'
import { signDemoEntry, signEntry } from '../demo/entry-link.ts'
import { NOON, TEST_KEY, type TestApp, answerOf, form } from '../testing/test-app.ts'
import { draft } from './walked-calls.ts'
import { ofTeideItself } from './canaries.ts'
import { type Attacker, DUERO, type Kind, LEVANTE, type Own, PROBLEM, TEIDE, type Value } from './isolation-cast.ts'
import { PNG, type Wire } from './request.ts'

/** People with a session, from the widest view of a client to the narrowest. */
export async function makeAttackers(portal: TestApp): Promise<Attacker[]> {
  await addProblem(portal)
  const { owner } = portal
  const lucia = await personOf(portal, await portal.enter('LEV-01', 11))
  const andres = await personOf(portal, await portal.logIn('andres', 'Demo-andres-1'))
  const teo = await personOf(portal, await portal.logIn('teo', 'Demo-teo-1'))
  const second = await personOf(portal, await portal.enter('LEV-02', 'cliente', { company: '001' }))
  const limited = await personOf(portal, await enterLimited(portal))
  await limitedTicket(portal, limited.cookie)

  const at = (client: number, tickets: string, work = tickets) =>
    recordsWhere(owner, `x.client_id = ${client} and ${tickets}`, `x.client_id = ${client} and ${work}`)
  const ofLimited = `x.limited_session_id = ${limited.session}`
  const duero = await at(DUERO, 'true')
  const teide = await at(TEIDE, 'x.limited_session_id is null', 'true')
  const neighbour = await at(TEIDE, `x.limited_session_id <> ${limited.session}`, 'false')
  const lev01 = await at(LEVANTE, "x.installation_code = 'LEV-01'")
  const lev02 = await at(LEVANTE, "x.installation_code = 'LEV-02'")
  const elsewhere = await stagedFilesOf(owner, [DUERO, TEIDE], limited.person)
  const conversations = await conversationsIn(owner)

  const foreign = (
    person: Person,
    records: readonly Records[],
    more: Partial<Record<Kind, readonly Value[]>>,
  ): Attacker['foreign'] => ({
    client: [DUERO, TEIDE],
    installation: ['DUE-01', 'TEI-01', 'LEV-02'],
    company: ['B77'],
    contact: [21],
    ticket: records.flatMap(({ tickets }) => tickets),
    entry: records.flatMap(({ entries }) => entries),
    incident: records.flatMap(({ incidents }) => incidents),
    development: records.flatMap(({ developments }) => developments),
    valuation: [VALUATION_OF_DUERO],
    file: records.flatMap(({ files }) => files),
    conversation: conversations.filter((id) => id !== person.conversation),
    ...more,
    'staged-file': [...elsewhere, ...(more['staged-file'] ?? [])],
  })
  const levante = { client: LEVANTE, limited: false, administrator: false, mayRead: OF_SECOND_INSTALLATION }
  const lev01Of = (contact: number) => ({ installation: 'LEV-01', company: '001', contact, records: lev01 })

  return [
    {
      ...levante,
      name: 'a contact who sees an installation',
      cookie: lucia.cookie,
      own: await ownOf(portal, lucia, lev01Of(11)),
      foreign: foreign(lucia, [duero, teide, lev02], {
        company: ['B77', '003'],
        'staged-file': [andres.waiting, second.waiting],
      }),
      mayRead: NOTHING,
      others: otherRows(lucia, "x.installation_code = 'LEV-02'"),
    },
    {
      ...levante,
      name: 'an administrator',
      cookie: andres.cookie,
      administrator: true,
      own: await ownOf(portal, andres, {
        ...lev01Of(12),
        password: { usuario: 'andres', password: 'Demo-andres-1' },
        administrator: true,
      }),
      foreign: foreign(andres, [duero, teide], { company: ['B77', '002'], 'staged-file': [lucia.waiting] }),
      others: { ...otherRows(andres, 'false'), valuation: 'false', valuation_event: 'false' },
    },
    {
      ...levante,
      name: 'an administrator without company',
      cookie: teo.cookie,
      administrator: true,
      own: await ownOf(portal, teo, { ...lev01Of(14), maker: andres.cookie, administrator: true }),
      foreign: foreign(teo, [duero, teide], { 'staged-file': [lucia.waiting] }),
      others: { ...otherRows(teo, 'false'), valuation: 'false', valuation_event: 'false' },
    },
    {
      ...levante,
      name: 'a colleague at another installation',
      cookie: second.cookie,
      own: await ownOf(portal, second, { installation: 'LEV-02', company: '001', contact: null, records: lev02 }),
      foreign: foreign(second, [duero, lev01], { installation: ['DUE-01', 'LEV-01'], 'staged-file': [lucia.waiting] }),
      others: otherRows(second, "x.installation_code = 'LEV-01'"),
    },
    {
      name: 'a limited session',
      cookie: limited.cookie,
      client: TEIDE,
      limited: true,
      administrator: false,
      own: await ownOf(portal, limited, {
        installation: 'TEI-01',
        company: '001',
        contact: null,
        records: await at(TEIDE, ofLimited, 'false'),
        entry: LIMITED_ENTRY,
      }),
      foreign: foreign(limited, [duero, teide, neighbour], {
        client: [LEVANTE, DUERO],
        installation: ['DUE-01', 'LEV-01'],
        contact: [31, 11],
      }),
      mayRead: await ofTeideItself(owner),
      others: {
        ...otherRows(limited, `(${ofLimited}) is not true`),
        incident: `x.number not in (select l.incident_number from incident_ticket l
          join ticket x on x.client_id = l.client_id and x.number = l.ticket_number
          where x.client_id = ${TEIDE} and ${ofLimited})`,
        incident_claim: `x.incident_number not in (select l.incident_number from incident_ticket l
          join ticket x on x.client_id = l.client_id and x.number = l.ticket_number
          where x.client_id = ${TEIDE} and ${ofLimited})`,
        development: 'true',
        work_event: `x.development_number is not null or x.incident_number not in (select l.incident_number
          from incident_ticket l join ticket x on x.client_id = l.client_id and x.number = l.ticket_number
          where x.client_id = ${TEIDE} and ${ofLimited})`,
      },
    },
  ]
}

const NOTHING = /^$/
const OF_SECOND_INSTALLATION = /^CAN-1001-L/
const VALUATION_OF_DUERO = 304
const VALUATION_OF_LEVANTE = 301
const LIMITED_ENTRY = { renuinst: 'TEI-01', interlocutor: 'Visitante' }

interface Person {
  readonly cookie: string
  readonly session: number
  readonly person: number
  /** Their staged file. */
  readonly waiting: string
  /** Their conversation with the assistant. */
  readonly conversation: string
}

const personOf = async (portal: TestApp, cookie: string): Promise<Person> => ({
  cookie,
  ...(await sessionOf(portal.owner, cookie)),
  waiting: await stage(portal, cookie),
  conversation: await talk(portal, cookie),
})

async function conversationsIn(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    'select conversation_id as id from conversation order by client_id, sequence',
  )
  return rows.map(({ id }) => id)
}

async function stagedFilesOf(owner: pg.Client, clients: readonly number[], but: number): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `select attachment_id as id from attachment
     where client_id = any ($1) and person_id <> $2 and ticket_number is null and incident_number is null
       and development_number is null
     order by client_id, sequence`,
    [clients, but],
  )
  return rows.map(({ id }) => id)
}

/** Rows of the client that this person must not touch; `elsewhere` is the condition for tickets and work. */
const otherRows = ({ person }: Person, elsewhere: string): Attacker['others'] => {
  const ofTicket = `x.ticket_number in (
    select x.number from ticket x where x.client_id in (${LEVANTE}, ${TEIDE}) and ${elsewhere})`
  return {
    ticket: elsewhere,
    entry: ofTicket,
    attachment: `${ofTicket} or x.ticket_number is null and x.incident_number is null and x.development_number is null
      and x.person_id <> ${person}`,
    draft: `x.person_id <> ${person}`,
    incident: elsewhere,
    incident_claim: `x.incident_number in (
      select x.number from incident x where x.client_id in (${LEVANTE}, ${TEIDE}) and ${elsewhere})`,
    development: elsewhere,
    development_ticket: ofTicket,
    work_event: `x.incident_number in (
        select x.number from incident x where x.client_id in (${LEVANTE}, ${TEIDE}) and ${elsewhere})
      or x.development_number in (
        select x.number from development x where x.client_id in (${LEVANTE}, ${TEIDE}) and ${elsewhere})`,
    valuation: 'true',
    valuation_event: 'true',
    conversation: `x.person_id <> ${person}`,
    conversation_turn: `x.person_id <> ${person}`,
  }
}

interface About extends Pick<Own, 'installation' | 'company' | 'contact'> {
  readonly records: Records
  readonly password?: NonNullable<Own['password']>
  /** The person who raises the tickets, if the attacker may not. */
  readonly maker?: string
  /** How to enter without a signature. */
  readonly entry?: object
  readonly administrator?: true
}

async function ownOf(portal: TestApp, { cookie, waiting, session, conversation }: Person, about: About): Promise<Own> {
  const { records, installation, company, contact, password = null, maker = cookie } = about
  const [ticket = 0] = records.tickets
  const [file = ''] = await upload(portal, cookie, { llnumreg: String(ticket) })
  const modules = await portal.call(cookie, 'GET', '/consultas/get_lista_modulos')
  const module: number = modules.data.find(({ shdeno }: { shdeno: string }) => shdeno === 'Contabilidad').shnumreg
  if (!about.entry) await saveDrafts(portal, cookie, waiting, ticket)

  const pending = () => raise(portal, maker, { installation, company }, module)
  const simulate = async (cerrar: 'S' | 'N') => {
    const llnumreg = await pending()
    const answer = { llnumreg, respuesta: 'Revise el periodo contable.', cerrar }
    await done(portal.call(maker, 'POST', '/consultas/crear_respuesta_falsa', answer))
    return llnumreg
  }
  const silent = async () => {
    const llnumreg = await simulate('S')
    await portal.owner.query(
      `update ticket set accepted = true, accepted_by_silence = true, last_entry_kind = 'silence',
         silent_acceptance_at = null
       where number = $1`,
      [llnumreg],
    )
    return llnumreg
  }
  const transcribed = async () => {
    const llnumreg = await pending()
    await portal.owner.query('update entry set transcribed = true where number = $1', [llnumreg])
    return llnumreg
  }
  const claimable = async () => {
    const llnumreg = await pending()
    const answer = { llnumreg, respuesta: 'Es un error de la aplicación.', incidencia: 'S' }
    await done(portal.call(maker, 'POST', '/consultas/crear_respuesta_falsa', answer))
    const { data } = await done(portal.call(maker, 'GET', '/consultas/ver_consulta', { llnumreg }))
    return data.incidencias[0].pcnpet
  }
  const valuation = async () => {
    if (!about.administrator) return VALUATION_OF_LEVANTE
    const { rows } = await portal.owner.query<{ number: number }>(
      `insert into valuation (client_id, number, description, created_on)
       values ($1, nextval('valuation_number'), 'Aviso de seguros', '2026-11-18') returning number::int`,
      [LEVANTE],
    )
    return rows[0]?.number ?? 0
  }
  const along = async () => {
    if (maker !== cookie) return null
    const session_id = await talk(portal, cookie)
    const sent = { ...draft({ installation, company }, module), session_id }
    const { data } = await done(portal.call(cookie, 'POST', '/consultas/nueva_consulta_GPT_cerrada', sent))
    await question(portal, cookie, session_id)
    return { conversation: session_id, ticket: data[0].llnumreg }
  }
  const entry = async () => {
    const caller = `person-${session}-${randomBytes(12).toString('hex')}`
    const signed = { installation, subject: String(contact ?? 'cliente'), caller, context: {} }
    return about.entry ?? { t: await signDemoEntry(signed, portal.clock.now) }
  }
  return {
    cookie,
    installation,
    company,
    contact,
    password,
    module,
    ticket,
    blocked: records.blocked[0] ?? null,
    incident: records.incidents[0] ?? null,
    development: records.developments[0] ?? null,
    file,
    mayCreate: maker === cookie,
    waiting,
    pending,
    answered: () => simulate('N'),
    closed: () => simulate('S'),
    silent,
    transcribed,
    claimable,
    tested: async () => {
      const number = await claimable()
      await portal.owner.query(`update incident set state = 'installed-in-test' where number = $1`, [number])
      return number
    },
    valuation,
    decided: async () => {
      if (!about.administrator) return VALUATION_OF_LEVANTE
      const number = await valuation()
      await portal.owner.query(
        `update valuation set decision = 'accepted', decided_by = 'Otra persona', decided_at = $2 where number = $1`,
        [number, portal.clock.now],
      )
      return number
    },
    staged: () => stage(portal, cookie),
    conversation,
    asked: () => talk(portal, cookie),
    along,
    entry,
    freshCookie: async () => cookieOf(await portal.call(null, 'POST', '/login/nuevo_ticket', await entry())),
    passwordLink: () => (installation.startsWith('LEV') ? passwordLinkOfMarta(portal) : Promise.resolve(null)),
    addressLink: () => (installation.startsWith('LEV') ? addressLinkOfMarta(portal) : Promise.resolve(null)),
    mailsLink: installation.startsWith('LEV')
      ? readerToken(secretBox(TEST_KEY), { client: LEVANTE, email: 'marta.gil@levante.example' })
      : null,
    secondFactor: (state) => (installation.startsWith('LEV') ? secondFactorOf(portal, state) : Promise.resolve(null)),
  }
}

const addProblem = ({ owner }: TestApp) =>
  owner.query(
    `insert into product_problem (problem_id, title, description, workaround, affected_versions, modules, notes, state, published,
       changed_by, changed_at)
     overriding system value values ($1, 'La factura suma dos veces el anticipo', 'Factura', '', '{}', '{}', '', 'confirmed', true,
       'sonia', now())`,
    [PROBLEM],
  )

/** For Marta, who does not attack: using a password link ends her sessions. */
async function passwordLinkOfMarta({ owner, clock }: TestApp): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const until = new Date(clock.now.getTime() + 3_600_000)
  await owner.query(
    `insert into password_link values ($1, 13, 'marta', sha256($2), 'sonia', $3)
     on conflict (client_id, contact_id) do update set token_hash = excluded.token_hash`,
    [LEVANTE, Buffer.from(token), until],
  )
  return token
}

/** The same: she keeps her address. */
async function addressLinkOfMarta({ owner, clock }: TestApp): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await owner.query(
    `insert into contact_new_address
     select client_id, contact_id, email, sha256($2), 'raul', $3, $3::timestamptz + interval '1 hour' from contact
     where client_id = $1 and contact_id = 13
     on conflict (client_id, contact_id) do update set token_hash = excluded.token_hash, email = excluded.email`,
    [LEVANTE, Buffer.from(token), clock.now],
  )
  return token
}

/** For two others who do not attack. */
async function secondFactorOf({ owner, clock }: TestApp, state: 'new' | 'in-force'): Promise<Wire> {
  const usuario = state === 'new' ? 'marta' : 'teo'
  const secret = randomBytes(20)
  const { rows } = await owner.query<{ contact: number }>(
    'select contact_id::int as contact from credential where client_id = $1 and username = $2',
    [LEVANTE, usuario],
  )
  const contact = rows[0]?.contact ?? 0
  await owner.query(
    `update credential set totp_secret = $3, totp_confirmed = $4, totp_used_step = 0
     where client_id = $1 and contact_id = $2`,
    [LEVANTE, contact, secretBox(TEST_KEY).seal(secret, aboutContactFactor(LEVANTE, contact)), state === 'in-force'],
  )
  return { usuario, password: `Demo-${usuario}-1`, codigoVerificacion: codeAt(secret, clock.now) }
}

/** Sessions that are over or never existed; they try what the first attacker may do. */
export async function makeIntruders(portal: TestApp, [somebody]: readonly Attacker[]): Promise<Attacker[]> {
  if (!somebody) throw new Error('There is nobody')
  const { owner } = portal
  const seconds = Math.floor(NOON.getTime() / 1000)
  const t = await signEntry({
    key: { kid: 'isolation-revoked', algorithm: 'HS256', secret: 'a-secret-that-was-revoked-later-on' },
    payload: {
      issuer: issuerOf('LEV-01'),
      audience: ENTRY_AUDIENCE,
      id: 'isolation-revoked',
      subject: '11',
      caller: 'revoked',
      issuedAt: seconds,
      expiresAt: seconds + 300,
      context: { company: '001' },
    },
  })
  const revoked = cookieOf(await portal.call(null, 'POST', '/login/nuevo_ticket', { t }))
  await owner.query(`update signing_key set revoked_at = $1 where kid = 'isolation-revoked'`, [NOON])
  const expired = await portal.enter('LEV-01', 11, { company: '001' }, 'expired')
  const idle = await portal.enter('LEV-01', 11, { company: '001' }, 'idle')
  const age = async (cookie: string, column: 'created_at' | 'seen_at', by: string) =>
    owner.query(`update session set ${column} = ${column} - $1::interval where session_id = $2`, [
      by,
      (await sessionOf(owner, cookie)).session,
    ])
  await age(expired, 'created_at', '12 h')
  await age(idle, 'seen_at', '60 min')
  // Even with the right password.
  const own = { ...somebody.own, password: { usuario: 'andres', password: 'Demo-andres-1' } }
  const intruder = { ...somebody, own, mayRead: /^$/ }
  return [
    { ...intruder, name: 'an expired session', cookie: expired },
    { ...intruder, name: 'an idle session', cookie: idle },
    { ...intruder, name: 'a session of a revoked key', cookie: revoked },
    { ...intruder, name: 'nobody', cookie: null },
  ]
}

interface Records {
  readonly tickets: number[]
  readonly entries: number[]
  readonly blocked: number[]
  readonly incidents: number[]
  readonly developments: number[]
  readonly files: string[]
}

/**
 * A ticket, a reply, an incident, a development and their files, of the tickets and the work `x` that meet the
 * conditions.
 */
async function recordsWhere(owner: pg.Client, tickets: string, work: string): Promise<Records> {
  const values = async <T>(statement: string) =>
    (await owner.query<{ value: T }>(statement)).rows.map(({ value }) => value)
  return {
    tickets: [
      ...(await values<number>(`select x.number::int as value from ticket x where ${tickets} order by 1 desc limit 1`)),
      ...(await values<number>(`
        select e.number::int as value from entry e
        join ticket x on x.client_id = e.client_id and x.number = e.ticket_number
        where e.kind = 'reply' and ${tickets} order by 1 limit 1`)),
    ],
    entries: await values<number>(`
      select e.entry_id::int as value from entry e
      join ticket x on x.client_id = e.client_id and x.number = e.ticket_number
      where ${tickets} order by 1 desc limit 1`),
    blocked: await values<number>(`
      select x.number::int as value from ticket x where x.blocking_incident is not null and ${tickets} order by 1 limit 1`),
    incidents: await values<number>(`
      select x.number::int as value from incident x join attachment a on a.client_id = x.client_id and a.incident_number = x.number
      where ${work} order by 1 limit 1`),
    developments: await values<number>(`
      select x.number::int as value from development x join attachment a on a.client_id = x.client_id and a.development_number = x.number
      where ${work} order by 1 limit 1`),
    files: [
      ...(await values<string>(`
        select a.attachment_id as value from attachment a
        join ticket x on x.client_id = a.client_id and x.number = a.ticket_number where ${tickets} order by 1 limit 1`)),
      ...(await values<string>(`
        select a.attachment_id as value from attachment a
        join incident x on x.client_id = a.client_id and x.number = a.incident_number where ${work} order by 1 limit 1`)),
      ...(await values<string>(`
        select a.attachment_id as value from attachment a
        join development x on x.client_id = a.client_id and x.number = a.development_number where ${work} order by 1 limit 1`)),
    ],
  }
}

export async function enterLimited(portal: TestApp): Promise<string> {
  return cookieOf(await portal.call(null, 'POST', '/login/nuevo_ticket', LIMITED_ENTRY))
}

async function saveDrafts(portal: TestApp, cookie: string, staged: string, llnumreg: number): Promise<void> {
  const borrador = { textoConsulta: 'Lo que llevo escrito' }
  const documentos = [{ id_temporal: staged }]
  await done(portal.call(cookie, 'POST', '/consultas/guardar_borrador', { borrador, documentos }))
  await done(portal.call(cookie, 'POST', '/consultas/guardar_borrador', { llnumreg, borrador }))
}

export async function limitedTicket(portal: TestApp, cookie: string): Promise<void> {
  const { data } = await portal.call(cookie, 'GET', '/consultas/get_lista_modulos')
  await upload(portal, cookie, {
    llnumreg: String(
      await raise(portal, cookie, { installation: 'TEI-01', company: '001' }, data[0].shnumreg, data[0].shcateg),
    ),
  })
}

async function raise(
  portal: TestApp,
  cookie: string,
  about: Pick<Own, 'installation' | 'company'>,
  module: number,
  area?: string,
): Promise<number> {
  const { data } = await done(portal.call(cookie, 'POST', '/consultas/nueva_consulta', draft(about, module, area)))
  return data[0].llnumreg
}

/** A conversation with the assistant, and one question in it. */
export async function talk(portal: TestApp, cookie: string): Promise<string> {
  const { data } = await done(portal.call(cookie, 'GET', '/consultas/get_session_chat_GPT'))
  await question(portal, cookie, data.sessionGPT)
  return data.sessionGPT
}

const question = (portal: TestApp, cookie: string, session_id: string) =>
  done(
    portal.call(cookie, 'POST', '/consultas/chat_GPT', { new_question: '¿Cómo se cierra el ejercicio?', session_id }),
  )

export const stage = async (portal: TestApp, cookie: string): Promise<string> => {
  const [staged = ''] = await upload(portal, cookie, {})
  return staged
}

async function upload(portal: TestApp, cookie: string, fields: Record<string, string>): Promise<string[]> {
  const { payload, headers } = form([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'documentos[0][file]', value: PNG, filename: 'captura.png', mime: 'image/png' },
  ])
  const raw = await portal.app.inject({
    method: 'POST',
    url: '/api/consultas/subir_documentacion',
    headers: { ...headers, cookie },
    payload,
  })
  const { data } = await done(Promise.resolve(answerOf(raw)))
  return data.map((file: { id_temporal: string }) => file.id_temporal)
}

type Answered = Awaited<ReturnType<TestApp['call']>>

async function done(answer: Promise<Answered>): Promise<Answered> {
  const given = await answer
  if (given.status !== 200) throw new Error(`The world could not be made: ${given.status} ${given.raw.body}`)
  return given
}

function cookieOf({ raw }: Answered): string {
  const [cookie] = raw.cookies
  if (!cookie) throw new Error(`No session: ${raw.statusCode} ${raw.body}`)
  return `${cookie.name}=${cookie.value}`
}

export async function sessionOf(owner: pg.Client, cookie: string): Promise<{ session: number; person: number }> {
  const hash = createHash('sha256')
    .update(cookie.replace(/^sesion=/, ''))
    .digest()
  const { rows } = await owner.query<{ session: number; person: number }>(
    'select session_id::int as session, person_id::int as person from session where token_hash = $1',
    [hash],
  )
  if (!rows[0]) throw new Error('The session is not there')
  return rows[0]
}
