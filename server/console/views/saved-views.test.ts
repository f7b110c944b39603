import { describe, expect, test } from 'vitest'
import { act, openSupportDesk, raul, read, sonia } from '../../testing/support-desk.ts'
import { raised } from '../../testing/ticket-desk.ts'

openSupportDesk()

interface Saved {
  readonly id: number
  readonly name: string
  readonly team: boolean
  readonly view: string
  readonly filter: object
  readonly order?: string
  readonly count: number | null
}

const views = async (cookie?: string): Promise<Saved[]> => (await read('/saved-views', {}, cookie)).data
const save = (name: string, more: object = {}, cookie?: string) =>
  act('/saved-views/create', { name, view: 'open', filter: {}, ...more }, cookie)

describe('a saved view', () => {
  test('is counted as its list is, in one statement for all', async () => {
    await raised({ urgenciaSeleccionada: '6' })
    const lists = [
      { view: 'open', filter: { urgency: '6' } },
      { view: 'unassigned', filter: { client: 1001, from: '2026-01-01' }, order: 'waiting-down' },
      { view: 'mine', filter: {} },
      { view: 'claimed', filter: { area: 'main', waitingMinutes: 1 } },
      { view: 'open', filter: { version: 'no-such' } },
    ]
    for (const [index, list] of lists.entries()) expect((await save(`Lista ${index}`, list)).status).toBe(200)
    expect((await save('Terminadas', { view: 'closed' })).status).toBe(200)
    expect((await save('Palabras', { filter: { text: 'certificación' } })).status).toBe(200)
    const found = await views()
    for (const [index, { view, filter, ...order }] of lists.entries()) {
      const one = found.find(({ name }) => name === `Lista ${index}`)
      expect(one).toMatchObject({ view, filter, ...order, team: false })
      expect(one?.count).toBe((await read('/ticket-totals', { view, ...filter })).data.total)
    }
    expect(found.find(({ name }) => name === 'Lista 0')?.count).toBeGreaterThan(0)
    expect(found.filter(({ count }) => count === null).map(({ name }) => name)).toEqual(['Palabras', 'Terminadas'])
  })

  test('is opened by its number, a colleague’s own too, and changed by nobody else', async () => {
    const kept = { view: 'claimed', filter: { client: 1001 }, order: 'waiting-down' }
    const mine = (await save('Para pasar', kept, sonia)).data.savedView
    for (const cookie of [sonia, raul])
      expect((await read('/saved-views/find', { savedView: mine }, cookie)).data).toEqual({
        id: mine,
        name: 'Para pasar',
        team: false,
        ...kept,
      })
    expect((await act('/saved-views/remove', { savedView: mine }, raul)).status).toBe(404)
    expect((await act('/saved-views/remove', { savedView: mine }, sonia)).status).toBe(200)
    expect((await read('/saved-views/find', { savedView: mine }, raul)).status).toBe(404)
  })

  test('is its technician’s alone; the team’s are everybody’s, and supervisors keep them', async () => {
    const mine = (await save('De Sonia')).data.savedView
    expect((await views(raul)).map(({ name }) => name)).not.toContain('De Sonia')
    for (const path of ['change', 'remove']) {
      const sent = path === 'remove' ? { savedView: mine } : { savedView: mine, name: 'x', view: 'open', filter: {} }
      expect((await act(`/saved-views/${path}`, sent, raul)).status).toBe(404)
    }
    expect((await save('Del equipo', { team: true }, sonia)).status).toBe(403)
    const team = (await save('Del equipo', { team: true }, raul)).data.savedView
    expect((await views(sonia))[0]).toMatchObject({ id: team, team: true, name: 'Del equipo' })
    expect((await act('/saved-views/remove', { savedView: team }, sonia)).status).toBe(403)
    const renamed = { savedView: team, name: ' Urgentes ', view: 'claimed', filter: { urgency: '5' } }
    expect((await act('/saved-views/change', renamed, raul)).status).toBe(200)
    expect((await views(sonia))[0]).toMatchObject({ name: 'Urgentes', view: 'claimed', filter: { urgency: '5' } })
    expect((await act('/saved-views/remove', { savedView: team }, raul)).status).toBe(200)
    expect((await views(sonia)).map(({ id }) => id)).not.toContain(team)
    expect((await act('/saved-views/remove', { savedView: team }, raul)).status).toBe(404)
  })

  test('has a name of its own, whatever its case, and there are thirty at the most', async () => {
    const first = (await save('Una', {}, raul)).data.savedView
    const again = await save('UNA', {}, raul)
    expect([again.status, again.raw.json().message]).toEqual([422, 'Ya hay una vista con ese nombre'])
    const same = { savedView: first, name: 'una', view: 'open', filter: {} }
    expect((await act('/saved-views/change', same, raul)).status).toBe(200)
    const statuses: number[] = []
    for (let from = 0; from < 32; from += 4) {
      const others = await Promise.all([0, 1, 2, 3].map((more) => save(`Otra ${from + more}`, {}, raul)))
      statuses.push(...others.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(29)
    expect(new Set(statuses)).toEqual(new Set([200, 422]))
  })

  test.each([
    { name: '  ' },
    { name: 'x'.repeat(61) },
    { view: 'ninguna' },
    { filter: { waitingMinutes: -1 } },
    { filter: { urgency: 'N' } },
    { order: 'title' },
  ])('refuses %j', async (wrong) => {
    expect([400, 422]).toContain((await save('Mala', wrong)).status)
  })
})
