// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Block } from '#domain/document.ts'
import { type BlockParts, DocumentBlocks } from './document-blocks.tsx'

afterEach(cleanup)

const PARTS: BlockParts = {
  Heading: ({ id, title }) => <h3 id={id ?? 'none'}>{title}</h3>,
  DocumentLink: ({ document, section, children }) => <a href={`/${document}#${section ?? ''}`}>{children}</a>,
  Picture: ({ name, alt }) => <img alt={alt} src={name} />,
  Callout: ({ tone, children }) => <aside data-tone={tone}>{children}</aside>,
  TableFrame: ({ title, children }) => <table aria-label={title}>{children}</table>,
}

const drawn = (...blocks: readonly Block[]) =>
  render(<DocumentBlocks blocks={blocks} title="Cobros" parts={PARTS} />).container.innerHTML

test('text keeps its styles, and the application draws its links', () => {
  const runs = [
    { text: 'Pulse ' },
    { text: 'F9', code: true, strong: true },
    { text: ' o ' },
    { text: 'lea esto', emphasis: true, link: { document: 'ventas', section: 'cobros' } },
    { text: ' todo', link: { document: 'ventas', section: null } },
  ]
  expect(drawn({ kind: 'paragraph', runs })).toBe(
    '<p>Pulse <strong><code>F9</code></strong> o <a href="/ventas#cobros"><em>lea esto</em></a><a href="/ventas#"> todo</a></p>',
  )
})

test('lists hold blocks and lists; an ordered one begins at its number', () => {
  const item: Extract<Block, { kind: 'paragraph' }> = { kind: 'paragraph', runs: [{ text: 'uno' }] }
  const inner: Extract<Block, { kind: 'callout' }>['blocks'][number] = {
    kind: 'list',
    ordered: false,
    start: 1,
    items: [[item]],
  }
  expect(drawn({ kind: 'list', ordered: true, start: 3, items: [[item, inner]] })).toBe(
    '<ol start="3"><li><p>uno</p><ul><li><p>uno</p></li></ul></li></ol>',
  )
})

test('a table is named by its section and aligns all its columns', () => {
  const cells = [[{ text: 'Mes' }], [{ text: 'Total' }]]
  expect(drawn({ kind: 'table', align: ['right'], header: cells, rows: [cells] })).toBe(
    '<table aria-label="Cobros"><thead><tr><th scope="col" data-align="right">Mes</th><th scope="col" data-align="left">Total</th></tr></thead>' +
      '<tbody><tr><td data-align="right">Mes</td><td data-align="left">Total</td></tr></tbody></table>',
  )
})

test('headings, notes and pictures are the application’s', () => {
  const picture = { kind: 'image', name: 'a.png', alt: 'La caja' } as const
  expect(
    drawn(
      { kind: 'heading', id: 'parte', title: 'Parte', since: null },
      { kind: 'callout', tone: 'tip', blocks: [picture] },
      picture,
    ),
  ).toBe(
    '<h3 id="parte">Parte</h3><aside data-tone="tip"><img alt="La caja" src="a.png"></aside><img alt="La caja" src="a.png">',
  )
})
