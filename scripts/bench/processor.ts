import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const TICK_MS = 10

/** Milliseconds of processor that a process has used, all its threads together. */
export const timeOf = async (pid: number): Promise<number> => (await ticksOf(String(pid))).own * TICK_MS

/** Milliseconds of processor that a cluster's processes have used, ended ones included. */
export async function postgresTime(place: string): Promise<number> {
  const postmaster = (await readFile(join(place, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0] ?? ''
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const ticks = await Promise.all(
    pids.map(async (pid) => {
      const { parent, own, ended } = await ticksOf(pid)
      if (pid === postmaster) return own + ended
      return parent === postmaster ? own : 0
    }),
  )
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS
}

async function ticksOf(pid: string): Promise<{ parent: string; own: number; ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // After the name in brackets: state, parent, … the 12th to 15th are the times of it and of its ended children.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const at = (place: number) => Number(fields[place] ?? 0)
  return { parent: fields[1] ?? '', own: at(11) + at(12), ended: at(13) + at(14) }
}
