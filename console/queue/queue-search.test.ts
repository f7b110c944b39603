import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../layout/plain-search.ts'
import { type QueueFilter, queueAddress, questionOf } from './queue-search.ts'

const whole: QueueFilter = {
  text: 'cierre de octubre',
  client: 1001,
  module: 12,
  area: 'apps',
  urgency: '6',
  assignee: 'sonia',
}

test('a filter is the same after it has been in an address, where all is text', () => {
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
  [{ otra: 'x' }],
])('what an address says wrongly is left out: %j', (raw) => {
  expect(queueAddress.kept(raw)).toEqual({})
})

test('what is typed empty takes that part of the filter away', () => {
  expect(queueAddress.read(queueAddress.changed(queueAddress.written(whole), { text: '', urgency: '4' }))).toEqual({
    client: 1001,
    module: 12,
    area: 'apps',
    urgency: '4',
    assignee: 'sonia',
  })
})

test('the first part of a list follows nothing', () => {
  expect(questionOf('mine', {}, '')).toEqual({ view: 'mine' })
  expect(questionOf('mine', { client: 7 }, 'c1')).toEqual({ view: 'mine', client: 7, after: 'c1' })
})
