import { createHash } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import type { Settings, legalTexts } from '#domain/settings.ts'
import digests from './sample-documents.json' with { type: 'json' }

/** Names that belong to nobody (RFC 2606). */
const NOBODY = /[.@](?:example|example\.(?:com|net|org)|invalid|test)(?![\w.-])/
/** The sample's provider and its telephone. */
const OF_SAMPLE = /\bCantera Software\b|\b910 ?000 ?000\b/

/**
 * Whether an address leads to a sample's host. Names of `.test` belong to nobody either, but a machine for trials may give
 * one a place.
 */
export async function isSampleAddress(address: string): Promise<boolean> {
  const { hostname } = new URL(address)
  if (!NOBODY.test(`.${hostname}`)) return false
  if (!hostname.endsWith('.test')) return true
  return lookup(hostname).then(
    () => false,
    () => true,
  )
}

/** The fields that still have the sample's values: `contact.phone`, `personalData.es`. */
export const sampleFields = ({ provider, contact, demos }: Settings, legal: z.infer<typeof legalTexts>): string[] => [
  ...fieldsIn({ provider, contact, demos }),
  ...fieldsIn(legal),
]

function fieldsIn(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return NOBODY.test(value) || OF_SAMPLE.test(value) ? [path.join('.')] : []
  if (Array.isArray(value)) return value.some((each) => fieldsIn(each).length > 0) ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => fieldsIn(each, [...path, name]))
}

/** The product's own manuals and version notes among a folder's documents, if nobody has changed them. */
export async function sampleDocuments(folder: string): Promise<string[]> {
  const names = await Promise.all(
    ['manuals', 'versions'].map(async (shelf) =>
      (await readdir(join(folder, shelf)).catch(() => [])).map((name) => join(shelf, name)),
    ),
  )
  const found = await Promise.all(
    names
      .flat()
      .filter((name) => name.endsWith('.md'))
      .map(async (name) => (SAMPLES.has(digestOf(await readFile(join(folder, name)))) ? name : [])),
  )
  return found.flat()
}

const SAMPLES: ReadonlySet<string> = new Set(digests)

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16)
