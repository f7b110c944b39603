import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { moduleEntry } from '#domain/module.ts'
import { officeCalendar } from '#domain/office/office-calendar.ts'
import { type ProviderFiles, type Settings, legalTexts, settings } from '#domain/settings.ts'
import { StartProblem, reasonOf } from './start-problem.ts'

/** The samples that come with the product. `CONTENT_DIR` replaces them. */
export const SHIPPED_CONTENT = fileURLToPath(new URL('../content', import.meta.url))

/** The provider's names, addresses, limits and switches. */
export const readSettings = (folder = SHIPPED_CONTENT) => readFrom(folder, 'settings.json', settings)

export const readLegalTexts = (folder = SHIPPED_CONTENT) => readFrom(folder, 'legal-texts.json', legalTexts)

export const readModules = (folder = SHIPPED_CONTENT) => readFrom(folder, 'modules.json', z.array(moduleEntry))

export const readOfficeCalendar = (folder = SHIPPED_CONTENT) => readFrom(folder, 'office-calendar.json', officeCalendar)

/** Reads everything that a start needs, so that each mistake is reported before anything is changed. */
export async function readContent(folder: string) {
  const provider = await readSettings(folder)
  await Promise.all([readProvider(provider, folder), readModules(folder), readOfficeCalendar(folder)])
  return provider
}

/** What screens show of the folder, besides the settings: legal texts and logo. */
export async function readProvider(
  provider: Settings,
  folder = SHIPPED_CONTENT,
): Promise<ProviderFiles & { readonly pictures: readonly Logo[] }> {
  const [legal, light, dark] = await Promise.all([
    readLegalTexts(folder),
    readLogo(folder),
    readLogo(folder, 'logo-dark'),
  ])
  const logo = { light: light?.stamp ?? null, dark: dark?.stamp ?? null }
  return { settings: provider, legal, logo, pictures: [light, dark].filter((picture) => picture !== null) }
}

const LOGO_KINDS = [
  { extension: 'svg', type: 'image/svg+xml', begins: /^(?:\uFEFF)?\s*<(?:svg|\?xml|!--|!DOCTYPE svg)/i },
  { extension: 'png', type: 'image/png', begins: /^\u0089PNG\r\n/ },
  { extension: 'webp', type: 'image/webp', begins: /^RIFF[\s\S]{4}WEBP/ },
] as const

type LogoType = (typeof LOGO_KINDS)[number]['type']

export const LOGO_TYPES: readonly LogoType[] = LOGO_KINDS.map(({ type }) => type)

/** The type that a picture's first bytes tell. */
export const logoTypeOf = (bytes: Buffer): LogoType | undefined =>
  LOGO_KINDS.find(({ begins }) => begins.test(bytes.toString('latin1', 0, 200)))?.type

export interface Logo {
  readonly bytes: Buffer
  readonly type: LogoType
  /** Changes with the picture. */
  readonly stamp: string
}

export const MOST_LOGO_BYTES = 256 * 1024

export const stampOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 12)

/** The provider's own logo; without a file the product's. */
export async function readLogo(folder = SHIPPED_CONTENT, name: 'logo' | 'logo-dark' = 'logo'): Promise<Logo | null> {
  for (const { extension, type } of LOGO_KINDS) {
    const path = join(folder, `${name}.${extension}`)
    const bytes = await readFile(path).catch(nothingIfMissing(path))
    if (bytes === null) continue
    if (bytes.length > MOST_LOGO_BYTES) throw new StartProblem(`${path} is larger than 256 kB.`)
    if (logoTypeOf(bytes) !== type) throw new StartProblem(`${path} is not of the kind in its name.`)
    return { bytes, type, stamp: stampOf(bytes) }
  }
  return null
}

/** @throws StartProblem with the field's name in one sentence */
async function readFrom<T extends z.core.$ZodType>(folder: string, name: string, schema: T): Promise<z.output<T>> {
  const path = join(folder, name)
  const bytes = await readFile(path).catch(nothingIfMissing(path))
  if (bytes === null) {
    throw new StartProblem(`${path} is missing: CONTENT_DIR begins as a copy of the product's content folder.`)
  }
  const parsed = z.safeParse(schema, jsonIn(bytes, path), { error: z.locales.en().localeError })
  if (parsed.success) return parsed.data
  throw new StartProblem(`${path}: ${mistakeIn(parsed.error.issues[0])}.`)
}

const nothingIfMissing = (path: string) => (error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw new StartProblem(`${path} cannot be read: ${reasonOf(error)}.`)
}

function jsonIn(bytes: Buffer, path: string): unknown {
  // In another encoding names would lose their accents, unnoticed.
  if (!isUtf8(bytes)) throw new StartProblem(`${path} is not in UTF-8: save it in that encoding.`)
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    // The reason can quote a piece of the file, line ends included.
    throw new StartProblem(`${path} is not JSON: ${reasonOf(error).replaceAll(/\s+/g, ' ')}.`)
  }
}

function mistakeIn(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.map(String) ?? []
  if (issue?.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => [...path, key].join('.'))
    return `there is no field ${names.join(', ')}: remove it, or correct its name`
  }
  const field = path.length === 0 ? 'the whole' : `the field ${path.join('.')}`
  const message = issue?.message ?? ''
  if (message.endsWith('received undefined')) return `${field} is missing`
  return `${field} is wrong: ${message.replace(/^Invalid input: /, '')}`
}
