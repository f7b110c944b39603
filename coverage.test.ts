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

const saidIn = (file: string, text: string): boolean => readFileSync(file, 'utf8').includes(text)

describe('coverage', () => {
  const calls = rowsOf('Calls')

  test('has every call of the contract', () => {
    const endpoints = Object.values(api).flatMap((group) =>
      Object.values(group).map(({ method, path }) => `${method} ${path}`),
    )
    expect(calls.map(([call]) => call).toSorted()).toEqual(endpoints.toSorted())
  })

  test.each(calls)('%s is called in %s', (call = '', file = '') => {
    expect(saidIn(file, call.split('/').at(-1) ?? '')).toBe(true)
  })

  test('has every address of the portal', () => {
    const addresses = rowsOf('Screens').map(([, address = '']) => address)
    const missing = Object.values(paths).filter(
      (path) => !addresses.some((address) => address.startsWith(path.replace(/\/\$.*/, ''))),
    )
    expect(missing).toEqual([])
  })

  test.each(rowsOf('Screens'))('%s (%s) is opened in %s', (_screen, address = '', file = '') => {
    expect(saidIn(file, address.split('?')[0] ?? '')).toBe(true)
  })

  test.each(rowsOf('Messages'))('%s is seen in %s', (message = '', file = '') => {
    const literal = message
      .slice(1, -1)
      .split(/\{[^}]*\}|\bN\b/)
      .toSorted((a, b) => b.length - a.length)[0]
    expect(saidIn(file, literal?.trim() ?? message)).toBe(true)
  })

  test('holds as many messages as the specification has', () => {
    expect(rowsOf('Messages').length).toBeGreaterThanOrEqual(40)
  })
})
