import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { type Settings, settings } from '#domain/settings.ts'

const FILE = new URL('../content/settings.json', import.meta.url)

/** The provider's names, addresses, limits and switches. A mistake in the file is reported by its field. */
export async function readSettings(): Promise<Settings> {
  const parsed = z.safeParse(settings, JSON.parse(await readFile(FILE, 'utf8')))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`content/settings.json is not valid at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}
