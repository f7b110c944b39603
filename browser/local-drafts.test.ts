import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_LOCAL, MAX_LOCAL_AGE_MS, begunFrom, localDrafts } from './local-drafts.ts'

const NOW = Date.UTC(2026, 10, 22)
const TEXT = 'Al cerrar octubre el asiento no cuadra'

/** Like a browser's storage: it refuses a text that does not fit. */
class Stored extends Map<string, string> {
  refuses = false
  get length() {
    return this.size
  }
  key = (index: number) => [...this.keys()][index] ?? null
  getItem = (name: string) => this.get(name) ?? null
  setItem = (name: string, text: string) => {
    if (this.refuses) throw new DOMException('no room', 'QuotaExceededError')
    this.set(name, text)
  }
  removeItem = (name: string) => void this.delete(name)
}

let stored: Stored
let now: number
beforeEach(() => {
  stored = new Stored()
  now = NOW
})

const draftsOf = (person: number) =>
  localDrafts<string>({
    storage: () => stored,
    key: () => Promise.resolve(new Uint8Array(32).fill(person)),
    now: () => now,
  })
const written = (draft = TEXT) => ({ draft, at: now, base: null })

/** The stored base64, if any. */
function decoded(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}

describe('a draft that could not be sent', () => {
  test('is there again for the same person, and for nobody else', async () => {
    expect(await draftsOf(1).put('1001', written())).toBe(true)
    expect(await draftsOf(1).find('1001')).toEqual([written()])
    expect(await draftsOf(1).find('1002')).toEqual([])
    expect(await draftsOf(2).find('1001')).toEqual([])
  })

  test('cannot be read in the storage', async () => {
    await draftsOf(1).put('ticket 1001', written())
    const pieces = [...stored].flat().flatMap((text) => text.split('.'))
    expect(pieces.length).toBeGreaterThan(3)
    for (const piece of pieces) for (const text of [piece, decoded(piece)]) expect(text).not.toMatch(/octubre|1001/)
  })

  test('overwrites none of another page, and is removed alone', async () => {
    const [first, second] = [
      { ...written('A'), by: 'a' },
      { ...written('B'), by: 'b', at: now + 1 },
    ]
    await draftsOf(1).put('1001', first)
    await draftsOf(1).put('1001', second)
    expect(await draftsOf(1).find('1001')).toEqual([second, first])
    expect(await draftsOf(2).find('1001')).toEqual([])
    await draftsOf(1).remove('1001', 'b')
    expect(await draftsOf(1).find('1001')).toEqual([first])
  })

  test('opens only for its own form', async () => {
    await draftsOf(1).put('1001', written())
    const [[place, text] = ['', '']] = stored
    await draftsOf(1).put('1002', written('otro'))
    const other = [...stored.keys()].find((each) => each !== place) ?? ''
    stored.set(other, text)
    expect(await draftsOf(1).find('1002')).toEqual([])
  })

  test('is told to be kept only when it is', async () => {
    stored.refuses = true
    expect(await draftsOf(1).put('1001', written())).toBe(false)
    const withoutKey = localDrafts<string>({
      storage: () => stored,
      key: () => Promise.reject(new Error('offline')),
      now: () => now,
    })
    expect(await withoutKey.put('1001', written())).toBe(false)
    expect(await withoutKey.find('1001')).toEqual([])
    const withoutStorage = localDrafts<string>({
      storage: () => {
        throw new DOMException('denied', 'SecurityError')
      },
      key: () => Promise.resolve(new Uint8Array(32)),
      now: () => now,
    })
    expect(await withoutStorage.put('1001', written())).toBe(false)
  })

  test('has a limit for all writers together; a text that is there may grow', async () => {
    const third = 'x'.repeat(MAX_LOCAL / 4)
    expect(await draftsOf(1).put('1', written(third))).toBe(true)
    expect(await draftsOf(2).put('2', written(third))).toBe(true)
    expect(await draftsOf(3).put('3', written(third))).toBe(false)
    expect(await draftsOf(2).put('2', written(`${third}y`))).toBe(true)
  })

  test('is removed after a month, whoever wrote it, and so is one without an age', async () => {
    await draftsOf(1).put('1001', written())
    stored.set('borrador.broken', 'x')
    stored.set('lang', 'es')
    now += MAX_LOCAL_AGE_MS + 1
    await draftsOf(2).put('1001', written())
    expect(await draftsOf(1).find('1001')).toEqual([])
    expect(stored.size).toBe(2)
  })

  test('is gone once it has been sent', async () => {
    await draftsOf(1).put('1001', written())
    await draftsOf(1).remove('1001')
    expect(stored.size).toBe(0)
  })
})

const server = { draft: 's', at: 100 }
const here = (at: number, base: number | null, draft = 'h') => ({ draft, at, base })

test.each([
  ['nothing anywhere', null, null, null],
  ['nothing here', server, null, { draft: server, from: 'server', other: null }],
  ['nothing on the server', null, here(50, null), { draft: here(50, null), from: 'here', other: null }],
  ['it goes on from the server’s, whatever the clock', server, here(50, 100), { from: 'here', other: null }],
  ['the same in both', server, here(150, 90, 's'), { from: 'server', other: null }],
  ['written elsewhere, earlier', server, here(150, 90), { from: 'here', other: server }],
  ['written elsewhere, later', server, here(99, 90), { from: 'server', other: here(99, 90) }],
] as const)('a form begins with what was written last: %s', (_, kept, local, begun) => {
  const found = begunFrom<string>(kept, local)
  if (begun === null) expect(found).toBeNull()
  else expect(found).toMatchObject(begun)
})
