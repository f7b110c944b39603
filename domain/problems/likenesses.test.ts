import { expect, test } from 'vitest'
import { groupsAlike } from './likenesses.ts'

const ticket = (number: number, words: string, module = 7) => ({ number, module, stems: words.split(' ') })
const numbers = (tickets: readonly ReturnType<typeof ticket>[]) =>
  groupsAlike(tickets).map((group) => group.map(({ number }) => number))

const SAME = [
  ticket(1, 'remes banc rechaz fecher'),
  ticket(2, 'banc rechaz remes recib mes'),
  ticket(3, 'rechaz remes fecher banc ayer'),
]
const OTHERS = [ticket(4, 'impresor pag blanc'), ticket(5, 'usuari contraseñ olvid'), ticket(6, 'list obr falt col')]

test('three tickets of a module that say the same are one group; others are in none', () => {
  expect(numbers([...OTHERS, ...SAME])).toEqual([[1, 2, 3]])
})

test('two are too few, and so are three of different modules', () => {
  expect(numbers(SAME.slice(1))).toEqual([])
  expect(numbers([...SAME.slice(1), ticket(9, 'remes banc rechaz fecher', 8)])).toEqual([])
})

test('a word or two in common do not make a group', () => {
  expect(numbers([ticket(1, 'remes banc obr'), ticket(2, 'remes banc iva'), ticket(3, 'remes banc cierr')])).toEqual([])
})

test('a ticket stands in one group only', () => {
  const all = groupsAlike([...SAME, ...SAME.map((each) => ({ ...each, number: each.number + 10 }))])
  expect(all).toHaveLength(1)
  expect(all[0]).toHaveLength(6)
})

test('names and slips that stand in one ticket each do not keep the others apart', () => {
  const said = (number: number, own: string) => ticket(number, `cierr obr detien ${own}`)
  expect(
    numbers([
      said(1, 'torr1 ana1 lopez1 error1'),
      said(2, 'torr2 ana2 lopez2 error2'),
      said(3, 'torr3 ana3 lopez3 error3'),
      ...OTHERS,
      ...Array.from({ length: 20 }, (_, index) => ticket(50 + index, `otr${index} cos${index} distint${index}`)),
    ]),
  ).toEqual([[1, 2, 3]])
})
