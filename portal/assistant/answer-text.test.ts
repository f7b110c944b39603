import { describe, expect, test } from 'vitest'
import { answerBlocks, listsSources, manualLink, spokenAnswer } from './answer-text.ts'

const plain = (text: string) => ({ kind: 'plain', text })
const strong = (text: string) => ({ kind: 'strong', text })

describe('an answer’s Markdown', () => {
  test('has paragraphs, lists and bold', () => {
    expect(
      answerBlocks(
        'Para **cerrar** el ejercicio:\n\n1. Abra `Cierre`.\n2. Pulse **Cerrar**.\n\n- Uno\n- Dos\nsigue\n\nFin.',
      ),
    ).toEqual([
      {
        kind: 'paragraph',
        runs: [plain('Para '), strong('cerrar'), plain(' el ejercicio:')],
      },
      {
        kind: 'list',
        ordered: true,
        start: 1,
        items: [[plain('Abra `Cierre`.')], [plain('Pulse '), strong('Cerrar'), plain('.')]],
      },
      { kind: 'list', ordered: false, start: 1, items: [[plain('Uno')], [plain('Dos\nsigue')]] },
      { kind: 'paragraph', runs: [plain('Fin.')] },
    ])
  })

  test('keeps counting after a list was interrupted', () => {
    expect(answerBlocks('3. Tercero')).toMatchObject([{ kind: 'list', ordered: true, start: 3 }])
  })

  test('links to our manuals; other links keep only their words', () => {
    expect(
      answerBlocks('Vea [el cierre](/public/manuales/contabilidad#cierre) y [esto](https://mal.example/x).'),
    ).toEqual([
      {
        kind: 'paragraph',
        runs: [
          plain('Vea '),
          { kind: 'link', text: 'el cierre', to: { document: 'manuales/contabilidad', section: 'cierre' } },
          plain(' y '),
          plain('esto'),
          plain('.'),
        ],
      },
    ])
  })

  test('numbers its sources', () => {
    expect(answerBlocks('Se cierra así [1][12].')).toEqual([
      {
        kind: 'paragraph',
        runs: [plain('Se cierra así '), { kind: 'source', number: 1 }, { kind: 'source', number: 12 }, plain('.')],
      },
    ])
  })

  test('lists its sources where it names them', () => {
    const text = 'Pueden ayudarle:\n\n[1] Tesorería › Remesas\n[2] Ventas › Cobros\n\nSi no, pregunte.'
    expect(answerBlocks(text)).toEqual([
      { kind: 'paragraph', runs: [plain('Pueden ayudarle:')] },
      {
        kind: 'list',
        ordered: true,
        start: 1,
        items: [
          [{ kind: 'place', number: 1, text: 'Tesorería › Remesas' }],
          [{ kind: 'place', number: 2, text: 'Ventas › Cobros' }],
        ],
      },
      { kind: 'paragraph', runs: [plain('Si no, pregunte.')] },
    ])
    expect(listsSources(text)).toBe(true)
    expect(listsSources('Se cierra así [1].')).toBe(false)
    expect(spokenAnswer(text, [{ title: 'Tesorería', section: 'Remesas' }])).toBe(
      'Pueden ayudarle:\nTesorería › Remesas\nVentas › Cobros\nSi no, pregunte.',
    )
  })

  test.each(['[', '[1', '[1]', '[1] '])('does not show the beginning of a source’s name (%j)', (line) => {
    expect(answerBlocks(`Pueden ayudarle:\n\n${line}`)).toEqual([
      { kind: 'paragraph', runs: [plain('Pueden ayudarle:')] },
    ])
  })

  test('quotes steps, with a mark where some were left out', () => {
    expect(answerBlocks('1. «Uno.\n   Así.\n2. Dos.\n\n[…]\n\n5. Cinco.» [1]')).toMatchObject([
      { kind: 'list', start: 1, items: [[plain('«Uno.\nAsí.')], [plain('Dos.')]] },
      { kind: 'paragraph', runs: [plain('[…]')] },
      { kind: 'list', start: 5, items: [[plain('Cinco.» '), { kind: 'source', number: 1 }]] },
    ])
  })

  test('is read aloud with its sources', () => {
    expect(spokenAnswer('Pulse **Cerrar** [1].', [{ title: 'Contabilidad', section: 'Cierre' }])).toBe(
      'Pulse Cerrar.\nContabilidad › Cierre',
    )
  })

  test('HTML and pictures are text', () => {
    expect(answerBlocks('<img src=x onerror=alert(1)> ![x](https://mal.example/p.png)')).toEqual([
      { kind: 'paragraph', runs: [plain('<img src=x onerror=alert(1)> !'), plain('x')] },
    ])
  })

  test('is bold before the end of the bold part has arrived', () => {
    expect(answerBlocks('Pulse **Cerr')).toEqual([{ kind: 'paragraph', runs: [plain('Pulse '), strong('Cerr')] }])
  })
})

test.each([
  ['/public/manuales/tesoreria#remesas', { document: 'manuales/tesoreria', section: 'remesas' }],
  ['manuales/tesoreria', { document: 'manuales/tesoreria', section: null }],
  ['/public/versiones/re-v031-cambios#iva', { document: 'versiones/re-v031-cambios', section: 'iva' }],
  ['https://mal.example/manuales/tesoreria', null],
  ['//mal.example/manuales/tesoreria', null],
  ['javascript:alert(1)', null],
  ['/public/manuales/../tickets', null],
  ['/public/tickets/lista', null],
])('%s leads to %o', (href, link) => {
  expect(manualLink(href)).toEqual(link)
})
