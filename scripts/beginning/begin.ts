import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Read, Written } from './source.ts'

/** The project's files, by their path from the root. */
export const projectFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)

export const readSource: Read = (path) => readFileSync(path, 'utf8')

/** Writes a recipe's files, formatted, and lists the remaining steps. */
export function begin(recipe: (files: readonly string[], read: Read) => Written, left: readonly string[]): void {
  const written = recipe(projectFiles(), readSource)
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  execFileSync('oxfmt', Object.keys(written))
  console.log([...Object.keys(written), '', 'Next:', ...left.map((step) => `- ${step}`)].join('\n'))
}
