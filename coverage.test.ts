import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { paths } from '#portal/paths.ts'

// docs/coverage.md says which test shows each call, screen and message of the specification: here it is held to that.

const document = readFileSync('docs/coverage.md', 'utf8')
const section = (title: string): string => document.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
const rowsOf = (title: string): string[][] =>
  section(title)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Call') && !/^\| (Screen|Message) \|/.test(line))
    .map((line) =>
      line
        .split(' | ')
        .map((cell) => cell.replaceAll(/^\| | \|$/g, ''))
        .map((cell) => cell.replaceAll('`', '')),
    )

/** Whether a file of tests says a text; `title`: in the test of that title, which expects something. */
function saidIn(file: string, text: string, title?: string): boolean {
  // The screens that a journey opens one by one are a list of their own.
  if (!/\.(test|e2e)\.ts$/.test(file) && file !== 'e2e/screens.ts') return false
  const source = readFileSync(file, 'utf8')
  if (title === undefined) return source.includes(text)
  return testsIn(source).some((test) => test.includes(title) && test.includes(text) && test.includes('expect'))
}

/** Each from its first line to the one that closes it. */
const testsIn = (source: string): string[] =>
  source
    .split(/^(?= *test(?:\.each)?\()/m)
    .slice(1)
    .map((test) => {
      const indent = /^ */.exec(test)?.[0] ?? ''
      const [body = test] = test.split(new RegExp(`^${indent}}\\)$`, 'm'))
      return body
    })

describe('coverage', () => {
  const calls = rowsOf('Calls')

  test('has every call of the contract', () => {
    const endpoints = Object.values(api).flatMap((group) =>
      Object.values(group).map(({ method, path }) => `${method} ${path}`),
    )
    expect(calls.map(([call]) => call).toSorted()).toEqual(endpoints.toSorted())
  })

  test.each(calls)('%s is called in %s', (call = '', file = '', title?: string) => {
    expect(saidIn(file, call.split('/').at(-1) ?? '', title)).toBe(true)
  })

  test('takes no other file or test for one that shows it', () => {
    const [own, path] = ['server/session/names.test.ts', 'reclamar_consulta']
    expect(saidIn(own, path, 'are two colleagues under one contact')).toBe(true)
    expect(saidIn(own, path, 'never by a login that was made up')).toBe(false)
    expect(saidIn(own, path, 'a title that there is not')).toBe(false)
    for (const file of ['docs/openapi.json', 'docs/coverage.md']) expect(saidIn(file, path)).toBe(false)
  })

  test('has every address of the portal', () => {
    const addresses = rowsOf('Screens').map(([, address = '']) => address)
    const missing = Object.values(paths).filter(
      (path) => !addresses.some((address) => address.startsWith(path.replace(/\/\$.*/, ''))),
    )
    expect(missing).toEqual([])
  })

  test.each(rowsOf('Screens'))('%s (%s) is opened in %s', (_screen, address = '', file = '') => {
    // In the tests an address stands below that of the portal, without what is before its last part.
    const [path = ''] = address.split('?')
    expect(saidIn(file, path.split('/').at(-1) || 'Inicio')).toBe(true)
  })

  test.each(rowsOf('Messages'))('%s is seen in %s', (message = '', file = '', title?: string) => {
    const literal = message
      .slice(1, -1)
      .split(/\{[^}]*\}|\bN\b/)
      .toSorted((a, b) => b.length - a.length)[0]
    expect(saidIn(file, literal?.trim() ?? message, title)).toBe(true)
  })

  test('holds as many messages as the specification has', () => {
    expect(rowsOf('Messages').length).toBeGreaterThanOrEqual(40)
  })
})
