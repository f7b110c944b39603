import type { Random } from './random.ts'

const ROWS = ['qwertyuiop', 'asdfghjklñ', 'zxcvbnm']

/** A text with one typing error in a word: a letter dropped, doubled, swapped or replaced by its neighbour on the keyboard. */
export function withTypo(text: string, random: Random): string {
  const words = [...text.matchAll(/\p{L}{4,}/gu)]
  const found = words[Math.floor(random() * words.length)]
  if (!found) return text
  const [word] = found
  const at = 1 + Math.floor(random() * (word.length - 2))
  const [before, letter, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)]
  const slips = [
    before + after,
    before + letter + letter + after,
    before + after.slice(0, 1) + letter + after.slice(1),
    before + neighbourOf(letter, random) + after,
  ]
  const slip = slips[Math.floor(random() * slips.length)] ?? word
  return text.slice(0, found.index) + slip + text.slice(found.index + word.length)
}

function neighbourOf(letter: string, random: Random): string {
  const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const row = ROWS.find((letters) => letters.includes(plain)) ?? 'as'
  const place = row.indexOf(plain)
  return row[place + (random() < 0.5 ? -1 : 1)] ?? row[Math.max(0, place - 1)] ?? 'a'
}
