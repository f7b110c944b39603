import { expect, test } from 'vitest'
import { consoleApi } from '#contract/console/api.ts'
import { consoleInput, endpoint } from '#contract/endpoint.ts'
import { consoleObject, recordNumber, text } from '#contract/wire.ts'
import { revision } from '#contract/console/revision.ts'
import { changesOf, trimmed } from './master-form.ts'

const change = (more: object = {}) =>
  endpoint({
    method: 'POST',
    path: '/console/clients/change',
    summary: 'A form with one field more',
    access: 'supervisor',
    input: consoleInput({ client: recordNumber('client'), name: text(20), ...more, revision }),
    data: consoleObject({}),
  })

test('the audit holds every field that a form changes, also one that it got just now; not the revision', () => {
  const [before, after] = [
    { code: 1, name: 'Duero', sector: '', revision: 1 },
    { code: 1, name: 'Duero', sector: 'Obra', revision: 2 },
  ]
  expect(changesOf(change({ sector: text(20) }), before, after, ['client'])).toEqual({
    sector: { from: '', to: 'Obra' },
  })
  expect(changesOf(change({ sector: text(20) }), before, after, ['client', 'sector'])).toEqual({})
})

test('a field of the form that the record does not have fails, and is not left out', () => {
  const record = { code: 1, name: 'Duero', revision: 1 }
  expect(() => changesOf(change({ sector: text(20) }), record, record, ['client'])).toThrow(
    '/console/clients/change: the record has no sector, so no audit would hold it',
  )
  expect(() => changesOf(consoleApi.consoleClients.change, record, record)).toThrow('the record has no client')
})

test('no text of a form keeps blanks around it, also one that it got just now', () => {
  const form = { code: 1, name: ' Duero ', sector: '\tObra pública\n', active: true, areas: ['main'], phone: undefined }
  expect(trimmed(form)).toEqual({ ...form, name: 'Duero', sector: 'Obra pública' })
})
