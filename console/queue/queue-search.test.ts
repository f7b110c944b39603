import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../layout/plain-search.ts'
import { type ListSearch, nextOrder, queueAddress, questionOf } from './queue-search.ts'

const whole: ListSearch = {
  text: 'cierre de octubre',
  client: 1001,
  module: 12,
  area: 'apps',
  urgency: '6',
  assignee: 'sonia',
  kind: 'incident',
  version: '12.4',
  from: '2026-11-01',
  until: '2026-11-30',
  waitingMinutes: 90,
  order: 'waiting-down',
}

test('a filter survives an address, in which every value is text', () => {
  const address = stringifySearch(queueAddress.written(whole))
  expect(address).toContain('urgencia=6')
  expect(queueAddress.read(queueAddress.kept(parseSearch(address)))).toEqual(whole)
})

test.each([
  [{ texto: '  ' }],
  [{ cliente: 'abc' }],
  [{ cliente: '-1' }],
  [{ modulo: 1.5 }],
  [{ area: 'otra' }],
  [{ urgencia: 'N' }],
  [{ tecnico: '' }],
  [{ tipo: 'otro' }],
  [{ desde: '2026-02-30' }],
  [{ espera: '0' }],
  [{ espera: '99999999' }],
  [{ orden: 'titulo' }],
  [{ otra: 'x' }],
])('an invalid value in an address is left out: %j', (raw) => {
  expect(queueAddress.kept(raw)).toEqual({})
})

test('an emptied field removes that part of the filter', () => {
  expect(queueAddress.read(queueAddress.changed(queueAddress.written(whole), { text: '', urgency: '4' }))).toEqual({
    ...whole,
    text: undefined,
    urgency: '4',
  })
})

test('the first part of a list has no cursor', () => {
  expect(questionOf('mine', {}, '')).toEqual({ view: 'mine' })
  expect(questionOf('mine', { client: 7 }, 'c1')).toEqual({ view: 'mine', client: 7, after: 'c1' })
})

test('pressing a column sorts by it, then backwards, then not at all; another column begins anew', () => {
  const once = nextOrder(undefined, 'urgency')
  const twice = nextOrder(once, 'urgency')
  expect([once, twice, nextOrder(twice, 'urgency')]).toEqual(['urgency', 'urgency-down', undefined])
  expect(nextOrder(twice, 'client')).toBe('client')
})
