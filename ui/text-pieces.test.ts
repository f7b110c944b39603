import { expect, test } from 'vitest'
import { piecesOf } from './text-pieces.ts'

const linksIn = (text: string) =>
  piecesOf(text).flatMap(({ text: shown, href }) => (href === null ? [] : [[shown, href]]))

test.each([
  ['Vea https://ayuda.example/cierre.', 'https://ayuda.example/cierre', 'https://ayuda.example/cierre'],
  ['(https://ayuda.example/a_(b))', 'https://ayuda.example/a_(b)', 'https://ayuda.example/a_(b)'],
  [
    '«http://ayuda.example:8080/?q=1&r=2#s»',
    'http://ayuda.example:8080/?q=1&r=2#s',
    'http://ayuda.example:8080/?q=1&r=2#s',
  ],
  ['HTTPS://Ayuda.example', 'HTTPS://Ayuda.example', 'https://ayuda.example/'],
  ['https://ayuda.example/año!', 'https://ayuda.example/año', 'https://ayuda.example/a%C3%B1o'],
])('«%s» has an address', (text, shown, href) => {
  expect(linksIn(text)).toEqual([[shown, href]])
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://ayuda.example/a',
  'ayuda.example',
  'https://',
  'https://ayuda.example@otro.example/entrar',
  'https://ayuda.example:clave@otro.example/',
])('«%s» is a mere text', (text) => {
  expect(piecesOf(text)).toEqual([{ text, href: null }])
})

test('an invisible character ends an address: it leads no further than it shows', () => {
  expect(linksIn('https://ayuda.example/\u202Egpj.exe')).toEqual([['https://ayuda.example/', 'https://ayuda.example/']])
  expect(linksIn('https://ayuda.example/\u200B.otro')).toEqual([['https://ayuda.example/', 'https://ayuda.example/']])
})

test('a host in look-alike letters is shown in its encoded form', () => {
  expect(linksIn('https://аyuda.example/a')).toEqual([
    ['https://xn--yuda-43d.example/a', 'https://xn--yuda-43d.example/a'],
  ])
})

test('several addresses in a text, and nothing is lost', () => {
  const text = 'Antes https://a.example/1, luego\nhttps://b.example/2; y fin'
  expect(piecesOf(text).map((piece) => piece.text)).toEqual([
    'Antes ',
    'https://a.example/1',
    ', luego\n',
    'https://b.example/2',
    '; y fin',
  ])
})
