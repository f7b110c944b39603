import { Marked, type MarkedToken, type Token, type Tokens } from 'marked'
import * as z from 'zod/mini'
import type { ClientArea } from '#domain/account.ts'
import {
  type Block,
  type Leaf,
  type Link,
  type ProductLine,
  type ProviderDocument,
  type Release,
  type Run,
  type Section,
  type Shallow,
} from '#domain/document.ts'

/** The folder of `content/` that a file is in; its documents' ids begin with it. */
export type Shelf = 'manuales' | 'versiones'

/** A problem in a file. A fault keeps the file from being served, a warning does not. */
export interface FileProblem {
  readonly line: number
  readonly message: string
}

export interface ReadFile {
  /** Null when there is a fault. */
  readonly document: ProviderDocument | null
  readonly faults: readonly FileProblem[]
  /** Its links, with their lines. Their targets are checked once all files are read. */
  readonly links: readonly (Link & { readonly line: number })[]
  readonly images: readonly { readonly name: string; readonly line: number }[]
  readonly topics: readonly { readonly topic: string; readonly line: number }[]
}

const MAX_LENGTH = 1_000_000
const MAX_TITLE = 200
const MAX_SUMMARY = 1000
const MAX_ASKED = 2000
const MAX_VERSION = 20
const MAX_SLUG = 100
const SLUG = String.raw`[a-z0-9]+(?:-[a-z0-9]+)*`
const IS_SLUG = new RegExp(`^${SLUG}$`)
const WHAT_A_SLUG_IS = `lower-case letters, digits and hyphens, at most ${MAX_SLUG}`
const VERSION = /^V\d{3}$/
/** Marks the readers' words for a section: they are searched and never shown. */
const ASKED = '**Se pregunta.**'

/**
 * Reads one Markdown file of the provider's, in the format of `docs/content.md`.
 * @param slug the file's name without its ending
 * @param placeholders the values of `{{name}}`
 */
export function readDocument(
  shelf: Shelf,
  slug: string,
  source: string,
  placeholders: Readonly<Record<string, string>>,
): ReadFile {
  const reading = new Reading(`${shelf}/${slug}`, placeholders)
  let document: ProviderDocument | null = null
  try {
    document = reading.document(shelf, slug, source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  const { faults, links, images, topics } = reading
  const inOrder = faults.toSorted((a, b) => a.line - b.line)
  return { document: faults.length > 0 ? null : document, faults: inOrder, links, images, topics }
}

class Unreadable extends Error {}

const markdown = new Marked({
  gfm: true,
  // A bare address in a sentence is text.
  tokenizer: { url: () => undefined, autolink: () => undefined },
})

/** One pass over a file. It collects every problem instead of stopping at the first. */
class Reading {
  readonly faults: FileProblem[] = []
  readonly links: (Link & { line: number })[] = []
  readonly images: { name: string; line: number }[] = []
  readonly topics: { topic: string; line: number }[] = []
  readonly #id: string
  readonly #placeholders: Readonly<Record<string, string>>
  readonly #anchors = new Map<string, number>()

  constructor(id: string, placeholders: Readonly<Record<string, string>>) {
    this.#id = id
    this.#placeholders = placeholders
  }

  document(shelf: Shelf, slug: string, source: string): ProviderDocument {
    if (!isSlug(slug)) this.#stop(1, `the name of the file is no id: ${WHAT_A_SLUG_IS}`)
    if (source.length > MAX_LENGTH) this.#stop(1, `the file is longer than ${MAX_LENGTH} characters`)
    this.#insistOnText(source)
    const { about, line: begin } = this.#frontMatter(shelf, source)
    const body = source.split('\n').slice(begin - 1)
    return { id: this.#id, ...about, ...this.#body(body.join('\n'), begin, about) }
  }

  #fault(line: number, message: string): void {
    this.faults.push({ line, message })
  }

  #stop(line: number, message: string): never {
    this.#fault(line, message)
    throw new Unreadable()
  }

  #insistOnText(source: string): void {
    for (const [index, text] of source.split('\n').entries()) {
      // oxlint-disable-next-line no-control-regex -- control characters are the search's subject
      const bad = /[\0-\x08\x0b-\x1f\x7f-\x9f\uFFFD\uFFFE\uFFFF]/.exec(text)?.[0]
      if (bad === undefined) continue
      const code = (bad.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
      this.#fault(index + 1, `the character U+${code} is not text: save the file as UTF-8`)
    }
  }

  /** The head stands between two lines of `---`, one `key: value` a line. */
  #frontMatter(shelf: Shelf, source: string) {
    const lines = source.split('\n')
    if (lines[0] !== '---') this.#stop(1, 'the file must begin with --- and its front matter')
    const end = lines.indexOf('---', 1)
    if (end < 0) this.#stop(1, 'the front matter has no end: a line with --- is missing')
    const values = new Map<string, { text: string; line: number }>()
    for (const [index, text] of lines.slice(1, end).entries()) {
      const line = index + 2
      const [, key, value] = /^([a-z]+):\s*(.*?)\s*$/.exec(text) ?? []
      if (key === undefined || value === undefined || value === '') this.#fault(line, 'expected “key: value”')
      else if (!KEYS[shelf].includes(key)) this.#fault(line, `unknown key “${key}”; known: ${KEYS[shelf].join(', ')}`)
      else if (values.has(key)) this.#fault(line, `the key “${key}” is there twice`)
      else values.set(key, { text: this.#filled(value, line), line })
    }
    return { about: this.#about(shelf, values, end + 1), line: end + 2 }
  }

  #about(shelf: Shelf, values: Map<string, { text: string; line: number }>, end: number) {
    const optional = <T>(key: string, read: (text: string) => T | undefined, what: string): T | null => {
      const value = values.get(key)
      if (!value) return null
      const found = read(value.text)
      if (found === undefined) this.#fault(value.line, `“${value.text}” is no ${key}: ${what}`)
      return found ?? null
    }
    const required = <T>(key: string, read: (text: string) => T | undefined, what: string, none: T): T => {
      if (!values.has(key)) this.#fault(end, `the front matter lacks “${key}”`)
      return optional(key, read, what) ?? none
    }
    const text = (max: number) => (value: string) => (value.length <= max ? value : undefined)
    const atMost = (max: number) => `at most ${max} characters`
    const dateKey = shelf === 'versiones' ? 'date' : 'updated'
    const title = required('title', text(MAX_TITLE), atMost(MAX_TITLE), '')
    const date = required(dateKey, (value) => z.safeParse(z.iso.date(), value).data, 'such as 2026-10-20', '')
    const topics = (optional('topics', text(MAX_SUMMARY), atMost(MAX_SUMMARY)) ?? '')
      .split(',')
      .map((topic) => topic.trim())
    for (const topic of topics.filter(Boolean)) this.#topic(topic, values.get('topics')?.line ?? 1)
    const release = shelf === 'versiones' ? this.#release(required) : null
    const area = required<ClientArea | null>('area', oneOf(AREAS), Object.keys(AREAS).join(', '), null)
    return {
      title,
      group: release === null ? required('group', text(MAX_TITLE), atMost(MAX_TITLE), '') : release.version,
      area,
      topics: topics.filter(Boolean),
      summary: optional('summary', text(MAX_SUMMARY), atMost(MAX_SUMMARY)) ?? '',
      date,
      since: optional('since', version, 'such as V031'),
      release,
    }
  }

  #release(required: <T>(key: string, read: (text: string) => T | undefined, what: string, none: T) => T): Release {
    return {
      line: required<ProductLine>('line', oneOf(LINES), Object.keys(LINES).join(', '), 're'),
      version: required(
        'version',
        (value) => (value.length <= MAX_VERSION ? value : undefined),
        'at most 20 characters',
        '',
      ),
      kind: required<Release['kind']>('kind', oneOf(KINDS), Object.keys(KINDS).join(', '), 'changes'),
    }
  }

  #topic(topic: string, line: number): void {
    if (isSlug(topic)) this.topics.push({ topic, line })
    else this.#fault(line, `“${topic}” is no topic: ${WHAT_A_SLUG_IS}`)
  }

  #body(source: string, begin: number, about: Pick<ProviderDocument, 'topics'>) {
    const introduction: Block[] = []
    const sections: (Section & { asked?: string; readonly blocks: Block[]; readonly line: number })[] = []
    for (const { token, line } of withLines(markdown.lexer(source), begin)) {
      const section = sections.at(-1)
      if (token.type === 'heading' && token.depth === 2) {
        const { title, id, since, programs, topics } = this.#heading(token, line)
        if (id === null) this.#fault(line, 'the section has no id: write {#its-id} after its title')
        const own = topics.length > 0 ? topics : about.topics
        sections.push({ id: id ?? '', title, since, programs, topics: own, blocks: [], line })
      } else if (token.type === 'heading' && token.depth === 3) {
        const { title, id, since, programs, topics } = this.#heading(token, line)
        if (programs.length + topics.length > 0) this.#fault(line, 'programs and topics belong to a section (##)')
        if (section) section.blocks.push({ kind: 'heading', id, title, since })
        else this.#fault(line, 'a subsection (###) needs a section (##) before it')
      } else if (token.type === 'blockquote' && token.text.startsWith(ASKED)) {
        if (section && section.asked === undefined) section.asked = this.#asked(token, line)
        else this.#fault(line, `a section (##) has “${ASKED}” once, the introduction not at all`)
      } else {
        const block = this.#block(token, line)
        if (block) (section?.blocks ?? introduction).push(block)
      }
    }
    if (sections.length === 0) this.#fault(begin, 'the file has no section (##)')
    for (const { blocks, line } of sections) if (blocks.length === 0) this.#fault(line, 'the section is empty')
    return { introduction, sections: sections.map(({ line: _, ...section }) => section) }
  }

  /** `> **Se pregunta.** in their own words; in other words` */
  #asked({ text }: Tokens.Blockquote, line: number): string {
    const asked = this.#filled(text.slice(ASKED.length), line).replaceAll(/\s+/g, ' ').trim()
    if (asked === '' || asked.length > MAX_ASKED) this.#fault(line, `“${ASKED}” has 1 to ${MAX_ASKED} characters`)
    return asked
  }

  /** `Title {#id since=V031 programs=A,B topics=x,y}` */
  #heading({ text }: Tokens.Heading, line: number) {
    const [, written = text, braces = ''] = /^(.*?)\s*(?:\{([^{}]*)\})?$/.exec(text) ?? []
    const [first = '', ...rest] = braces.split(/\s+/).filter(Boolean)
    const isId = first.startsWith('#')
    const id = isId ? first.slice(1) : null
    if (id !== null) this.#anchor(id, line)
    const attributes = new Map<string, string>()
    for (const attribute of isId ? rest : [first, ...rest].filter(Boolean)) {
      const [, key = '', value = ''] = /^([a-z]+)=(.+)$/.exec(attribute) ?? []
      if (!['since', 'programs', 'topics'].includes(key)) {
        this.#fault(line, `“${attribute}” is not known; known: #id since= programs= topics=`)
      } else attributes.set(key, value)
    }
    const since = attributes.get('since') ?? null
    if (since !== null && !VERSION.test(since)) this.#fault(line, `“${since}” is no version: such as V031`)
    const programs = attributes.get('programs')?.split(',') ?? []
    for (const program of programs) {
      if (!/^[A-Z0-9_]{1,100}$/.test(program)) this.#fault(line, `“${program}” is no code of a program`)
    }
    const topics = attributes.get('topics')?.split(',') ?? []
    for (const topic of topics) this.#topic(topic, line)
    const title = this.#runs(markdown.Lexer.lexInline(written, markdown.defaults), line)
      .map((run) => run.text)
      .join('')
      .trim()
    if (title === '' || title.length > MAX_TITLE) this.#fault(line, `a heading has 1 to ${MAX_TITLE} characters`)
    return { title, id, since, programs, topics }
  }

  #anchor(id: string, line: number): void {
    const before = this.#anchors.get(id)
    if (!isSlug(id)) this.#fault(line, `“${id}” is no id: ${WHAT_A_SLUG_IS}`)
    else if (before !== undefined) this.#fault(line, `the id “${id}” is there twice, first in line ${before}`)
    this.#anchors.set(id, line)
  }

  #block(token: MarkedToken, line: number): Block | null {
    if (token.type === 'table') return this.#table(token, line)
    if (token.type === 'blockquote') return this.#callout(token, line)
    if (token.type === 'list') {
      return this.#list(token, line, (inner, at) => this.#shallow(inner, at))
    }
    return this.#leaf(token, line)
  }

  #shallow(token: MarkedToken, line: number): Shallow | null {
    if (token.type === 'list') {
      return this.#list(token, line, (inner, at) => this.#leaf(inner, at))
    }
    return this.#leaf(token, line)
  }

  #leaf(token: MarkedToken, line: number): Leaf | null {
    if (token.type === 'space') return null
    if (token.type !== 'paragraph' && token.type !== 'text') {
      this.#fault(line, UNSUPPORTED[token.type] ?? `${token.type} is not supported here`)
      return null
    }
    const inline = 'tokens' in token ? token.tokens : []
    const [only, ...more] = inline.filter(isMarkedToken)
    if (only?.type === 'image' && more.length === 0) return this.#image(only, line)
    return { kind: 'paragraph', runs: this.#runs(inline, line) }
  }

  #image({ href, text }: Tokens.Image, line: number): Leaf {
    const [, name = ''] = /^images\/([a-z0-9]+(?:-[a-z0-9]+)*\.(?:png|jpg))$/.exec(href) ?? []
    if (name === '') this.#fault(line, `“${href}” is no picture: such as images/name.png`)
    else this.images.push({ name, line })
    const alt = this.#filled(text, line).trim()
    if (alt === '') this.#fault(line, 'the picture has no text: ![what it shows](images/name.png)')
    return { kind: 'image', name, alt }
  }

  #list<Item>(token: Tokens.List, line: number, read: (token: MarkedToken, line: number) => Item | null) {
    const items = withLines(token.items, line).map(({ token: item, line: begin }) => {
      if (item.type !== 'list_item') return []
      if (item.task) this.#fault(begin, 'task lists are not supported')
      return withLines(item.tokens, begin).flatMap(({ token: inner, line: at }) => read(inner, at) ?? [])
    })
    const start = typeof token.start === 'number' ? token.start : 1
    return { kind: 'list' as const, ordered: token.ordered, start, items }
  }

  #table({ header, rows, align }: Tokens.Table, line: number): Block {
    // The second line of a table separates its header from its rows.
    const cells = (row: readonly Tokens.TableCell[], at: number) => row.map(({ tokens }) => this.#runs(tokens, at))
    return {
      kind: 'table',
      align: align.map((each) => each ?? 'left'),
      header: cells(header, line),
      rows: rows.map((row, index) => cells(row, line + 2 + index)),
    }
  }

  #callout({ tokens }: Tokens.Blockquote, line: number): Block {
    const blocks = withLines(tokens, line).flatMap(({ token, line: at }) => this.#shallow(token, at) ?? [])
    const [first, ...rest] = blocks
    const [label, ...words] = first?.kind === 'paragraph' ? first.runs : []
    const tone = label?.strong ? TONES[label.text] : undefined
    if (!tone) {
      this.#fault(line, `a call-out begins with ${Object.keys(TONES).join(', ')}, in bold`)
      return { kind: 'callout', tone: 'notice', blocks }
    }
    const [second, ...others] = words
    const runs = second ? [{ ...second, text: second.text.trimStart() }, ...others] : []
    return { kind: 'callout', tone, blocks: runs.length > 0 ? [{ kind: 'paragraph', runs }, ...rest] : rest }
  }

  #runs(tokens: readonly Token[], line: number, style: Omit<Run, 'text'> = {}): Run[] {
    return joined(withLines(tokens, line).flatMap(({ token, line: at }) => this.#run(token, at, style)))
  }

  #run(token: MarkedToken, line: number, style: Omit<Run, 'text'>): Run[] {
    if (token.type === 'strong') return this.#runs(token.tokens, line, { ...style, strong: true })
    if (token.type === 'em') return this.#runs(token.tokens, line, { ...style, emphasis: true })
    if (token.type === 'codespan') return [{ ...style, code: true, text: this.#filled(token.text, line) }]
    if (token.type === 'link') {
      const link = this.#link(token.href, line)
      return this.#runs(token.tokens, line, { ...style, ...(link && { link }) })
    }
    if (token.type === 'text' || token.type === 'escape') {
      const entity = /&(?:[a-z]+\d*|#\d+|#x[\da-f]+);/i.exec(token.text)?.[0]
      if (entity !== undefined) this.#fault(line, `${entity}: write the character itself`)
      return [{ ...style, text: this.#filled(token.text, line).replaceAll(/\s*\n\s*/g, ' ') }]
    }
    this.#fault(line, UNSUPPORTED[token.type] ?? `${token.type} is not supported within a sentence`)
    return []
  }

  /** `#section`, `manual`, `manual#section` or `versiones/note#section` */
  #link(href: string, line: number): Link | null {
    const pattern = new RegExp(`^(?:(?:(manuales|versiones)/)?(${SLUG}))?(?:#(${SLUG}))?$`)
    const [whole, shelf = 'manuales', slug, section] = pattern.exec(href) ?? []
    if (whole === undefined || whole === '') {
      this.#fault(line, `“${href}” is no link: #section, manual or manual#section`)
      return null
    }
    const link = { document: slug === undefined ? this.#id : `${shelf}/${slug}`, section: section ?? null }
    this.links.push({ ...link, line })
    return link
  }

  #filled(text: string, line: number): string {
    return text.replaceAll(/\{\{\s*(\w*)\s*\}\}(\.?)/g, (written, name: string, dot: string) => {
      const value = Object.hasOwn(this.#placeholders, name) ? this.#placeholders[name] : undefined
      if (value === undefined) this.#fault(line, `${written} stands for nothing that is known`)
      // A name such as «Cantera, S.L.» already ends with a full stop.
      return value?.endsWith('.') ? value : `${value ?? ''}${dot}`
    })
  }
}

const KEYS: Readonly<Record<Shelf, readonly string[]>> = {
  manuales: ['title', 'group', 'area', 'topics', 'summary', 'updated', 'since'],
  versiones: ['title', 'line', 'version', 'kind', 'date', 'area', 'topics', 'summary', 'since'],
}
const AREAS = { RE: 'main', APPS: 'apps', ASPRO: 'aspro', todas: null } as const
const LINES = { RE: 're', BC2016: 'bc2016', BC365: 'bc365' } as const
const KINDS = { manual: 'manual', cambio: 'changes', modelo: 'model' } as const
const TONES: Readonly<Record<string, Extract<Block, { kind: 'callout' }>['tone']>> = {
  'Aviso.': 'notice',
  'Importante.': 'important',
  'Consejo.': 'tip',
  'Ejemplo.': 'example',
}
const UNSUPPORTED: Readonly<Record<string, string>> = {
  heading: 'only ## (section) and ### (subsection) are headings',
  html: 'HTML is not supported',
  code: 'code blocks are not supported (nor lines indented by four spaces)',
  hr: 'a rule is not supported',
  del: 'text that is struck through is not supported: write \\~ for a tilde',
  br: 'a line break within a paragraph is not supported (a \\ or two spaces at the end of a line)',
  image: 'a picture stands in a paragraph of its own',
  def: 'link definitions are not supported',
  table: 'a table is not supported within a list or a call-out',
  blockquote: 'a call-out is not supported within a list or another call-out',
  list: 'lists have at most two levels',
}

const isSlug = (text: string): boolean => IS_SLUG.test(text) && text.length <= MAX_SLUG

const oneOf =
  <T>(words: Readonly<Record<string, T>>) =>
  (text: string): T | undefined =>
    Object.hasOwn(words, text) ? words[text] : undefined

const version = (text: string): string | undefined => (VERSION.test(text) ? text : undefined)

/** Nothing extends the lexer, so all its tokens are marked's own. */
const isMarkedToken = (token: { readonly type: string }): token is MarkedToken => token.type !== ''

/** Tokens with their first lines. Joined, they are exactly the source. */
function withLines(tokens: readonly Token[], begin: number): { token: MarkedToken; line: number }[] {
  let line = begin
  return tokens.filter(isMarkedToken).map((token) => {
    const leading = /^\n*/.exec(token.raw)?.[0].length ?? 0
    const at = { token, line: line + leading }
    line += token.raw.split('\n').length - 1
    return at
  })
}

/** Joins neighbours of the same style. */
function joined(runs: readonly Run[]): Run[] {
  const result: Run[] = []
  for (const run of runs) {
    const last = result.at(-1)
    const same = last && last.strong === run.strong && last.emphasis === run.emphasis && last.code === run.code
    if (same && last.link === run.link) result[result.length - 1] = { ...last, text: last.text + run.text }
    else if (run.text !== '') result.push(run)
  }
  return result
}
