import { readFile } from 'node:fs/promises'
import { type Settings, settings } from '#domain/settings.ts'
import { reasonOf, StartProblem } from './start-problem.ts'

const FILE = new URL('../content/settings.json', import.meta.url)
const NAME = 'content/settings.json'

/** The provider's names, addresses, limits and switches. */
export const readSettings = async (): Promise<Settings> =>
  settingsIn(
    await readFile(FILE, 'utf8').catch((error: unknown) => {
      throw new StartProblem(`${NAME} cannot be read (${reasonOf(error)}).`)
    }),
  )

/** @throws StartProblem naming the first wrong field */
export function settingsIn(text: string): Settings {
  const parsed = settings.safeParse(jsonIn(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.map(String) ?? []
  if (issue?.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => [...path, key].join('.'))
    throw new StartProblem(`${NAME}: there is no field ${names.join(', ')}: remove it, or correct its name.`)
  }
  throw new StartProblem(`${NAME}: the field ${path.join('.')} is missing or wrong (${issue?.message ?? ''}).`)
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StartProblem(`${NAME} is not JSON (${reasonOf(error)}).`)
  }
}
