/** CPU time of processes from `/proc`, with their children. */
import { readdirSync, readFileSync } from 'node:fs'

/** Linux reports times in ticks of 10 ms. */
const ticksPerSecond = 100

/** In seconds; 0 for a process that is gone. */
export function cpuSeconds(pid: number | undefined): number {
  if (pid === undefined) return 0
  try {
    return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + ownCpuSeconds(each), 0)
  } catch {
    return 0
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
}

/** User and system time, also of children that have ended. */
function ownCpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses can contain spaces; utime is the 14th field.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}
