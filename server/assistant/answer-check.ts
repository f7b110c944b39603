import type { Language } from '#contract/moment.ts'
import { formsOf, stemsIn, wordsIn } from '../manuals/word-forms.ts'

/** A section that an answer may cite, as the model got it. */
export interface CitedText {
  readonly title: string
  readonly text: string
}

/** Why a sentence of the model is not shown. */
export type SentenceProblem =
  | 'no-citation'
  | 'bad-citation'
  | 'link'
  | 'markup'
  | 'figure'
  | 'menu-path'
  | 'quotation'
  | 'unsupported'
  | 'too-long'

const MAX_SENTENCE = 800

/**
 * Why a sentence must not be shown; null if it may be. It must cite given sections as [n]. Its figures, menu paths and
 * quotations must stand in them letter by letter, and most of its other words must stand there, too.
 */
export function sentenceProblem(
  sentence: string,
  sections: readonly CitedText[],
  language: Language,
): SentenceProblem | null {
  if (sentence.length > MAX_SENTENCE) return 'too-long'
  if (LINK.test(sentence)) return 'link'
  if (MARKUP.test(sentence)) return 'markup'
  const numbers = [...sentence.matchAll(CITATION)].map(([, number]) => Number(number))
  if (numbers.length === 0) return 'no-citation'
  const cited = numbers.map((number) => sections[number - 1])
  if (cited.some((section) => section === undefined)) return 'bad-citation'
  const source = plain(cited.map((section) => `${section?.title}\n${section?.text}`).join('\n'))
  const said = sentence.replaceAll(CITATION, ' ')
  if (!figuresIn(said.replace(LIST_MARK, '')).every((figure) => figuresIn(source).includes(figure))) return 'figure'
  if (!menuPathsIn(said).every((path) => standsIn(path, source))) return 'menu-path'
  const quotations = quotationsIn(said)
  if (!quotations.every((quotation) => source.includes(plain(quotation)))) return 'quotation'
  return isSupported(said, source, { language, quotations }) ? null : 'unsupported'
}

/** Cuts a stream of text into sentences and returns each as soon as it is complete. */
export function sentenceCutter() {
  let rest = ''
  return {
    push(piece: string): string[] {
      rest += piece
      const sentences: string[] = []
      for (let end = endOfSentence(rest); end > 0; end = endOfSentence(rest)) {
        sentences.push(rest.slice(0, end))
        rest = rest.slice(end)
      }
      return sentences
    },
    /** The unfinished rest at the end of the stream. */
    end: (): string => rest,
  }
}

const CITATION = /\s?\[(\d{1,3})\]/g
const LIST_MARK = /^\s*(?:\d{1,2}[.)]|[-*•])\s+/
/** A link of any kind. Manuals are cited instead, and nothing else may be linked to. */
const LINK =
  /:\/\/|\bwww\.|\]\s*[(:]|\bmailto:|\bjavascript:|@|\b[\w-]+\.(?:com|net|org|es|eu|io|info|example|test|ru|xyz)\b/iu
/** Tags, entities, pictures, code, and characters that are invisible or reverse the text. */
const MARKUP = /<[a-z!/?]|&[#\w]+;|!\[|`|\|\||[\p{Cc}\p{Cf}\p{Co}\p{Cs}\uFFFD](?<![\n\t\u00AD])/iu

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\s*[>→›▸]\s*/g, ' › ')
    .replaceAll(/[*_]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const figuresIn = (text: string): string[] => text.match(/\d+(?:[.,:/-]\d+)*/g) ?? []

/** Menu paths such as `Ventas › Facturas › Nueva`. */
const menuPathsIn = (text: string): string[] =>
  [...text.matchAll(/[^\n.;:«»"“”]*[>→›▸][^\n.;:«»"“”]*/g)].map(([path]) => path)

/** Other words of the sentence may precede the first step and follow the last one. */
function standsIn(path: string, source: string): boolean {
  const [first = '', ...steps] = plain(path).split(' › ')
  const last = steps.pop() ?? ''
  const middle = steps.map((step) => ` › ${step.trim()}`).join('')
  const begin = first.split(' ').at(-1) ?? ''
  const [end = ''] = last.trim().split(/[ ,]/)
  if (begin === '' || end === '') return false
  return source.includes(`${begin}${middle} › ${end}`)
}

const quotationsIn = (text: string): string[] =>
  [...text.matchAll(/«([^»]*)»|“([^”]*)”|"([^"]*)"|\*\*([^*]+)\*\*/g)].flatMap(([, ...found]) =>
    found.filter((quotation) => quotation !== undefined && quotation.trim() !== ''),
  )

/** In Spanish, most content words must stand in the cited section; an English sentence must quote it. */
const SUPPORTED = 0.5
const MAX_WORDS_AROUND = 40

interface Said {
  readonly language: Language
  readonly quotations: readonly string[]
}

function isSupported(said: string, source: string, { language, quotations }: Said): boolean {
  if (language === 'en') {
    const quoted = wordsIn(quotations.join(' ')).length + menuPathsIn(said).length
    return quoted > 0 && wordsIn(said).length - quoted <= MAX_WORDS_AROUND
  }
  const known = new Set(stemsIn(source))
  const stems = wordsIn(said).flatMap((word) => (word.length > 1 ? (formsOf(word).stem ?? []) : []))
  return stems.length > 0 && stems.filter((stem) => known.has(stem)).length >= stems.length * SUPPORTED
}

/** Where the first sentence ends, its full stop and citations included; 0 while that is not known. */
function endOfSentence(text: string): number {
  for (const { index, 0: mark } of text.matchAll(/\n|[.!?…]+/g)) {
    const before = text.slice(0, index)
    if (before.trim() === '') continue
    if (mark === '\n') return index + 1
    // A point in a figure, an abbreviation or a list's mark does not end it.
    if (mark === '.' && /(?:^|[\s(])(?:\d{1,2}|\p{L}|ej|art|núm|pág|etc)$/iu.test(before)) continue
    const after = text.slice(index + mark.length)
    const cites = /^(?:\s?\[\d{1,3}\])*/.exec(after)?.[0] ?? ''
    const next = after.slice(cites.length)
    const isCited = /\[\d{1,3}\]\s?$/.test(before) || cites !== ''
    if (/^[^\S\n]*(?:\[\d{0,3})?$/.test(next)) {
      // Its citation may still follow; a sentence that has one does not wait.
      if (isCited && next.trim() === '') return index + mark.length + cites.length
      return 0
    }
    if (/^\s/.test(next)) return index + mark.length + cites.length
  }
  return 0
}
