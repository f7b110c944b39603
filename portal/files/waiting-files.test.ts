import { expect, test } from 'vitest'
import { MAX_LOCAL_AGE_MS } from '#browser/local-drafts.ts'
import { MAX_WAITING, type SealedFile, type Shelf, waitingFiles } from './waiting-files.ts'

function aShelf() {
  const held = new Map<string, SealedFile>()
  const shelf: Shelf = {
    all: async () => [...held.values()],
    get: async (id) => held.get(id),
    put: async (file) => void held.set(file.id, file),
    remove: async (ids) => {
      for (const id of ids) held.delete(id)
    },
  }
  return { held, shelf }
}

const KEY = new Uint8Array(32).fill(7)
const clock = { now: 1_000_000 }
const filesOn = (shelf: Shelf, key: () => Promise<Uint8Array> = async () => KEY) =>
  waitingFiles({ shelf, key, now: () => clock.now })
const picture = (id: string, text = 'pixels of it') => ({
  id,
  file: new File([text], 'nómina.png', { type: 'image/png' }),
  pasted: id === 'b',
})

test('waiting files come back with their form, in their order, and cannot be read in the storage', async () => {
  const { held, shelf } = aShelf()
  const files = filesOn(shelf)
  expect(await files.put('new', picture('b'))).toBe(true)
  clock.now += 1
  expect(await files.put('new', picture('a', 'others'))).toBe(true)
  await files.put('100123', picture('c'))
  const found = await files.find('new')
  expect(found.map(({ id, pasted, file }) => [id, pasted, file.name, file.type])).toEqual([
    ['b', true, 'nómina.png', 'image/png'],
    ['a', false, 'nómina.png', 'image/png'],
  ])
  expect(await found[0]?.file.text()).toBe('pixels of it')
  const lying = [...held.values()].map(({ sealed, place }) => place + new TextDecoder('latin1').decode(sealed)).join()
  for (const word of ['pixels', 'png', '100123', 'new']) expect(lying).not.toContain(word)
})

test('another person finds nothing, and a file moved to another form does not open', async () => {
  const { held, shelf } = aShelf()
  await filesOn(shelf).put('new', picture('a'))
  expect(await filesOn(shelf, async () => new Uint8Array(32).fill(8)).find('new')).toEqual([])
  const [sealed] = held.values()
  await filesOn(shelf).put('100123', picture('c'))
  const other = held.get('c')
  if (!sealed || !other) throw new Error('Nothing was kept')
  held.set('a', { ...sealed, place: other.place })
  expect((await filesOn(shelf).find('100123')).map(({ id }) => id)).toEqual(['c'])
})

test('sent and discarded files are gone', async () => {
  const { held, shelf } = aShelf()
  const files = filesOn(shelf)
  await files.put('new', picture('a'))
  await files.put('new', picture('b'))
  await files.put('100123', picture('c'))
  await files.remove(['a'])
  expect([...held.keys()]).toEqual(['b', 'c'])
})

test('a form that begins anew takes away what a form has left, not what waits in another tab', async () => {
  const { held, shelf } = aShelf()
  await filesOn(shelf).put('new', picture('a'))
  await filesOn(shelf).put('100123', picture('c'))
  clock.now += 3_599_000
  await filesOn(shelf).put('new', picture('b'))
  await filesOn(shelf).forgetLeft('new')
  expect([...held.keys()]).toEqual(['a', 'c', 'b'])
  clock.now += 2000
  await filesOn(shelf).forgetLeft('new')
  expect([...held.keys()]).toEqual(['c', 'b'])
})

test('there is a limit, and files older than a draft are removed, whoever left them', async () => {
  const { held, shelf } = aShelf()
  const files = filesOn(shelf)
  await files.put('new', picture('a'))
  const [sealed] = held.values()
  if (!sealed) throw new Error('Nothing was kept')
  held.set('a', { ...sealed, size: MAX_WAITING - 12 })
  expect(await files.put('new', picture('b'))).toBe(true)
  expect(await files.put('new', picture('c'))).toBe(false)
  clock.now += MAX_LOCAL_AGE_MS + 1
  expect(await files.put('new', picture('d'))).toBe(true)
  expect([...held.keys()]).toEqual(['d'])
})

test('without a key or a storage nothing is kept, and nothing fails', async () => {
  const { shelf } = aShelf()
  const noKey = filesOn(shelf, () => Promise.reject(new Error('offline')))
  expect([await noKey.put('new', picture('a')), await noKey.find('new')]).toEqual([false, []])
  const broken = filesOn({ ...shelf, put: () => Promise.reject(new Error('forbidden')) })
  expect(await broken.put('new', picture('a'))).toBe(false)
})
