import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeLargeFolder } from '../testing/move/large-folder.ts'
import { openMovingDesk } from '../testing/move/moving-desk.ts'
import { patient } from '../testing/patience.ts'

const MINUTE_MS = 60_000
const MOST_MINUTES = 15

test(
  '100,000 tickets with 20,000 files of 200 clients are in an empty portal in a quarter of an hour, and twice is once',
  async () => {
    const desk = await openMovingDesk()
    onTestFinished(desk.close)
    await writeLargeFolder(join(desk.folder, 'large'), { clients: 200, tickets: 100_000, files: 20_000 })
    const place = await desk.emptyPortal({ isKept: true })
    const begun = performance.now()
    const { kinds, refused, said } = await desk.bringIn('large', place)
    const minutes = (performance.now() - begun) / MINUTE_MS
    expect({ said, refused }).toEqual({ said: [], refused: 0 })
    expect(kinds).toMatchObject({ clients: { placed: 200 }, tickets: { placed: 100_000 }, files: { placed: 20_000 } })
    expect(minutes).toBeLessThan(patient(MOST_MINUTES))
    const again = await desk.bringIn('large', place)
    expect(again.refused).toBe(0)
    expect(Object.values(again.kinds).every(({ read, there }) => there === read)).toBe(true)
    expect(await desk.take('again', place)).toMatchObject({ amiss: 0, copied: 20_000 })
  },
  patient(4 * MOST_MINUTES * MINUTE_MS),
)
