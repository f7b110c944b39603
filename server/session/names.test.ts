import { describe, expect, test } from 'vitest'
import type { SignedEntry } from '#contract/entry-codec.ts'
import { draft, get, portal, post, simulate, openTicketDesk } from '../testing/ticket-desk.ts'
import { signDemoEntry } from '../demo/entry-link.ts'

openTicketDesk()

// api.md, Names: a person acts, and the contact or client stands beside the name if it differs.

type Who = Partial<Pick<SignedEntry, 'caller' | 'name' | 'email' | 'context'>>

async function entered(subject: string, who: Who, beside: object = {}): Promise<string> {
  const context = { company: '001', ...who.context }
  const t = await signDemoEntry({ installation: 'LEV-01', subject, ...who, context }, portal.clock.now)
  return cookieOf(await portal.call(null, 'POST', '/login/nuevo_ticket', { t, ...beside }))
}
const limited = async (beside: object): Promise<string> =>
  cookieOf(await portal.call(null, 'POST', '/login/nuevo_ticket', { renuinst: 'TEI-01', ...beside }))
const cookieOf = ({ raw }: Awaited<ReturnType<typeof portal.call>>): string =>
  raw.cookies.map(({ name, value }) => `${name}=${value}`).join()

const person = async (cookie: string | null) => (await portal.call(cookie, 'GET', '/login/get_persona')).data
const prefill = async (cookie: string) => (await portal.call(cookie, 'GET', '/login/get_entrada')).data
const raisedAs = async (cookie: string, over: object = {}): Promise<number> =>
  (await post('nueva_consulta', draft(over), {}, cookie)).data[0].llnumreg
const rowOf = async (cookie: string, llnumreg: number) =>
  (await get('get_lista', { filtros: { numero: llnumreg } }, cookie)).data.items[0]
const timelineOf = async (cookie: string, llnumreg: number) =>
  (await get('ver_consulta', { llnumreg }, cookie)).data.fcontsopor

describe('a person is called', () => {
  test('by the name that the entry says, else by the one on record; the forms begin with what it says', async () => {
    const context = { contactName: 'Pepa Ruiz', phone: '600111222' }
    const signed = { caller: 'jefa1', name: 'Jefa de obra', email: 'jefa@levante.example', context }
    const beside = { interlocutor: 'Sin firma', email: 'otra@levante.example', telefono: '600333444' }
    const jefa = await entered('11', signed)
    expect(await person(jefa)).toEqual({ nombre: 'Jefa de obra' })
    expect(await prefill(jefa)).toMatchObject({
      interlocutor: 'Pepa Ruiz',
      email: 'jefa@levante.example',
      telefono: '600111222',
    })
    const other = await entered('11', { caller: 'jefa2', name: 'Jefa de obra' }, beside)
    expect(await prefill(other)).toMatchObject({
      interlocutor: 'Jefa de obra',
      email: 'otra@levante.example',
      telefono: '600333444',
    })
    expect(await person(await entered('11', {}))).toEqual({ nombre: 'Lucía Ferrer' })
    expect(await person(null)).toBeNull()
  })

  test('never by a login that was made up', async () => {
    expect(await person(await entered('cliente', {}))).toEqual({ nombre: null })
    expect(await person(await entered('cliente', { caller: 'nadie' }))).toEqual({ nombre: 'nadie' })
    expect(await person(await limited({}))).toEqual({ nombre: null })
    expect(await person(await limited({ interlocutor: 'Idaira Luján' }))).toEqual({ nombre: 'Idaira Luján' })
  })

  test('on one line, which turns no words around it', async () => {
    const name = ' Ana\u202E \n Colega\u0007\u2066 '
    const ana = await entered('11', { caller: 'ana-1', name })
    expect(await person(ana)).toEqual({ nombre: 'Ana Colega' })
    expect(await prefill(ana)).toMatchObject({ interlocutor: 'Ana Colega' })
  })
})

describe('who acted', () => {
  test('are two colleagues under one contact, told apart in lists, timelines and at the console', async () => {
    const ana = await entered('11', { caller: 'ana', name: 'Ana Colega' })
    const bea = await entered('11', { caller: 'bea', name: 'Bea Colega' })
    const lucia = await entered('11', { caller: 'lferrer', name: 'Lucía Ferrer' })
    const llnumreg = await raisedAs(ana)
    expect(await rowOf(lucia, llnumreg)).toMatchObject({ llncli: 'Ana Colega', enNombreDe: 'Lucía Ferrer' })
    await post('anadir_informacion', { llnumreg, llobse: 'Falta el asiento 12.' }, {}, bea)
    await simulate(llnumreg)
    await post('responder_consulta', { llpadre: llnumreg, llobse: 'Ya lo he mirado.' }, {}, lucia)
    await post('reclamar_consulta', { llnumreg, nombreUsuario: 'Otra' }, {}, bea)
    const timeline = await timelineOf(lucia, llnumreg)
    expect(timeline.map(({ autor, enNombreDe }: Record<string, string>) => [autor, enNombreDe])).toEqual([
      ['Ana Colega', 'Lucía Ferrer'],
      ['Bea Colega', 'Lucía Ferrer'],
      [expect.any(String), ''],
      ['Lucía Ferrer', ''],
      ['Bea Colega', 'Lucía Ferrer'],
    ])
    const { consultas, reclamaciones } = (await get('ver_consulta', { llnumreg }, lucia)).data
    expect(consultas[0]).toMatchObject({ llcont: 'Ana Colega', enNombreDe: 'Lucía Ferrer' })
    expect(reclamaciones[0].htceclama).toBe('Bea Colega')

    const sonia = await portal.consoleLogIn('sonia')
    const atConsole = (await portal.console(sonia, 'GET', '/ticket', { number: llnumreg })).data
    expect(atConsole.ticket).toMatchObject({ raisedBy: 'Ana Colega', behalf: 'Lucía Ferrer' })
    expect(atConsole.timeline[1]).toMatchObject({ author: 'Bea Colega', behalf: 'Lucía Ferrer' })
    const queue = (await portal.console(sonia, 'GET', '/tickets', { view: 'open', number: llnumreg })).data
    expect(queue.items[0]).toMatchObject({ raisedBy: 'Ana Colega', behalf: 'Lucía Ferrer' })
  })

  test('is somebody of the client where there is no contact, and the client itself where nobody has a name', async () => {
    const carla = await entered('cliente', { caller: 'carla', name: 'Carla Obra' })
    expect(await rowOf(carla, await raisedAs(carla))).toMatchObject({
      llncli: 'Carla Obra',
      enNombreDe: 'Constructora Levante, S.A.',
    })
    const nobody = await entered('cliente', { caller: 'dani' })
    expect(await rowOf(nobody, await raisedAs(nobody))).toMatchObject({
      llncli: 'Constructora Levante, S.A.',
      enNombreDe: '',
    })
  })

  test('is a visitor without signature by the name that they give, never by a login', async () => {
    const visitor = await limited({ interlocutor: 'Idaira Luján', empresa: '001' })
    const llnumreg = await raisedAs(visitor, { interlocutor: 'Idaira Luján' })
    expect(await rowOf(visitor, llnumreg)).toMatchObject({
      llncli: 'Idaira Luján',
      enNombreDe: '',
    })
    expect(JSON.stringify(await timelineOf(visitor, llnumreg))).not.toContain('limitada-')
  })

  test('keeps the name that was written under: another one holds from the next entry on', async () => {
    const before = await entered('11', { caller: 'eva', name: 'Eva Soltera' })
    const llnumreg = await raisedAs(before)
    // An entry without a name is the same person under the known name.
    const silent = await entered('11', { caller: 'eva' })
    expect((await person(silent)).nombre).toBe('Eva Soltera')
    const after = await entered('11', { caller: 'eva', name: 'Eva Casada' })
    await post('anadir_informacion', { llnumreg, llobse: 'Y otra cosa.' }, {}, after)
    const timeline = await timelineOf(after, llnumreg)
    expect(timeline.map(({ autor }: Record<string, string>) => autor)).toEqual(['Eva Soltera', 'Eva Casada'])
  })
})
