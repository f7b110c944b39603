import { describe, expect, test } from 'vitest'
import { type Block, isLater, isVersionOrRelease, mayRead, plainText, withLinks } from './document.ts'

test.each([
  ['V031', 'V030', true],
  ['V031', 'V031', false],
  ['V030', 'V031', false],
  [null, 'V030', false],
  ['V031', '', false],
  ['V031', 'beta', false],
  ['V031', 'V030.4', true],
  ['V031', 'V031.4', false],
  ['9.4', 'V030', false],
])('a change of %s is later than an installed %s: %s', (since, installed, later) => {
  expect(isLater(since, installed)).toBe(later)
})

test.each([
  ['V031', true],
  ['V031.4', true],
  ['V031.12', true],
  ['V31', false],
  ['V031.', false],
  ['V031.123', false],
  ['v031', false],
])('%s is a version or a release of one: %s', (version, is) => {
  expect(isVersionOrRelease(version)).toBe(is)
})

test('a document without an area is for everybody, any other for the clients with its area', () => {
  expect(mayRead({ area: null }, [])).toBe(true)
  expect(mayRead({ area: 'apps' }, ['main'])).toBe(false)
  expect(mayRead({ area: 'apps' }, ['main', 'apps'])).toBe(true)
})

describe('blocks', () => {
  const link = { document: 'manuales/ventas', section: 'reservar' }
  const runs = [{ text: 'Véase ' }, { text: 'Ventas', strong: true, link }]
  const paragraph = { kind: 'paragraph' as const, runs }
  const blocks: Block[] = [
    paragraph,
    { kind: 'heading', id: null, title: 'Dos', since: null },
    {
      kind: 'list',
      ordered: true,
      start: 1,
      items: [[paragraph, { kind: 'list', ordered: false, start: 1, items: [[paragraph]] }]],
    },
    { kind: 'table', align: ['left', 'left'], header: [runs, [{ text: 'B' }]], rows: [[runs, runs]] },
    { kind: 'callout', tone: 'tip', blocks: [paragraph] },
    { kind: 'image', name: 'a.png', alt: 'Una foto' },
  ]

  test('become text, with a line for each paragraph, heading and row', () => {
    const words = 'Véase Ventas'
    expect(plainText(blocks).split('\n')).toEqual([
      words,
      'Dos',
      words,
      words,
      `${words} · B`,
      `${words} · ${words}`,
      words,
      'Una foto',
    ])
  })

  test('keep the links that may be followed; other links keep only their words, wherever they stand', () => {
    expect(withLinks(blocks, () => true)).toEqual(blocks)
    const without = withLinks(blocks, ({ document, section }) => document !== link.document || section !== link.section)
    expect(JSON.stringify(without)).not.toContain('link')
    expect(plainText(without)).toBe(plainText(blocks))
  })
})
