/** The tenant with the fewest slots goes first. A slow one does not get the last free slot while others are active. */

/** One slot in use. `release` must be called once. */
export interface Grant {
  release(now: number): void
}

/** Times are milliseconds of the caller's clock. */
interface SlotState {
  readonly free: number
  readonly now: number
}

interface FairScheduler {
  recordRequest(tenant: string, now: number): void
  acquire(tenant: string, now: number): Grant
  canAcquire(tenant: string, slots: SlotState): boolean
  /** Returns jobs that may have a slot, in a stable order by their tenants' slots. */
  orderByLeastUsage<job extends { readonly tenant: string }>(jobs: readonly job[], slots: SlotState): job[]
  isSlow(tenant: string, now: number): boolean
}

/** Minimum duration of slow work, well above that of a page. */
export const SLOW_AFTER_MS = 5000
/** Time for which a tenant and its slow jobs are remembered. */
export const MEMORY_MS = 600_000
const MAX_TENANTS = 1000

interface Tenant {
  lastSeenAt: number
  slowAt: number
  readonly running: Set<{ readonly since: number }>
}

/** `isSlow` replaces the measured duration of jobs, which can include waiting for other resources. */
export function createFairScheduler(options: { isSlow?: FairScheduler['isSlow'] } = {}): FairScheduler {
  const tenants = new Map<string, Tenant>()

  const hasSlowJob = (name: string, now: number): boolean => {
    const tenant = tenants.get(name)
    if (tenant === undefined) return false
    return now - tenant.slowAt < MEMORY_MS || [...tenant.running].some(({ since }) => now - since >= SLOW_AFTER_MS)
  }
  const { isSlow = hasSlowJob } = options

  const markActive = (name: string, now: number): Tenant => {
    let tenant = tenants.get(name)
    if (tenant === undefined) {
      if (tenants.size >= MAX_TENANTS) removeInactive(now)
      tenant = { lastSeenAt: now, slowAt: Number.NEGATIVE_INFINITY, running: new Set() }
      tenants.set(name, tenant)
    }
    tenant.lastSeenAt = now
    return tenant
  }

  const removeInactive = (now: number): void => {
    for (const [name, { running, lastSeenAt }] of tenants)
      if (running.size === 0 && now - lastSeenAt >= MEMORY_MS) tenants.delete(name)
  }

  const canAcquire = (name: string, { free, now }: SlotState): boolean => {
    if (free > 1 || !isSlow(name, now)) return true
    const all = [...tenants].map(([other, tenant]) => ({ ...tenant, slow: isSlow(other, now) }))
    const slowJobsRun = all.some(({ slow, running }) => slow && running.size > 0)
    return !slowJobsRun || !all.some(({ slow, lastSeenAt }) => !slow && now - lastSeenAt < MEMORY_MS)
  }

  return {
    recordRequest: markActive,
    acquire(name, now) {
      const tenant = markActive(name, now)
      const job = { since: now }
      tenant.running.add(job)
      return {
        release(endedAt) {
          tenant.running.delete(job)
          tenant.lastSeenAt = endedAt
          if (endedAt - job.since >= SLOW_AFTER_MS) tenant.slowAt = endedAt
        },
      }
    },
    canAcquire,
    orderByLeastUsage(jobs, slots) {
      const usage = new Map<string, number>()
      for (const { tenant } of jobs)
        if (!usage.has(tenant) && canAcquire(tenant, slots)) usage.set(tenant, tenants.get(tenant)?.running.size ?? 0)
      return jobs
        .filter(({ tenant }) => usage.has(tenant))
        .sort((a, b) => (usage.get(a.tenant) ?? 0) - (usage.get(b.tenant) ?? 0))
    },
    isSlow,
  }
}

export interface QueueLoad {
  readonly waiting: number
  readonly ownWaiting: number
  /** Number of tenants with waiting jobs, including this one. */
  readonly tenants: number
}

/** Up to `limit` all jobs may wait; up to twice that, those of tenants below an even share. */
export function canQueue({ waiting, ownWaiting, tenants }: QueueLoad, limit: number): boolean {
  return waiting < limit || (waiting < 2 * limit && ownWaiting * tenants < limit)
}
