/** Process identifiers that are unique over time and machines, for folders and leases. */
import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

// Containers of a pod, or with the network of their host, share its name but do not see each other's processes.
const hostKey = [hostname(), ...processNamespace()].join('-').replace(/[^A-Za-z0-9.-]/g, '_')

export function createProcessId(): string {
  return [hostKey, process.pid, startTimeOf(process.pid) ?? 'x', randomBytes(6).toString('hex')].join('~')
}

/** `null` for another machine or container. */
export function isProcessRunning(processId: string): boolean | null {
  const [host, pidText, startTime] = processId.split('~')
  const pid = Number(pidText)
  if (host !== hostKey || !Number.isInteger(pid) || pid <= 0) return null
  // Containers reuse process numbers, so the start time must match.
  const current = startTimeOf(pid)
  if (current !== null) return current === startTime
  return pid !== process.pid && exists(pid)
}

function processNamespace(): string[] {
  try {
    return readlinkSync('/proc/self/ns/pid').match(/\d+/) ?? []
  } catch {
    return []
  }
}

function startTimeOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the command in parentheses, can contain spaces.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
