import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { paths } from '#portal/paths.ts'
import { SCREENS, messageIn } from '#server/testing/specified.ts'
import { ROWS, chosen, faultsOf, readPage, writePage } from './scripts/coverage/coverage-page.ts'

// Checks docs/coverage.md as far as that needs no run. `npm run coverage` finds out from a run whether each test shows
// its row.

const page = readFileSync('docs/coverage.md', 'utf8')
const claim = 'POST /consultas/reclamar_consulta'
const by = (test: string, ...rows: string[]) => ({ file: 'server/tickets/a.test.ts', test, rows })

test('the page has every call, screen and message, in the form in which it is written', () => {
  expect(writePage(readPage(page))).toBe(page)
  expect(new Set(ROWS).size).toBe(ROWS.length)
  expect(readPage(page).filter(({ shownBy }) => !shownBy)).toEqual([])
})

test('every address of the portal is a screen of it', () => {
  const missing = Object.values(paths).filter(
    (path) => !SCREENS.some(([address]) => `/${address}`.startsWith(path.replace(/\/\$.*/, ''))),
  )
  expect(missing).toEqual([])
})

test('a message is recognised as a whole and to the letter', () => {
  const short = 'El usuario no tiene código instalación'
  expect(messageIn(short)).toBe(short)
  expect(messageIn(`No se puede crear ticket: ${short}`)).toBe(`No se puede crear ticket: ${short}`)
  expect(messageIn(`${short}.`)).toBeUndefined()
  expect(messageIn('compruebe los campos en rojo')).toBeUndefined()
  expect(messageIn('Hemos registrado tu Ticket número 100123')).toBe('Hemos registrado tu Ticket número {N}')
  expect(messageIn(String.raw`Hemos registrado tu Ticket número \d+`)).toBe('Hemos registrado tu Ticket número {N}')
  expect(messageIn('Hemos registrado tu Ticket número 7. Nuestro equipo')).toBeUndefined()
  expect(messageIn('El tamaño del archivo no puede superar los 10.485.760 bytes')).toContain('{N}')
})

describe('a row', () => {
  const rows = (test?: string) => [{ row: claim, shownBy: test === undefined ? undefined : by(test) }]

  test('holds when the run noted it of the very test that it names', () => {
    expect(faultsOf(rows('claims'), [by('claims', claim)])).toEqual([])
    const run = [by('claims', 'GET /consultas/get_lista'), by('looks', claim)]
    expect(faultsOf(rows('claims'), run)).toEqual([`\`${claim}\` was not shown by server/tickets/a.test.ts › claims`])
    expect(faultsOf(rows('claims'), [])).toHaveLength(1)
    expect(faultsOf(rows(), run)).toEqual([`\`${claim}\` is shown by no test`])
    expect(faultsOf([{ row: claim, shownBy: { file: 'docs/openapi.json', test: claim } }], run)).toHaveLength(1)
  })

  test('keeps its test for as long as that shows it, else has the one that is most about it', () => {
    const run = [by('much', claim, 'GET /consultas/get_lista'), by('little', claim), by('other')]
    const testOf = (present?: string, blind: string[] = []) =>
      chosen(
        rows(present),
        run,
        new Map([[claim, new Set(blind.map((test) => `server/tickets/a.test.ts › ${test}`))]]),
      )[0]?.shownBy?.test
    expect(testOf('much')).toBe('much')
    expect(testOf('other')).toBe('little')
    expect(testOf()).toBe('little')
    expect(testOf('little', ['little'])).toBe('much')
    expect(testOf(undefined, ['little', 'much'])).toBeUndefined()
  })
})
