import type { FastifyInstance } from 'fastify'
import type { api } from '#contract/api.ts'
import { customersEndpoints as endpoints } from '#contract/openapi.ts'
import { type Sent, type Wire, faceOf, send } from './request.ts'
import { type Attacker, type Own, PROBLEM } from './isolation-cast.ts'

/** How an endpoint is called with the caller's own records. */
interface Call {
  /** Whether the call uses the attacker's session, a new one, or none. */
  readonly browser?: 'fresh' | 'none'
  /** It takes files. */
  readonly file?: true
  /** Wire inputs that must all succeed; null if the attacker lacks the records. */
  /** The status of its answer, if it is not 200. */
  readonly status?: number
  readonly inputs: readonly ((own: Own) => Promise<Wire | null> | Wire | null)[]
}

type Groups = typeof api
type CallName = { [Group in keyof Groups]: `${Group}.${keyof Groups[Group] & string}` }[keyof Groups]

/** A successful call of every endpoint in the contract: one that is missing here does not compile. */
const CALL_OF = {
  'session.login': { browser: 'none', inputs: [({ password }) => password] },
  'session.newSecondFactor': {
    browser: 'none',
    inputs: [
      async ({ secondFactor }) => {
        const { usuario, password } = (await secondFactor('new')) ?? {}
        return usuario ? { usuario, password } : null
      },
    ],
  },
  'session.confirmSecondFactor': { browser: 'none', inputs: [({ secondFactor }) => secondFactor('new')] },
  'session.removeSecondFactor': { browser: 'none', inputs: [({ secondFactor }) => secondFactor('in-force')] },
  'session.enter': { browser: 'none', inputs: [async ({ entry }) => ({ ...(await entry()) })] },
  'session.logout': { browser: 'fresh', inputs: [() => ({})] },
  'session.check': { inputs: [() => ({})] },
  'session.person': { inputs: [() => ({})] },
  'session.companies': { inputs: [() => ({})] },
  'session.prefill': { inputs: [() => ({})] },
  'session.checkPasswordLink': {
    browser: 'none',
    inputs: [async ({ passwordLink }) => withToken(await passwordLink(), {})],
  },
  'session.setPassword': {
    browser: 'none',
    inputs: [
      async ({ passwordLink }) =>
        withToken(await passwordLink(), { passwordNueva: 'Demo-marta-1', passwordNuevaRepetida: 'Demo-marta-1' }),
    ],
  },
  'session.checkAddressLink': {
    browser: 'none',
    inputs: [async ({ addressLink }) => withToken(await addressLink(), {})],
  },
  'session.confirmAddress': {
    browser: 'none',
    inputs: [async ({ addressLink }) => withToken(await addressLink(), {})],
  },
  // The walked portal has no mail server. server/mail/forgotten-password-mail.test.ts has one.
  'session.forgotPassword': { browser: 'none', status: 409, inputs: [() => ({ usuario: 'de nadie' })] },
  'session.requestMailCode': { browser: 'none', inputs: [() => ({ enlace: 'de nadie' })] },
  // A person without a contact has no address to choose mails for.
  'session.chooseMails': { inputs: [({ contact }) => (contact === null ? null : { eleccion: 'diario' })] },
  'session.mailChoiceByLink': {
    browser: 'none',
    inputs: [({ mailsLink }) => (mailsLink === null ? null : { enlace: mailsLink })],
  },
  'session.chooseMailsByLink': {
    browser: 'none',
    inputs: [({ mailsLink }) => (mailsLink === null ? null : { enlace: mailsLink, eleccion: 'diario' })],
  },
  // Nobody in this world has a code. server/mail/mail-code.test.ts walks every call with a session opened by one.
  'session.useMailCode': { browser: 'none', inputs: [() => null] },
  'session.configuration': { inputs: [() => ({})] },
  'session.notices': { inputs: [() => ({})] },
  'session.demos': { inputs: [() => ({})] },
  'session.ownDetails': { inputs: [() => ({})] },
  'session.changePassword': {
    inputs: [
      ({ password }) =>
        password && {
          password: password.password,
          passwordNueva: password.password,
          passwordNuevaRepetida: password.password,
        },
    ],
  },
  'session.requestDataChange': {
    inputs: [() => ({ params: { texto: 'Otro teléfono', aceptaPrivacidad: true } })],
  },
  'tickets.list': {
    inputs: [
      () => ({ itemsPerPage: 50 }),
      () => ({ itemsPerPage: 50, estado: 'C' }),
      () => ({ itemsPerPage: 50, filtros: { todas: true } }),
      () => ({ itemsPerPage: 50, filtros: { mias: true } }),
      () => ({ itemsPerPage: 50, filtros: { turno: 'soporte' } }),
      ({ ticket }) => ({ filtros: { numero: ticket } }),
      ({ contact }) => (contact === null ? null : { llcsnreg: contact }),
    ],
  },
  'tickets.counters': { inputs: [() => ({})] },
  'tickets.turns': { inputs: [() => ({})] },
  'tickets.officeNow': { inputs: [() => ({})] },
  'tickets.expectation': { inputs: [({ ticket }) => ({ llnumreg: ticket }), () => ({ urgenciaSeleccionada: '1' })] },
  'tickets.modules': { inputs: [() => ({})] },
  'tickets.requests': { inputs: [() => ({})] },
  'tickets.view': {
    inputs: [
      ({ ticket }) => ({ llnumreg: ticket }),
      ({ blocked }) => (blocked === null ? null : { llnumreg: blocked }),
    ],
  },
  'tickets.markSeen': { inputs: [({ ticket }) => ({ llnumreg: ticket, hasta: 999_999_999 })] },
  'tickets.earlier': { inputs: [({ ticket }) => ({ llnumreg: ticket, antes: '2027-01-01T00:00:00.000Z' })] },
  'tickets.create': {
    inputs: [
      async (own) =>
        own.mayCreate ? { ...draft(own, own.module), documentos: [{ id_temporal: await own.staged() }] } : null,
    ],
  },
  'tickets.reply': {
    inputs: [
      async ({ answered, staged }) => ({
        llpadre: await answered(),
        llobse: 'Sigue igual.',
        documentos: [{ id_temporal: await staged() }],
      }),
    ],
  },
  'tickets.addInformation': {
    inputs: [
      async ({ pending, staged }) => ({
        llnumreg: await pending(),
        llobse: 'También pasa en enero.',
        documentos: [{ id_temporal: await staged() }],
      }),
    ],
  },
  'tickets.withdraw': { inputs: [async ({ pending }) => ({ llnumreg: await pending() })] },
  'tickets.claim': { inputs: [async ({ pending }) => ({ llnumreg: await pending() })] },
  'tickets.correctTranscript': {
    inputs: [async ({ transcribed }) => ({ llnumreg: await transcribed(), texto: 'Era en septiembre.' })],
  },
  'tickets.accept': { inputs: [async ({ closed }) => ({ llnumreg: await closed(), llvaloracion: 5 })] },
  'tickets.reject': { inputs: [async ({ closed }) => ({ llnumreg: await closed(), respuesta: 'No es así.' })] },
  'tickets.silence': { inputs: [() => ({})] },
  'tickets.undoSilence': { inputs: [async ({ silent }) => ({ llnumreg: await silent(), respuesta: 'No es así.' })] },
  'tickets.simulateAnswer': {
    inputs: [
      async ({ pending }) => ({ llnumreg: await pending(), respuesta: 'Mírelo.', incidencia: 'S', cerrar: 'S' }),
    ],
  },
  'tickets.remind': { inputs: [({ ticket }) => ({ llnumreg: ticket })] },
  'tickets.tryMailTemplate': { inputs: [() => ({})] },
  'tickets.upload': { file: true, inputs: [() => ({}), async ({ pending }) => ({ llnumreg: await pending() })] },
  'tickets.uploadFromClipboard': {
    file: true,
    inputs: [() => ({}), async ({ pending }) => ({ llnumreg: await pending() })],
  },
  'tickets.draft': { inputs: [() => ({}), ({ ticket }) => ({ llnumreg: ticket })] },
  'tickets.drafts': { inputs: [() => ({})] },
  'tickets.draftKey': { inputs: [() => ({})] },
  'tickets.saveDraft': {
    inputs: [
      ({ waiting }) => ({ borrador: { textoConsulta: 'Desde ayer' }, documentos: [{ id_temporal: waiting }] }),
      ({ ticket }) => ({ llnumreg: ticket, borrador: {} }),
    ],
  },
  'tickets.discardDraft': { inputs: [() => ({}), ({ ticket }) => ({ llnumreg: ticket })] },
  'tickets.attachments': {
    inputs: [
      ({ ticket }) => ({ llnumreg: ticket }),
      ({ incident }) => (incident === null ? null : { pcnpet: incident }),
      ({ development }) => (development === null ? null : { pcnpet: development }),
    ],
  },
  'incidents.list': {
    inputs: [
      () => ({ itemsPerPage: 50 }),
      () => ({ itemsPerPage: 50, sortBy: 'pcticket', filtros: { todas: true } }),
      () => ({ itemsPerPage: 50, filtros: { mias: true } }),
      ({ incident }) => (incident === null ? null : { filtros: { numero: incident, todas: true } }),
    ],
  },
  'incidents.claim': { inputs: [async ({ claimable }) => ({ hcnpet: await claimable() })] },
  'incidents.developments': {
    inputs: [
      () => ({ itemsPerPage: 50 }),
      () => ({ itemsPerPage: 50, filtros: { todas: true } }),
      () => ({ itemsPerPage: 50, filtros: { mias: true } }),
      ({ development }) => (development === null ? null : { filtros: { numero: development, todas: true } }),
    ],
  },
  'incidents.valuations': { inputs: [() => ({ itemsPerPage: 50 })] },
  'incidents.valuationTotal': { inputs: [() => ({})] },
  'incidents.lifeLine': {
    inputs: [
      ({ ticket }) => ({ llnumreg: ticket }),
      ({ blocked }) => (blocked === null ? null : { llnumreg: blocked }),
      ({ incident }) => (incident === null ? null : { pcnpet: incident }),
      ({ development }) => (development === null ? null : { pcnpet: development }),
    ],
  },
  'incidents.awaited': { inputs: [() => ({})] },
  'incidents.validate': { inputs: [async ({ tested }) => ({ pcnpet: await tested(), resultado: 'validado' })] },
  'incidents.valuation': { inputs: [() => ({ vinreg: 301 })] },
  'incidents.decisions': { inputs: [() => ({})] },
  'incidents.decide': {
    inputs: [async ({ valuation }) => ({ vinreg: await valuation(), resultado: 'rechazada', texto: 'Es caro.' })],
  },
  'incidents.undoDecision': {
    inputs: [async ({ decided }) => ({ vinreg: await decided() })],
  },
  'incidents.valuationPdf': { inputs: [() => ({ vinreg: 301 })] },
  'incidents.ask': {
    inputs: [
      async ({ mayCreate, valuation }) =>
        mayCreate ? { vinreg: await valuation(), texto: '¿Incluye la formación?' } : null,
    ],
  },
  'manuals.groups': { inputs: [() => ({})] },
  'manuals.versions': { inputs: [() => ({})] },
  'manuals.versionsBc2016': { inputs: [() => ({})] },
  'manuals.versionsBc365': { inputs: [() => ({})] },
  'manuals.read': { inputs: [() => ({ enlace: 'manuales/soporte-online' })] },
  'manuals.search': { inputs: [() => ({ texto: 'reclamar' })] },
  'manuals.chapter': { inputs: [() => ({}), () => ({ modulo: 'Contabilidad' })] },
  'manuals.changes': { inputs: [() => ({})] },
  'manuals.image': { inputs: [() => ({ imagen: 'pantalla.png' })] },
  'manuals.downloadPortalManual': { inputs: [() => ({})] },
  'manuals.downloadPdfs': {
    inputs: [() => ({ enlaces: ['manuales/soporte-online', 'manuales/asistente'] }), () => ({ enlaces: ['cambios'] })],
  },
  'assistant.open': { inputs: [() => ({})] },
  'assistant.resume': { inputs: [({ conversation }) => ({ session_id: conversation })] },
  'assistant.settings': { inputs: [() => ({})] },
  'assistant.operative': { inputs: [() => ({})] },
  'assistant.ask': {
    inputs: [
      ({ conversation }) => ({ session_id: conversation, turno: 1 }),
      ({ conversation }) => ({ session_id: conversation, new_question: '¿Y las remesas?' }),
    ],
  },
  'assistant.stream': { inputs: [({ conversation }) => ({ session_id: conversation, turno: 1 })] },
  'assistant.streamByAddress': { inputs: [({ conversation }) => ({ session_id: conversation, turno: '1' })] },
  'assistant.rate': { inputs: [({ conversation }) => ({ session_id: conversation, message: 'Me sirve' })] },
  'assistant.createTicket': {
    inputs: [
      async (own) =>
        own.mayCreate
          ? {
              ...draft(own, own.module),
              session_id: await own.asked(),
              conforme: 'N',
              documentos: [{ id_temporal: await own.staged() }],
            }
          : null,
    ],
  },
  'assistant.createClosedTicket': {
    inputs: [
      async (own) =>
        own.mayCreate ? { ...draft(own, own.module), session_id: await own.asked(), conforme: 'N' } : null,
    ],
  },
  'assistant.addNode': { inputs: [async ({ along }) => inTicket(await along(), 'llnumreg')] },
  'assistant.postAnswer': { inputs: [async ({ along }) => inTicket(await along(), 'numreg')] },
  'assistant.postClosingAnswer': { inputs: [async ({ along }) => inTicket(await along(), 'numreg')] },
  'problems.known': { inputs: [() => ({})] },
  'problems.affectsMe': { inputs: [() => ({ prnreg: PROBLEM, afecta: true })] },
  'report.view': { inputs: [() => ({ mes: '2026-11' }), () => ({ mes: '2026-10' })] },
  'report.pdf': { inputs: [() => ({ mes: '2026-11' })] },
  'report.readers': { inputs: [() => ({})] },
  'report.chooseReader': {
    inputs: [({ contact }) => (contact === null ? null : { contacto: contact, elegido: true })],
  },
  'search.find': {
    inputs: [
      // The beginnings of canaries, and words that occur at all clients.
      () => ({ q: 'CAN' }),
      () => ({ q: 'factura' }),
      () => ({ q: 'de', page: 2 }),
      () => ({ q: 'canarias' }),
      ({ ticket }) => ({ q: String(ticket) }),
    ],
  },
  'search.alike': {
    inputs: [() => ({ texto: 'CANARIO de la factura de canarias' }), () => ({ texto: 'factura factura serie cierre' })],
  },
  'live.events': { inputs: [() => ({})] },
  'tickets.sheet': {
    inputs: [
      () => ({}),
      () => ({ estado: 'C' }),
      () => ({ filtros: { todas: true } }),
      ({ ticket }) => ({ filtros: { numero: ticket } }),
    ],
  },
  'tickets.download': { inputs: [({ file }) => ({ iaimagen: file }), ({ waiting }) => ({ iaimagen: waiting })] },
} satisfies Readonly<Record<CallName, Call>>

export const CALLS: Readonly<Record<string, Call>> = CALL_OF

const inTicket = (along: Awaited<ReturnType<Own['along']>>, name: string): Wire | null =>
  along && { [name]: along.ticket, session_id: along.conversation }

const withToken = (t: string | null, wire: Wire): Wire | null => (t === null ? null : { t, ...wire })

const TEXT = 'El asiento de cierre no cuadra: faltan las facturas de octubre de dos proveedores.'

export const draft = (about: Pick<Own, 'installation' | 'company'>, modulo: number, aplicacion = 'RE') => ({
  aplicacion,
  tipoConsulta: 'C',
  modulo,
  textoConsulta: TEXT,
  interlocutor: 'Lucía Ferrer',
  email: 'lucia@levante.example',
  urgenciaSeleccionada: '3',
  empresa: about.company,
  renuinst: about.installation,
})

/** An attacker's calls that read the same every time, and how to recognise each. */
export async function ownReads(attacker: Attacker) {
  const reads: { id: string; sent: Sent; read: (app: FastifyInstance) => Promise<string> }[] = []
  for (const { name, endpoint } of endpoints()) {
    if (endpoint.method !== 'GET') continue
    for (const input of CALLS[name]?.inputs ?? []) {
      const wire = await input(attacker.own)
      if (!wire) continue
      const sent = { endpoint, cookie: attacker.cookie, wire }
      const id = `${attacker.name}: ${name} ${JSON.stringify(wire)}`
      reads.push({ id, sent, read: async (app) => faceOf(await send(app, sent)) })
    }
  }
  return reads
}
