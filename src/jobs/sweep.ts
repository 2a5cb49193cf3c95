/**
 * The cleaning that runs at start and by the clock: results past their time, and pages that killed processes held.
 * Safe in several processes at once, and it never touches what is still in use.
 */
import type { Deps } from '../deps.ts'
import { releaseExpired } from '../ledger/quota.ts'

/** Every result lies below this, in one folder per task (`filesPrefix` of `sync.ts`). */
export const resultsPrefix = 'files/'

const hourMs = 3_600_000

/** Removes the results older than `RESULT_TTL_HOURS`: a task's files go together, when its youngest is too old. How many tasks. */
export async function sweepResults({ blobs, settings, clock, log }: Pick<Deps, 'blobs' | 'settings' | 'clock' | 'log'>): Promise<number> {
  const oldest = clock() - settings.resultTtlHours * hourMs
  const expired: string[] = []
  let task = { prefix: '', modifiedAt: 0 }
  const close = (): void => {
    if (task.prefix !== '' && task.modifiedAt < oldest) expired.push(task.prefix)
  }
  // Keys come in order, so a task's files come one after the other.
  for await (const { blobKey, modifiedAt } of blobs.list(resultsPrefix)) {
    const prefix = taskPrefix(blobKey)
    if (prefix === task.prefix) {
      task.modifiedAt = Math.max(task.modifiedAt, modifiedAt)
      continue
    }
    close()
    task = { prefix, modifiedAt }
  }
  close()
  for (const prefix of expired) await blobs.remove(prefix)
  if (expired.length > 0) log.info('expired results removed', { tasks: expired.length })
  return expired.length
}

/** Gives back the pages whose task ended with its process. How many tasks. */
export async function sweepReservations({ sql, clock, log }: Pick<Deps, 'sql' | 'clock' | 'log'>): Promise<number> {
  const tasks = await releaseExpired(sql, { now: clock() })
  if (tasks > 0) log.warn('pages of unfinished tasks given back', { tasks })
  return tasks
}

/** `files/<token>/`; a blob that lies beside the folders is a task of its own. */
function taskPrefix(blobKey: string): string {
  const end = blobKey.indexOf('/', resultsPrefix.length)
  return end === -1 ? blobKey : blobKey.slice(0, end + 1)
}
