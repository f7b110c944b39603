import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const hasProc = existsSync('/proc/self/stat')

/**
 * When a process began, in a form that is only good for comparing. It tells a process from a later one with the same
 * number.
 * @returns undefined if the process does not exist, or only as a zombie
 */
export function startTimeOf(pid: number): string | undefined {
  if (!hasProc) return ps(pid, 'lstart=')
  try {
    // The name in the second field may contain blanks and brackets, so the fields behind it are counted.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** The command line of a process; undefined if there is none. */
export function commandLineOf(pid: number): string | undefined {
  if (!hasProc) return ps(pid, 'command=')
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') || undefined
  } catch {
    return undefined
  }
}

function ps(pid: number, column: string): string | undefined {
  try {
    return execFileSync('ps', ['-ww', '-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}
