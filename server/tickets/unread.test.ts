import { expect, onTestFinished, test } from 'vitest'
import { enterLimited } from '../isolation/attackers.ts'
import { openSupportDesk, act, answer, read, raul, sonia, ticketOf } from '../testing/support-desk.ts'
import { get, lucia, portal, post, raised, simulate } from '../testing/ticket-desk.ts'

openSupportDesk()

const rowOf = async (llnumreg: number, cookie = lucia) =>
  (await get('get_lista', { filtros: { numero: llnumreg } }, cookie)).data.items[0]
const marksOf = async (llnumreg: number, cookie = lucia) => ({
  row: (await rowOf(llnumreg, cookie)).sinLeer,
  detail: (await get('ver_consulta', { llnumreg }, cookie)).data.sinLeer,
  counter: (await get('get_contadores', {}, cookie)).data.sinLeer,
})
const seen = async (llnumreg: number, cookie = lucia) => {
  const { ultimaEntrada } = (await get('ver_consulta', { llnumreg }, cookie)).data
  return post('marcar_leida', { llnumreg, hasta: ultimaEntrada }, {}, cookie)
}

test('an answer of Support is unread to each person until they have seen it, each for themselves', async () => {
  const colleague = await portal.enter('LEV-01', 11, {}, 'otra')
  const llnumreg = await raised()
  expect(await marksOf(llnumreg)).toEqual({ row: 0, detail: 0, counter: 0 })
  await simulate(llnumreg)
  await simulate(llnumreg)
  expect(await marksOf(llnumreg)).toEqual({ row: 1, detail: 2, counter: 1 })
  expect(await marksOf(llnumreg, colleague)).toEqual({ row: 1, detail: 2, counter: 1 })
  // Reading the ticket is not enough: the screen must have shown the entries.
  expect((await seen(llnumreg)).status).toBe(200)
  expect(await marksOf(llnumreg)).toEqual({ row: 0, detail: 0, counter: 0 })
  expect(await marksOf(llnumreg, colleague)).toEqual({ row: 1, detail: 2, counter: 1 })
  await seen(llnumreg, colleague)
  // One's own entries and a colleague's do not count as unread.
  await post('responder_consulta', { llpadre: llnumreg, llobse: 'Sí.' }, {}, colleague)
  expect(await marksOf(llnumreg)).toEqual({ row: 0, detail: 0, counter: 0 })
  // Another session of the same person, somewhere else.
  await simulate(llnumreg, { cerrar: 'S' })
  const elsewhere = await portal.enter('LEV-01', 11, {}, 'otra')
  await seen(llnumreg, elsewhere)
  expect(await marksOf(llnumreg, colleague)).toEqual({ row: 0, detail: 0, counter: 0 })
  expect(await marksOf(llnumreg)).toEqual({ row: 1, detail: 1, counter: 1 })
  // A ticket that is over has no unread marks.
  await post('marcar_conformidad', { llnumreg, llvaloracion: 4 })
  expect((await get('get_contadores')).data.sinLeer).toBe(0)
})

test('an entry written while somebody looked at earlier ones stays unread', async () => {
  const llnumreg = await raised()
  await simulate(llnumreg)
  const { ultimaEntrada: before } = (await get('ver_consulta', { llnumreg })).data
  await simulate(llnumreg)
  await post('marcar_leida', { llnumreg, hasta: before })
  expect((await rowOf(llnumreg)).sinLeer).toBe(1)
  // An older tab cannot take a mark back, and nobody can have seen an entry that does not exist yet.
  await post('marcar_leida', { llnumreg, hasta: 999_999_999 })
  await post('marcar_leida', { llnumreg, hasta: before })
  expect((await rowOf(llnumreg)).sinLeer).toBe(0)
  await simulate(llnumreg)
  expect((await rowOf(llnumreg)).sinLeer).toBe(1)
  await seen(llnumreg)
})

test('to somebody who comes later, what was there before is no news; a limited session has no marks', async () => {
  const llnumreg = await raised()
  await simulate(llnumreg)
  const late = await portal.enter('LEV-01', 11, {}, 'nueva')
  expect(await marksOf(llnumreg, late)).toEqual({ row: 0, detail: 0, counter: 0 })
  await simulate(llnumreg)
  expect(await marksOf(llnumreg, late)).toEqual({ row: 1, detail: 1, counter: 1 })
  const limited = await enterLimited(portal)
  expect((await get('get_contadores', {}, limited)).data.sinLeer).toBe(0)
  expect((await post('marcar_leida', { llnumreg, hasta: 1 }, {}, limited)).status).toBe(403)
  // Another client's ticket counts as missing.
  const duero = await portal.enter('DUE-01', 21)
  expect((await post('marcar_leida', { llnumreg, hasta: 1 }, {}, duero)).status).toBe(404)
  await seen(llnumreg)
})

test("customers' entries are unread to each technician until they have seen them", async () => {
  const llnumreg = await raised()
  const marks = async (cookie: string) => {
    const { items } = (await read('/tickets', { number: llnumreg }, cookie)).data
    return { row: items[0].unread, detail: (await ticketOf(llnumreg, cookie)).unread }
  }
  const mine = async (cookie: string) => (await read('/ticket-counts', {}, cookie)).data.unread
  const before = await mine(sonia)
  expect(await marks(sonia)).toEqual({ row: 1, detail: 1 })
  await act('/ticket/seen', { ticket: llnumreg, upTo: (await ticketOf(llnumreg)).latestEntry })
  expect(await marks(sonia)).toEqual({ row: 0, detail: 0 })
  expect(await marks(raul)).toEqual({ row: 1, detail: 1 })
  expect((await answer(llnumreg)).status).toBe(200)
  expect(await mine(sonia)).toBe(before)
  await post('responder_consulta', { llpadre: llnumreg, llobse: 'Sí.' })
  expect(await marks(sonia)).toEqual({ row: 1, detail: 1 })
  // The ticket became hers with her answer.
  expect(await mine(sonia)).toBe(before + 1)
  await act('/ticket/seen', { ticket: llnumreg, upTo: (await ticketOf(llnumreg)).latestEntry })
  expect(await mine(sonia)).toBe(before)
})

test('a message changes the row of its ticket once', async () => {
  const llnumreg = await raised()
  // Her first answer makes it hers.
  expect((await answer(llnumreg)).status).toBe(200)
  await portal.owner.query(`
    create table row_change (number bigint);
    create function note_row_change() returns trigger language plpgsql security definer as $$
      begin insert into public.row_change values (new.number); return null; end $$;
    create trigger notes_row_change after update on ticket for each row execute function note_row_change()`)
  onTestFinished(
    async () => void (await portal.owner.query('drop function note_row_change cascade; drop table row_change')),
  )
  const changes = async () =>
    (await portal.owner.query('with gone as (delete from row_change returning number) select number::int from gone'))
      .rows
  expect((await post('responder_consulta', { llpadre: llnumreg, llobse: 'Sigue igual.' })).status).toBe(200)
  expect(await changes()).toEqual([{ number: llnumreg }])
  expect((await answer(llnumreg)).status).toBe(200)
  expect(await changes()).toEqual([{ number: llnumreg }])
})
