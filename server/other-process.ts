import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const hasProc = existsSync('/proc/self/stat')

/**
 * When a process began, in a form that is only good for comparing. With it a process id that was given out again is
 * not mistaken for the process that had it before.
 * @returns undefined when there is no such process, or only its unburied remains
 */
export function startTimeOf(pid: number): string | undefined {
  if (!hasProc) return ps(pid, 'lstart=')
  try {
    // The name in the second field may hold blanks and brackets, so fields are counted from its end.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** The words a process was started with; undefined when there is no such process. */
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
