import { expect, test } from 'vitest'
import { asSent } from './staged-files.ts'

const COMMENTED = Uint8Array.from([0xff, 0xd8, 0xff, 0xfe, 0, 5, 71, 80, 83, 0xff, 0xda, 0, 2, 1, 2, 0xff, 0xd9])

test('a picture leaves the browser without its own data, under its name; another file as it is', async () => {
  const photo = await asSent(new File([COMMENTED], 'Foto.JPG', { type: 'image/jpeg' }))
  expect([photo.name, photo.type]).toEqual(['Foto.JPG', 'image/jpeg'])
  expect(new Uint8Array(await photo.arrayBuffer())).toEqual(Uint8Array.from([0xff, 0xd8, ...COMMENTED.subarray(9)]))
  expect(await asSent(photo)).toBe(photo)
  const other = new File([COMMENTED], 'foto.pdf', { type: 'application/pdf' })
  expect(await asSent(other)).toBe(other)
})
