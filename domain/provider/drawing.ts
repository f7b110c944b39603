/** Why a drawing is refused, and the part of it that is the cause. */
export interface DrawingProblem {
  /** `malformed`: no SVG that can be read to its end. `active`: it could run or embed something. `outside`: it would fetch something. */
  readonly is: 'malformed' | 'active' | 'outside'
  readonly what: string
}

/**
 * Examines an SVG before it is kept; null if it only draws. It is not repaired, because it might then look different: its owner is
 * told which part to remove. Even a part that passes by mistake runs nothing. Pages show the drawing as a picture, and an address
 * that opens it alone has a policy that forbids everything.
 */
export function drawingProblem(text: string): DrawingProblem | null {
  try {
    insistOnDrawing(text.replace(/^\uFEFF/, ''))
    return null
  } catch (error) {
    if (error instanceof Refused) return error.problem
    throw error
  }
}

class Refused extends Error {
  readonly problem: DrawingProblem
  constructor(is: DrawingProblem['is'], what: string) {
    super(what)
    this.problem = { is, what: what.slice(0, 60) }
  }
}

const SVG = 'http://www.w3.org/2000/svg'
/** Namespaces whose elements act in a browser. Browsers ignore the elements that editors add in other namespaces. */
const ALIVE = /^http:\/\/www\.w3\.org\/(?:1999\/xhtml|1998\/Math)/
const DRAWS = new Set(
  `svg g defs symbol use title desc metadata path rect circle ellipse line polyline polygon text tspan textPath image linearGradient
  radialGradient stop pattern clipPath mask marker style switch filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset feTile feTurbulence`.split(
    /\s+/,
  ),
)

const NAME = String.raw`[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?`
const TAG = new RegExp(String.raw`<(${NAME})((?:\s+${NAME}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(/?)>`, 'y')
const END = new RegExp(String.raw`</(${NAME})\s*>`, 'y')
const ATTRIBUTE = new RegExp(String.raw`(${NAME})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`, 'g')

function insistOnDrawing(text: string): void {
  const spaces = new Map<string, string>()
  const open: string[] = []
  let at = 0
  let roots = 0
  let uses = 0
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const between = text.slice(at, next === -1 ? text.length : next)
    if (open.length === 0 && between.trim() !== '') throw new Refused('malformed', between.trim())
    if (localOf(open.at(-1) ?? '') === 'style') insistOnOwnStyle(decoded(between))
    else decoded(between)
    if (next === -1) break
    const aside = pastAside(text, next, open)
    if (aside !== null) {
      at = aside
      continue
    }
    END.lastIndex = next
    const end = END.exec(text)
    if (end) {
      if (open.pop() !== end[1]) throw new Refused('malformed', end[0])
      at = END.lastIndex
      continue
    }
    TAG.lastIndex = next
    const tag = TAG.exec(text)
    if (!tag) throw new Refused('malformed', text.slice(next, next + 40))
    const [, name = '', attributes = '', closed] = tag
    if (open.length === 0 && (roots += 1) > 1) throw new Refused('malformed', `<${name}>`)
    insistOnStill(name, attributesIn(attributes), spaces, open.length === 0)
    // Repeated parts that repeat others would multiply without bound.
    if (localOf(name) === 'use' && (uses += 1) > MOST_USES) throw new Refused('active', `<${name}>`)
    if (closed === '') open.push(name)
    if (open.length > DEEPEST) throw new Refused('malformed', `<${name}>`)
    at = TAG.lastIndex
  }
  if (open.length > 0 || roots === 0) throw new Refused('malformed', open.at(-1) ?? 'svg')
}

const DEEPEST = 200
const MOST_USES = 24

/** The position after a comment, a declaration or a CDATA section; null if none begins here. */
function pastAside(text: string, at: number, open: readonly string[]): number | null {
  const past = (end: string, from: number) => {
    const found = text.indexOf(end, from)
    if (found === -1) throw new Refused('malformed', text.slice(at, at + 20))
    return found + end.length
  }
  if (text.startsWith('<!--', at)) return past('-->', at + 4)
  if (text.startsWith('<![CDATA[', at)) {
    const end = past(']]>', at)
    if (localOf(open.at(-1) ?? '') === 'style') insistOnOwnStyle(text.slice(at, end))
    return end
  }
  if (/^<\?xml\s/.test(text.slice(at, at + 6)) && text.slice(0, at).trim() === '') return past('?>', at)
  if (text.startsWith('<?', at)) throw new Refused('active', text.slice(at, at + 20))
  if (!text.startsWith('<!', at)) return null
  const end = past('>', at)
  // An internal subset could define anything.
  if (open.length > 0 || !/^<!DOCTYPE\s[^[\]<]*>$/i.test(text.slice(at, end)))
    throw new Refused('active', '<!DOCTYPE [')
  return end
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1)
const prefixOf = (name: string): string => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '')

function attributesIn(written: string): readonly (readonly [name: string, value: string])[] {
  return [...written.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [
    name,
    decoded(double ?? single ?? ''),
  ])
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text as a browser reads it. */
const decoded = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w+));|&/g,
    (whole, decimal?: string, hex?: string, name = '') => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      const character = Number.isNaN(code) ? NAMED[name] : code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined
      if (character === undefined) throw new Refused('malformed', whole)
      return character
    },
  )

function insistOnStill(
  name: string,
  attributes: readonly (readonly [name: string, value: string])[],
  spaces: Map<string, string>,
  isRoot: boolean,
): void {
  for (const [attribute, value] of attributes) {
    if (attribute !== 'xmlns' && prefixOf(attribute) !== 'xmlns') continue
    const prefix = attribute === 'xmlns' ? '' : localOf(attribute)
    // A prefix has one meaning in the whole drawing, so that no element changes it unnoticed.
    if ((spaces.get(prefix) ?? value) !== value) throw new Refused('malformed', attribute)
    spaces.set(prefix, value)
  }
  const space = spaces.get(prefixOf(name))
  if (space === undefined) throw new Refused('malformed', `<${name}>`)
  const isSvg = space === SVG
  if (isRoot && !(isSvg && localOf(name) === 'svg')) throw new Refused('malformed', `<${name}>`)
  if (ALIVE.test(space) || (isSvg && !DRAWS.has(localOf(name)))) throw new Refused('active', `<${name}>`)
  for (const [attribute, value] of attributes) insistOnOwn(attribute, value)
}

function insistOnOwn(attribute: string, value: string): void {
  const local = localOf(attribute).toLowerCase()
  if (local.startsWith('on')) throw new Refused('active', attribute)
  if (attribute === 'xml:base' || local === 'src') throw new Refused('outside', attribute)
  if (local === 'href') {
    const target = value.trim()
    if (!target.startsWith('#') && !/^data:image\/(?:png|jpeg|webp);base64,[\w+/=\s]*$/.test(target))
      throw new Refused('outside', `${attribute}="${target}"`)
    return
  }
  if (!attribute.startsWith('xmlns')) insistOnOwnStyle(value)
}

/** Allows no imports, and only addresses of the drawing's own parts. It refuses escapes, which could hide either. */
function insistOnOwnStyle(css: string): void {
  const [found] = /@import|@charset|image-set\(|javascript:|expression\(|\\/i.exec(css) ?? []
  if (found !== undefined) throw new Refused('outside', found)
  for (const [whole, target = ''] of css.matchAll(/url\(\s*["']?([^)]*)/gi)) {
    if (!target.startsWith('#')) throw new Refused('outside', whole)
  }
}
