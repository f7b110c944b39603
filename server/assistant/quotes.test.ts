import { describe, expect, test } from 'vitest'
import { type Block, plainText } from '#domain/document.ts'
import { stemsIn } from '../manuals/word-forms.ts'
import { OMISSION, type Quote, quotesFrom } from './quotes.ts'

const runs = (text: string) => [{ text }]
const paragraph = (text: string) => ({ kind: 'paragraph', runs: runs(text) }) as const
const list = (ordered: boolean, ...items: string[]): Block => ({
  kind: 'list',
  ordered,
  start: 1,
  items: items.map((item) => [paragraph(item)]),
})
const table = (header: string[], ...rows: string[][]): Block => ({
  kind: 'table',
  align: header.map(() => 'left'),
  header: header.map(runs),
  rows: rows.map((row) => row.map(runs)),
})
const example = (text: string): Block => ({ kind: 'callout', tone: 'example', blocks: [paragraph(text)] })

/** Each word of a question once, all with the same weight. */
const termsOf = (text: string) =>
  [...new Set(stemsIn(text))].map((stem) => ({
    stems: new Map([[stem, 1]]),
    weight: 1,
    isUnheard: false,
    importance: 1,
    boost: 1,
  }))

/** Checks that every text of a quote stands in the section. */
function quoted(section: readonly Block[] | string, question: string, alsoAsked = ''): Quote[] {
  const passage = typeof section === 'string' ? { text: section } : { text: plainText(section), blocks: section }
  const quotes = quotesFrom({ id: 's', title: 'Taller', ...passage }, termsOf(question), {
    alsoAsked: termsOf(alsoAsked),
    wantsSteps: false,
  })
  const texts = quotes.flatMap(textsOf)
  for (const piece of texts.flatMap((each) => each.split(OMISSION))) expect(passage.text).toContain(piece.trim())
  expect(texts.join('').length).toBeLessThanOrEqual(700)
  return quotes
}

function textsOf(quote: Quote): string[] {
  switch (quote.kind) {
    case 'paragraph':
      return [quote.text]
    case 'list':
      return [quote.lead, ...quote.items.map((item) => item?.text ?? OMISSION)]
    case 'row':
      return [quote.lead, ...quote.cells.flatMap(({ head, text }) => [head, text])]
  }
}

const said = (quotes: readonly Quote[]) => quotes.map((quote) => textsOf(quote).filter((text) => text !== ''))

describe('what is quoted', () => {
  const valve = paragraph('La válvula roja purga el circuito. Conviene abrirla despacio.')
  const pump = paragraph('La bomba azul aspira el aceite. Si vibra demasiado, párela.')

  test('is a whole paragraph, from its beginning', () => {
    expect(said(quoted([valve, pump], '¿qué hago si la bomba azul vibra demasiado?'))).toEqual([
      ['La bomba azul aspira el aceite. Si vibra demasiado, párela.'],
    ])
  })

  test('is a list of steps with what leads up to it, from the first', () => {
    const steps = list(true, 'Cierre la llave.', 'Afloje la tuerca negra.', 'Vacíe el depósito.')
    const quotes = quoted([pump, paragraph('Para vaciar:'), steps], 'cómo aflojo la tuerca negra y vacío el depósito')
    expect(said(quotes)).toEqual([
      ['Para vaciar:', 'Cierre la llave.', 'Afloje la tuerca negra.', 'Vacíe el depósito.'],
    ])
  })

  test('is a list of steps with the paragraph from which they go on', () => {
    const steps = list(true, 'Afloje la tuerca negra.', 'Vacíe el depósito.')
    expect(said(quoted([valve, steps], 'cómo aflojo la tuerca negra y vacío el depósito'))).toEqual([
      ['La válvula roja purga el circuito. Conviene abrirla despacio.'],
      ['Afloje la tuerca negra.', 'Vacíe el depósito.'],
    ])
  })

  test('is an item of a long list with its lead, and says where it leaves something out', () => {
    const long = 'Aquí se explica con mucho detalle una avería que no viene al caso de nadie, ni hoy ni nunca. '
    const items = list(false, `Ruido: ${long}${long}`, 'Humo blanco: cambie la junta.', `Olor: ${long}${long}`)
    expect(quoted([paragraph('Averías:'), items], 'sale humo blanco, ¿cambio la junta?')).toMatchObject([
      {
        kind: 'list',
        lead: 'Averías:',
        ordered: false,
        items: [null, { text: 'Humo blanco: cambie la junta.' }, null],
      },
    ])
  })

  test('is the first of the steps that fit, or a later one with its number', () => {
    const long = (name: string) => `${name} con mucho cuidado y sin prisa, tal como se aprendió a hacerlo. `.repeat(4)
    const steps = list(true, long('Lijar'), long('Barnizar'), long('Pulir'), 'Coloque el escudo dorado.')
    expect(quoted([steps], '¿cómo se barniza y se lija?')).toMatchObject([
      { items: [{ number: 1 }, { number: 2 }, null] },
    ])
    expect(quoted([steps], '¿cómo se coloca el escudo dorado?')).toMatchObject([
      { items: [null, { number: 4, text: 'Coloque el escudo dorado.' }] },
    ])
  })

  test('is a row of a table with what stands above its columns, and without what is empty', () => {
    const codes = table(['Código', 'Significa', 'Nota'], ['E1', 'Presión baja', ''], ['E2', 'Presión alta', 'Pare'])
    expect(quoted([paragraph('Estos son:'), codes], '¿qué significa el código E1 de presión baja?')).toMatchObject([
      {
        kind: 'row',
        lead: 'Estos son:',
        cells: [
          { head: 'Código', text: 'E1' },
          { head: 'Significa', text: 'Presión baja' },
        ],
      },
    ])
  })

  test('is two rows that are compared, but no other than one that is named', () => {
    const valves = table(['Pieza', 'Para qué sirve'], ['Purgador', 'Sacar el aire'], ['Grifo', 'Cerrar el paso'])
    expect(said(quoted([paragraph('Son dos:'), valves], '¿con qué saco el aire y cierro el paso?'))).toEqual([
      ['Son dos:', 'Pieza', 'Purgador', 'Para qué sirve', 'Sacar el aire'],
      ['Pieza', 'Grifo', 'Para qué sirve', 'Cerrar el paso'],
    ])
    expect(said(quoted([valves], '¿el purgador saca el aire o cierra el paso?'))).toEqual([
      ['Pieza', 'Purgador', 'Para qué sirve', 'Sacar el aire'],
    ])
  })

  test('is never a lead-in alone', () => {
    const quotes = quoted(
      [paragraph('La bomba azul tiene dos modos:'), list(false, 'lento;', 'rápido.'), valve],
      '¿qué modos tiene la bomba azul?',
    )
    expect(said(quotes)).toEqual([['La bomba azul tiene dos modos:', 'lento;', 'rápido.']])
  })

  test('includes the piece that it continues', () => {
    const cause = paragraph('Por eso el manómetro verde marca cero.')
    expect(said(quoted([pump, valve, cause], '¿por qué el manómetro verde marca cero?'))).toEqual([
      ['La válvula roja purga el circuito. Conviene abrirla despacio.'],
      ['Por eso el manómetro verde marca cero.'],
    ])
  })

  test('is with the steps that it opens, where it is asked how something is done', () => {
    const blocks = [pump, valve, list(true, 'Pulse Uno.', 'Pulse Dos.'), list(false, 'Otra cosa.')]
    const passage = { id: 's', title: 'Taller', text: plainText(blocks), blocks }
    const asked = termsOf('válvula roja purga circuito')
    const whole = ['La válvula roja purga el circuito. Conviene abrirla despacio.']
    expect(said(quotesFrom(passage, asked, { wantsSteps: true }))).toEqual([whole, ['Pulse Uno.', 'Pulse Dos.']])
    expect(said(quotesFrom(passage, asked))).toEqual([whole])
  })

  test('is an example as such, with what it illustrates', () => {
    const quotes = quoted(
      [valve, pump, example('Con 40 bares el manómetro verde oscila.')],
      '¿oscila el manómetro verde?',
    )
    expect(quotes.map(({ isExample }) => isExample)).toEqual([false, true])
    expect(said(quotes)[0]).toEqual(['La bomba azul aspira el aceite. Si vibra demasiado, párela.'])
  })

  test('is two pieces if each says another part of the answer', () => {
    const quotes = quoted([valve, example('Nada.'), pump], '¿la válvula roja purga y la bomba azul aspira?')
    expect(said(quotes)).toHaveLength(2)
  })

  test('is the beginning of a passage whose heading is the question, and its first steps', () => {
    const steps = list(true, 'Pare la bomba.', 'Cierre la llave.')
    const long = paragraph(`Además, ${'la bomba gira. '.repeat(60)}`)
    const passage = { id: 's', title: 'Taller › Parar la bomba', blocks: [valve, pump, long, steps] }
    const text = plainText(passage.blocks)
    const quotes = quotesFrom({ ...passage, text }, termsOf('parar la bomba'), { isHeading: true })
    expect(said(quotes)).toEqual([
      ['La válvula roja purga el circuito. Conviene abrirla despacio.'],
      ['La bomba azul aspira el aceite. Si vibra demasiado, párela.'],
      ['Pare la bomba.', 'Cierre la llave.'],
    ])
  })

  test('is rows with what leads up to them once', () => {
    const rows = ['uno', 'dos', 'tres'].map((text) => [text, `Bomba ${text}.`])
    const blocks = [paragraph('Estas son las bombas:'), table(['Bomba', 'Qué es'], ...rows)]
    const quotes = quotesFrom({ id: 's', title: 'Taller', text: plainText(blocks), blocks }, termsOf('bombas'), {
      isHeading: true,
    })
    expect(quotes.map((quote) => quote.kind === 'row' && quote.lead)).toEqual(['Estas son las bombas:', '', ''])
  })

  test('is found by the words of others who ask nearly the same', () => {
    const blocks = [paragraph('El aceite se cambia cada año.'), paragraph('Un zumbido indica que falta grasa.')]
    expect(quoted(blocks, 'hace un ruido raro', 'zumbido')).toMatchObject([
      { text: 'Un zumbido indica que falta grasa.' },
    ])
  })

  test('is at most three sentences of a long paragraph, with the one before', () => {
    const filler = 'Esta frase solo está para que el párrafo sea largo y no quepa entero en lo que se cita. '.repeat(5)
    const text = `${filler}El art. 12 habla del embrague. Se ajusta con la llave inglesa. Después se engrasa. ${filler}`
    const [quote] = quoted(text, '¿el embrague se ajusta con la llave inglesa?')
    expect(quote).toMatchObject({
      text: `${OMISSION} El art. 12 habla del embrague. Se ajusta con la llave inglesa. Después se engrasa. ${OMISSION}`,
    })
  })

  test('is the beginning of a sentence that is too long, up to a word', () => {
    const [quote] = quoted(`El embrague se ajusta ${'mucho y bien '.repeat(100)}`, '¿cómo se ajusta el embrague?')
    expect(quote).toMatchObject({ text: expect.stringMatching(/^El embrague .* (?:mucho|y|bien) \[…\]$/) })
  })
})
