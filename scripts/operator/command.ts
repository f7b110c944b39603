import { parseArgs } from 'node:util'
import { reasonOf, StartProblem } from '#server/start-problem.ts'

/**
 * Shows the progress of a long command: each new kind of step at once, and otherwise the present step twice a second.
 */
export function shownSteps(): (step: string) => void {
  let shown = { kind: '', at: -Infinity }
  return (step) => {
    const [kind = ''] = step.split(' ')
    if (kind === shown.kind && performance.now() - shown.at < 500) return
    shown = { kind, at: performance.now() }
    console.error(step)
  }
}

/**
 * Runs an operator's command: one line at the end, exit 0 or 1. On Ctrl-C and similar signals it tidies up first.
 * With `--help` the usage, which it throws, is what was asked for.
 */
export async function runCommand(command: (signal: AbortSignal) => Promise<string>): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopping.abort(new StartProblem('Stopped.')))
  }
  try {
    console.log(await command(stopping.signal))
  } catch (error) {
    const said = sentenceOf(error)
    if (process.argv.includes('--help') && typeof said === 'string' && said.startsWith('Usage: '))
      return console.log(said)
    console.error(said)
    process.exitCode = 1
  }
}

/** What the operator can mend is one sentence; a fault of the program stays whole. */
function sentenceOf(error: unknown): unknown {
  if (error instanceof StartProblem) return error.message
  const isOfSystem = error instanceof Error && 'syscall' in error
  return isOfSystem ? `${reasonOf(error)}.` : error
}

/**
 * `FILE [--clave FILE]`, the arguments of backup and restore.
 * @throws StartProblem with the usage for anything else
 */
export function archiveArguments(usage: string) {
  try {
    const { values, positionals } = parseArgs({ options: { clave: { type: 'string' } }, allowPositionals: true })
    const [given] = positionals
    if (given !== undefined && positionals.length === 1) return { given, keyFile: values.clave }
  } catch {
    // An unknown option: the usage lists those that exist.
  }
  throw new StartProblem(usage)
}
