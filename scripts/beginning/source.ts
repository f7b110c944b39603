/** Reads a file of the project, by its path from the root. */
export type Read = (path: string) => string

/** New and changed files, by their path from the root. */
export type Written = Readonly<Record<string, string>>

/** Stands in place of words that somebody still has to write. `conventions.test.ts` fails while one is left. */
export const UNDESCRIBED = '…to be described'

/** The source with a line added before the first match of `place` that follows `from`. */
export function inserted(text: string, line: string, place: string, from = ''): string {
  const after = text.indexOf(from)
  const at = after < 0 ? after : text.indexOf(place, after)
  if (at < 0) throw new Error(`Expected «${from}» and then «${place}»`)
  return `${text.slice(0, at)}${line}${text.slice(at)}`
}

/** The source with these names imported from there, besides the present ones. */
export function importing(text: string, names: readonly string[], from: string): string {
  const there = new RegExp(String.raw`^import \{([^}]*)\} from '${from.replaceAll('.', String.raw`\.`)}'$`, 'm')
  const imported =
    there
      .exec(text)?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? []
  const all = [...new Set([...imported.filter(Boolean), ...names])]
  const statement = `import { ${all.join(', ')} } from '${from}'`
  if (imported.length > 0) return text.replace(there, () => statement)
  const last = [...text.matchAll(/^import [^']*'[^']*'$/gm)].at(-1)
  const at = last ? last.index + last[0].length : 0
  return `${text.slice(0, at)}${at > 0 ? '\n' : ''}${statement}\n${text.slice(at).replace(/^\n/, '')}`
}

export const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const capital = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

/** `invoice-lines` → `invoiceLines`. */
export const camel = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
