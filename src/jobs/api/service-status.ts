import type { Deps } from '../../deps.ts'
import { isoTime } from '../../model/iso-time.ts'
import { countUnfinished } from '../store/due-work.ts'
import { countEnded } from '../store/task-store.ts'
import { countLiveWorkers } from '../store/worker-heartbeats.ts'
import { checkReadiness } from './readiness.ts'

export async function serviceStatus(deps: Deps): Promise<object> {
  const { sql, clock, pool, host, settings } = deps
  const now = clock()
  const [{ status, parts }, unfinished, ended, workers] = await Promise.all([
    checkReadiness(deps),
    countUnfinished(sql),
    countEnded(sql),
    deps.tasks?.remote === true ? countLiveWorkers(sql, now) : null,
  ])
  return {
    status,
    parts,
    version: settings.version,
    pool: pool.load(),
    queue: unfinished.map(({ state, count, oldest }) => ({
      state,
      count,
      oldest_seconds: Math.max(0, Math.round((now - oldest) / 1000)),
    })),
    ended: ended.map(({ state, errorCode, count }) => ({ state, error_code: errorCode, count })),
    workers: workers === null ? null : { alive: workers.alive, last_seen_at: isoTime(workers.lastSeenAt) },
    disk_free_bytes: host === undefined ? null : await host.freeDiskBytes().catch(() => null),
    memory_used_bytes: host === undefined ? null : host.memory().usedBytes,
    result_ttl_hours: settings.resultTtlHours,
  }
}
