import { expect, test } from 'vitest'
import { WORK_VIEWS } from '#contract/console/work.ts'
import { narrowedTo, viewOf, workAddress } from './work-search.ts'

test('an address is read without its invalid values', () => {
  expect(
    workAddress.kept({ vista: 'por-validar', texto: '2026', cliente: '1001', estado: 'planned', otra: 1 }),
  ).toEqual({
    vista: 'por-validar',
    texto: '2026',
    cliente: 1001,
    estado: 'planned',
  })
  expect(workAddress.kept({ vista: 'otra', texto: '  ', cliente: -1, estado: 'entregado' })).toEqual({})
})

test('a list is filtered part by part, and an emptied part is removed', () => {
  const search = narrowedTo({ cliente: 1001 }, { view: 'failed', text: 'recibo', state: 'delivered' })
  expect(viewOf(search, WORK_VIEWS)).toBe('failed')
  expect(workAddress.read(search)).toMatchObject({ text: 'recibo', client: 1001, state: 'delivered' })
  expect(narrowedTo(search, { client: null, text: '', state: '' })).toEqual({ vista: 'no-funcionan' })
})

test('a list without a view in its address shows its first view', () => {
  expect(viewOf({ vista: 'sin-decidir' }, WORK_VIEWS)).toBe('open')
})
