import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readSettings, settingsIn } from './provider-settings.ts'
import { StartProblem } from './start-problem.ts'

const stored = JSON.parse(await readFile('content/settings.json', 'utf8'))

test.each([
  [
    'a wrong value',
    JSON.stringify({ ...stored, contact: { ...stored.contact, email: 'soporte' } }),
    /^content\/settings\.json: the field contact\.email is missing or wrong \(.+\)\.$/,
  ],
  [
    'a missing field',
    JSON.stringify({ ...stored, product: {} }),
    /^content\/settings\.json: the field product\.name is missing or wrong \(.+\)\.$/,
  ],
  [
    'a field of an earlier version',
    JSON.stringify({ ...stored, frameAncestors: [] }),
    /^content\/settings\.json: there is no field frameAncestors: remove it, or correct its name\.$/,
  ],
  [
    'a mistyped field deep inside',
    JSON.stringify({ ...stored, provider: { ...stored.provider, nombre: 'X' } }),
    /^content\/settings\.json: there is no field provider\.nombre: remove it/,
  ],
  ['half a file', JSON.stringify(stored).slice(0, 100), /^content\/settings\.json is not JSON \(.+\)\.$/],
])('%s is one sentence that names the field', (_case, text, sentence) => {
  expect(() => settingsIn(text)).toThrow(StartProblem)
  expect(() => settingsIn(text)).toThrow(sentence)
})

test('the shipped ones are right', async () => {
  expect(await readSettings()).toEqual(stored)
})
