import { appendFileSync, readFileSync, readdirSync } from 'node:fs'
import type { TestCase } from '@playwright/test/reporter'
import type { TestModule } from 'vitest/node'

/** One line for each file or journey that ended, for `scripts/test-times.ts`. */
export interface Spent {
  readonly file: string
  readonly tests: number
  /** Seconds since the previous one ended. */
  readonly cpu: number
  readonly wall: number
}

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100

/** How often processor time is read, in milliseconds. */
const PACE = 500

/** A reporter for both runners. They must run one file at a time, so that all processor time is spent for that file. */
export default class Times {
  private cpu = 0
  private ticks = ticksOfTree(process.pid)
  private before = { cpu: 0, wall: performance.now() / 1000 }
  private readonly pace = setInterval(() => this.look(), PACE).unref()

  onTestModuleEnd(file: TestModule): void {
    this.note(file.relativeModuleId, [...file.children.allTests()].length)
  }

  onTestEnd(test: TestCase): void {
    this.note(`e2e/${test.titlePath()[2]}`, 1)
  }

  private note(file: string, tests: number): void {
    this.look()
    const now = { cpu: this.cpu, wall: performance.now() / 1000 }
    const spent: Spent = { file, tests, cpu: now.cpu - this.before.cpu, wall: now.wall - this.before.wall }
    appendFileSync(process.env.TIMES ?? '', `${JSON.stringify(spent)}\n`)
    this.before = now
    this.pace.refresh()
  }

  private look(): void {
    const ticks = ticksOfTree(process.pid)
    // A killed browser disappears from the tree together with its processor time, because nobody waits for its processes.
    this.cpu += Math.max(0, ticks - this.ticks) / TICKS
    this.ticks = ticks
  }
}

/** The processor time of a process and of all below it, ended ones included. */
function ticksOfTree(root: number): number {
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []))
  const ticksBelow = (id: number): number =>
    processes.filter(({ parent }) => parent === id).reduce((sum, { pid, ticks }) => sum + ticks + ticksBelow(pid), 0)
  return (statOf(root)?.ticks ?? 0) + ticksBelow(root)
}

function statOf(pid: number): { pid: number; parent: number; ticks: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before them may hold spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    // Its own time, and that of the children for which it has waited.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + field, 0)
    return { pid, parent: fields[1] ?? 0, ticks }
  } catch {
    return undefined // it ended meanwhile
  }
}
