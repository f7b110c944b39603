import { expect, test } from 'vitest'
import { DatabaseSilent, endsConnection, isDatabaseAway } from './away.ts'

const withCode = (code: string) => Object.assign(new Error('said by the other side'), { code })

test.each([
  ['08006', 'connection failure', true],
  ['08P01', 'a pooler that found no server', true],
  ['25P03', 'a transaction ended for having been idle', true],
  ['25P04', 'a transaction ended for its length', true],
  ['57P01', 'shut down by its operator', true],
  ['57P02', 'crashed beside us', true],
  ['57P03', 'starting up', true],
  ['57P05', 'a session ended for having been idle', true],
  ['53300', 'too many connections', false],
  ['57014', 'a statement out of time', false],
  ['40P01', 'a deadlock', false],
  ['25006', 'a stand-by', false],
  ['55000', 'a database that is closed to connections', false],
])('%s (%s) is the database away; it ends the connection: %s', (code, _what, ends) => {
  expect(isDatabaseAway(withCode(code))).toBe(true)
  expect(endsConnection(withCode(code))).toBe(ends)
})

test.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'])(
  '%s is the database away',
  (code) => expect(isDatabaseAway(withCode(code))).toBe(true),
)

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
])('«%s» of the driver is the database away', (message) => expect(isDatabaseAway(new Error(message))).toBe(true))

test('silence is; a statement that is wrong, a row that is there already and anything else are not', () => {
  expect(isDatabaseAway(new DatabaseSilent())).toBe(true)
  for (const code of ['42601', '23505', '25P02', '22001', '57P04x', 'ENOENT']) {
    expect(isDatabaseAway(withCode(code)), code).toBe(false)
  }
  for (const other of [new Error('Exactly one row was expected'), 'text', null, undefined]) {
    expect(isDatabaseAway(other)).toBe(false)
  }
})
