import { clippedText } from '#domain/clipped-text.ts'
import { type Block, type Shallow, plainText } from '#domain/document.ts'
import { stemsIn } from '../manuals/word-forms.ts'
import { type WeighedTerm, saying, sum, total } from './question-terms.ts'

/** Marks an omission. */
export const OMISSION = '[…]'

/** A whole block of a passage: its texts stand there letter by letter, `OMISSION` aside. */
export type Quote = QuotedWords & {
  readonly passageId: string
  /** Whether it only gives an example. */
  readonly isExample: boolean
}

type QuotedWords =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** Its lead-in, if any, and items with their numbers; null for one or more omitted items. */
  | {
      readonly kind: 'list'
      readonly lead: string
      readonly ordered: boolean
      readonly items: readonly (Item | null)[]
    }
  /** A row of a table: its cells with their column headings. */
  | { readonly kind: 'row'; readonly lead: string; readonly cells: readonly Cell[] }

interface Item {
  readonly number: number
  readonly text: string
}

interface Cell {
  readonly head: string
  readonly text: string
}

interface Quotable {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly blocks?: readonly Block[] | undefined
}

/** The limit for all quotes together, in UTF-16 units. */
const MAX_LENGTH = 700
/** The limit for the lead-in of a list or row. */
const MAX_LEAD = 300
/** The limit for an item, a cell or a column heading. */
const MAX_PART = 350
/** A longer list is quoted by items; steps are quoted whole whenever they fit. */
const SHORT_LIST = 400
/** The most sentences quoted from a paragraph that is too long. */
const MAX_SENTENCES = 3

/** The weight of a term that stands not here but nearby. */
const NEARBY = 0.5
/** The weight of a small figure, or of part of a larger one: it belongs to the question's case, not to a form or account. */
const AMOUNT = 0.5
/** The weight of an example: the rule itself is better. */
const EXAMPLE = 0.8

/** A second block is quoted if its score reaches this share of the best one's and it adds this much. */
interface Bar {
  readonly good: number
  readonly more: number
  /** How much of that the title may have covered already. */
  readonly said: number
}
const ANYWHERE: Bar = { good: 0.7, more: 0.15, said: 1 }
/** An answer often goes on in the next paragraph, */
const NEXT: Bar = { good: 0.6, more: 0.08, said: 0.5 }
/** and rows of one table are read together, */
const ROWS: Bar = { ...ANYWHERE, good: 0.4 }
/** unless the question names one of them. */
const NOTHING: Bar = { ...ANYWHERE, more: Infinity }

interface Besides {
  /** The words that similar readers' questions have besides. */
  readonly alsoAsked?: readonly WeighedTerm[]
  /** Whether the question asks how something is done: a lead-in to steps is no answer without the steps. */
  readonly wantsSteps?: boolean
  /** Whether the question is the passage's heading: it is then read from its beginning, and its steps in any case. */
  readonly isHeading?: boolean
}

/**
 * The blocks of a passage that cover most of the question, in their order.
 */
export function quotesFrom(
  passage: Quotable,
  asked: readonly WeighedTerm[],
  { alsoAsked = [], wantsSteps = false, isHeading = false }: Besides = {},
): Quote[] {
  const terms = [...asked, ...alsoAsked].map((term) =>
    isAmount(term) ? { ...term, importance: AMOUNT * term.importance } : term,
  )
  const pieces = piecesOf(passage.blocks ?? paragraphsOf(passage.text))
  const best = isHeading ? beginningOf(pieces) : chosenOf(pieces, { terms, asked, title: passage.title })
  const chosen = wantsSteps ? withSteps(best, pieces) : best
  return pieces
    .filter((piece) => chosen.includes(piece))
    .reduce(withPiece, [])
    .map(({ words, isExample }) => ({ ...words, isExample, passageId: passage.id }))
}

export const isAmount = ({ stems }: WeighedTerm): boolean =>
  [...stems.keys()].every((stem) => /^(?:\d{1,2}|0\d*)$/.test(stem))

/** A block that can be quoted by itself. */
interface Piece {
  readonly words: QuotedWords
  readonly isExample: boolean
  /** The block it was cut from. Items of one list are quoted together; a paragraph gives one piece. */
  readonly block: object
  /** Its sentences, items or cells: terms within one of them belong together. */
  readonly parts: readonly string[]
  /** The text above it. */
  readonly above: string
  readonly length: number
  /** The piece that it continues, and with which it reads better. */
  readonly before: Piece | null
}

interface Asked {
  /** The terms of this question; `terms` has those of similar ones as well. */
  readonly asked: readonly WeighedTerm[]
  readonly terms: readonly WeighedTerm[]
  /** The passage's. */
  readonly title: string
}

function chosenOf(pieces: readonly Piece[], { asked, terms, title }: Asked): Piece[] {
  const inTitle = saying(terms, new Set(stemsIn(title)))
  const rated = pieces
    .map((piece) => ({ piece, ...ratingOf(piece, terms, inTitle) }))
    .toSorted((a, b) => b.score - a.score)
  const [best] = rated
  if (!best) return []
  const all = sum(asked.map(({ importance }) => importance))
  const places = placesOf(pieces)
  const barOf = (piece: Piece): Bar => {
    if (areRows(piece, best.piece)) return isNamed(best.piece, asked) ? NOTHING : ROWS
    const isNext = Math.abs((places.get(piece) ?? 0) - (places.get(best.piece) ?? 0)) <= 1
    return isNext && !areRows(piece) ? NEXT : ANYWHERE
  }
  const besides = rated.find(({ piece, score, said }) => {
    const bar = barOf(piece)
    const more = said.map((surely, term) =>
      Math.max(0, surely - Math.max(bar.said * (inTitle[term] ?? 0), best.said[term] ?? 0)),
    )
    return (
      !piece.isExample &&
      (piece.block !== best.piece.block || piece.words.kind === 'list') &&
      best.piece.length + piece.length <= MAX_LENGTH &&
      score >= bar.good * best.score &&
      total(terms, more) >= bar.more * all
    )
  })
  const chosen = [best.piece, ...(besides ? [besides.piece] : [])]
  let room = MAX_LENGTH - sum(chosen.map(({ length }) => length))
  for (const before of chosen.flatMap((piece) => piece.before ?? [])) {
    if (chosen.includes(before) || before.length > room) continue
    chosen.push(before)
    room -= before.length
  }
  return chosen
}

/** The piece with which a passage begins and its first steps, and more of the beginning as far as it fits. */
function beginningOf(pieces: readonly Piece[]): readonly Piece[] {
  const rules = pieces.filter(({ isExample }) => !isExample)
  const steps = rules.find(({ words }) => words.kind === 'list' && words.ordered)
  const chosen = [...new Set([...rules.slice(0, 1), ...(steps ? [steps] : [])])]
  let room = MAX_LENGTH - sum(chosen.map(({ length }) => length))
  for (const piece of rules) {
    // The pieces of a paragraph that is too long overlap.
    const isSaid = chosen.some((said) => said === piece || (said.block === piece.block && !areLists(said)))
    if (isSaid) continue
    if (piece.length > room) break
    chosen.push(piece)
    room -= piece.length
  }
  return chosen
}

/** The best piece is followed by the steps that it introduces, with all the room that is left. */
function withSteps(chosen: readonly Piece[], pieces: readonly Piece[]): readonly Piece[] {
  const [best] = chosen
  const steps = pieces.find(({ words, before }) => words.kind === 'list' && words.ordered && before === best)
  return steps && !chosen.includes(steps) ? [...chosen, steps] : chosen
}

/** Whether the question contains the whole of a row's first cell, such as a code. */
function isNamed({ words }: Piece, terms: readonly WeighedTerm[]): boolean {
  const name = words.kind === 'row' ? stemsIn(words.cells[0]?.text ?? '') : []
  return (
    name.length > 0 && name.every((stem) => terms.some(({ stems, weight }) => weight === 1 && stems.get(stem) === 1))
  )
}

/** Which pieces are adjacent: all rows of a table count as one place. */
function placesOf(pieces: readonly Piece[]): Map<Piece, number> {
  const places = new Map<Piece, number>()
  let place = 0
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1]
    if (before && !areRows(before, piece)) place += 1
    places.set(piece, place)
  }
  return places
}

const areLists = (...pieces: readonly Piece[]): boolean => pieces.every(({ words }) => words.kind === 'list')

const areRows = (...pieces: readonly Piece[]): boolean => pieces.every(({ words }) => words.kind === 'row')

/** How well a piece and its surroundings cover the terms, and how well its best part does. */
function ratingOf({ parts, above, isExample }: Piece, terms: readonly WeighedTerm[], inTitle: readonly number[]) {
  const rows = parts.map((part) => saying(terms, new Set(stemsIn(part))))
  const inAbove = saying(terms, new Set(stemsIn(above)))
  const said = terms.map((_, place) => Math.max(0, ...rows.map((row) => row[place] ?? 0)))
  const around = said.map((surely, place) => NEARBY * Math.max(surely, inAbove[place] ?? 0, inTitle[place] ?? 0))
  const inOneBreath = rows.map((row) =>
    total(
      terms,
      row.map((here, place) => Math.max(here, around[place] ?? 0)),
    ),
  )
  return { said, score: Math.max(0, ...inOneBreath) * (isExample ? EXAMPLE : 1) }
}

type Quoted = Pick<Piece, 'words' | 'isExample' | 'block'>

/** Joins items of one list into one quote, and quotes the lead-in of rows once. */
function withPiece(quoted: readonly Quoted[], { words, isExample, block }: Quoted): Quoted[] {
  const last = quoted.at(-1)
  const led = quoted.findLast((each) => each.words.kind !== 'row' || each.words.lead !== '')
  if (
    words.kind === 'row' &&
    last?.words.kind === 'row' &&
    led?.words.kind === 'row' &&
    led.words.lead === words.lead
  ) {
    return [...quoted, { words: { ...words, lead: '' }, isExample, block }]
  }
  if (words.kind !== 'list' || last?.words.kind !== 'list' || last.block !== block) {
    return [...quoted, { words, isExample, block }]
  }
  const before = last.words.items.filter((item) => item !== null)
  const after = words.items.filter((item) => item !== null)
  const isNext = (before.at(-1)?.number ?? 0) + 1 === after[0]?.number
  const begin = last.words.items[0] === null ? [null] : []
  const end = words.items.at(-1) === null ? [null] : []
  const items = [...begin, ...before, ...(isNext ? [] : [null]), ...after, ...end]
  return [...quoted.slice(0, -1), { words: { ...words, items }, isExample, block }]
}

/** The blocks of a plain text, read from its lines. */
const paragraphsOf = (text: string): Block[] =>
  text.split('\n').map((line) => ({ kind: 'paragraph', runs: [{ text: line }] }))

function piecesOf(blocks: readonly (Block | Shallow)[], isExample = false): Piece[] {
  const pieces: Piece[] = []
  /** A line that ends with a colon belongs to the lines after it. */
  let lead = ''
  let heading = ''
  for (const [place, block] of blocks.entries()) {
    const before = blocks[place - 1]
    const previous = pieces.at(-1) ?? null
    const own = plainText([block])
    switch (block.kind) {
      case 'heading':
        heading = own
        break
      case 'paragraph': {
        const text = lead === '' ? own : `${lead}\n${own}`
        if (LEADS.test(text) && text.length <= MAX_LEAD && place < blocks.length - 1) {
          lead = text
          continue
        }
        const goesOn = GOES_ON.test(text) && before?.kind === 'paragraph'
        pieces.push(...paragraphPieces(text, { block, isExample, before: goesOn ? previous : null }))
        break
      }
      case 'list': {
        const isOpened = block.ordered && before?.kind === 'paragraph' && lead === ''
        const title = before?.kind === 'heading' ? heading : ''
        const context = { block, isExample, before: isOpened ? previous : null }
        pieces.push(...listPieces(lead || title, block, context))
        break
      }
      case 'table':
        pieces.push(...rowPieces(block, { lead, heading, isExample }))
        break
      case 'callout': {
        const inner = piecesOf(block.blocks, block.tone === 'example')
        pieces.push(...inner.map((piece) => (piece.isExample ? { ...piece, before: previous } : piece)))
        break
      }
      case 'image':
    }
    lead = ''
  }
  return pieces
}

const LEADS = /:\s*$/
/** A sentence with such a beginning refers to the one before. */
const GOES_ON =
  /^(?:Es|Son|Así|Además|También|Tampoco|Después|Luego|Entonces|Amb[ao]s|Por (?:eso|ello)|Sin embargo|En (?:ese|tal) caso|El resto|Es[aeo]s?|Est[aeo]s?) /

type Context = Pick<Piece, 'block' | 'isExample' | 'before'>

function paragraphPieces(text: string, context: Context): Piece[] {
  const pieceOf = (quoted: string, parts: readonly string[]): Piece => ({
    ...context,
    words: { kind: 'paragraph', text: quoted },
    parts,
    above: '',
    length: quoted.length,
  })
  const sentences = sentencesIn(text)
  if (text.length <= MAX_LENGTH) return sentences.length === 0 ? [] : [pieceOf(text.trim(), sentences)]
  // A sentence with its predecessor, which it may continue, and the following ones.
  return sentences.map((sentence, place) => {
    const room = MAX_LENGTH - 2 * (OMISSION.length + 1)
    let from = Math.max(0, place - 1)
    let to = Math.min(sentences.length, from + MAX_SENTENCES)
    const isTooLong = () => sum(sentences.slice(from, to).map(({ length }) => length + 1)) > room
    while (to > place + 1 && isTooLong()) to -= 1
    if (isTooLong()) from = place
    const quoted = fitting(sentences.slice(from, to).join(' '), room)
    return pieceOf(`${from > 0 ? `${OMISSION} ` : ''}${quoted}${to < sentences.length ? ` ${OMISSION}` : ''}`, [
      sentence,
    ])
  })
}

function listPieces(lead: string, list: Extract<Block, { kind: 'list' }>, context: Context): Piece[] {
  const items = list.items.map((item, place) => ({
    number: list.start + place,
    text: fitting(plainText(item), MAX_PART),
  }))
  const pieceOf = (from: number, to: number): Piece => {
    const quoted = items.slice(from, to)
    return {
      ...context,
      words: {
        kind: 'list',
        lead,
        ordered: list.ordered,
        items: [...(from > 0 ? [null] : []), ...quoted, ...(to < items.length ? [null] : [])],
      },
      parts: quoted.map(({ text }) => text),
      above: lead,
      length: lead.length + sum(quoted.map(({ text }) => text.length)),
    }
  }
  const whole = pieceOf(0, items.length)
  if (whole.length <= (list.ordered ? MAX_LENGTH : SHORT_LIST)) return [whole]
  // Steps from the first as far as they go, and any item by itself.
  let fit = list.ordered ? items.length : 0
  while (fit > 0 && pieceOf(0, fit).length > MAX_LENGTH) fit -= 1
  const first = fit > 0 ? [pieceOf(0, fit)] : []
  return [...first, ...items.slice(fit).map((_, place) => pieceOf(fit + place, fit + place + 1))]
}

interface Above {
  readonly lead: string
  readonly heading: string
  readonly isExample: boolean
}

function rowPieces({ header, rows }: Extract<Block, { kind: 'table' }>, { lead, heading, isExample }: Above): Piece[] {
  const words = (runs: (typeof header)[number]) => plainText([{ kind: 'paragraph', runs }]).trim()
  const heads = header.map(words)
  return rows.map((row) => {
    let room = MAX_LENGTH - lead.length
    const cells = row.flatMap((runs, place) => {
      const cell = { head: fitting(heads[place] ?? '', MAX_PART), text: fitting(words(runs), MAX_PART) }
      const length = cell.head.length + cell.text.length
      if (cell.text === '' || length > room) return []
      room -= length
      return [cell]
    })
    return {
      words: { kind: 'row', lead, cells },
      isExample,
      block: row,
      parts: [cells.map(({ text }) => text).join(' ')],
      above: [heading, lead, ...heads].join(' '),
      length: MAX_LENGTH - room,
      before: null,
    }
  })
}

const sentencesIn = (text: string): string[] => text.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '')
/** No sentence ends after an initial or a short form such as «art. 84». */
const SENTENCE_END =
  /(?<=[.!?…]["»”)]?)(?<!(?:^|[\s(])(?:\p{L}|ej|[Aa]rt|[Nn]úm|[Pp]ág|Sist|Sra?|Dña)\.)\s+(?=[\p{Lu}\d¿¡«"“(])/u

/** The beginning of a text that is too long, cut at a word. */
function fitting(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = clippedText(text, length - OMISSION.length - 1)
  return `${cut.replace(/\s+\S*$/, '')} ${OMISSION}`
}
