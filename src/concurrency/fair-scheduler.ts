/**
 * How senders share threads: who holds fewest goes first, and whoever sends pages that take very long leaves one thread to the
 * others. Without the second rule the first would not help them: a page can't be interrupted, so a few that run into their time
 * limit would hold every thread whenever nobody else happens to wait. It counts and decides; it starts nothing and knows no threads.
 */

/** A tenant's place at work. `end` must be called once. */
export interface Grant {
  release(now: number): void
}

/** Times are milliseconds of the caller's clock. */
export interface FairScheduler {
  /** The tenant has sent something. */
  recordRequest(tenant: string, now: number): void
  /** The tenant was given a thread. */
  acquire(tenant: string, now: number): Grant
  /** Threads that the tenant holds. */
  held(tenant: string): number
  /** Whether the tenant may have one of `free` threads now. Whoever may not is let in when one of the threads held comes back. */
  canAcquire(tenant: string, at: { free: number; now: number }): boolean
  /** Whether something of the tenant's has held a thread for very long, now or lately. */
  isSlow(tenant: string, now: number): boolean
}

/** Pages take milliseconds, scanned ones seconds: what holds a thread for longer is out of the ordinary, whatever the machine. */
export const SLOW_AFTER_MS = 5000
/** A tenant counts as slow, or as somebody who may come back, for so long. Only slow ones pay for it, and with one thread at most. */
export const MEMORY_MS = 600_000
/** Senders that are remembered at most; beyond that those go that were not seen for long. */
const MAX_SENDERS = 1000

interface Sender {
  seenAt: number
  /** When something of theirs last held a thread for too long. */
  slowAt: number
  /** When each of the threads that they hold was given to them. */
  readonly stays: Set<{ readonly since: number }>
}

/** `isSlow`: who knows better than the time between `begin` and `end`, where that is not only work: a step of a task also waits for its thread. */
export function createFairScheduler(options: { isSlow?: FairScheduler['isSlow'] } = {}): FairScheduler {
  const senders = new Map<string, Sender>()

  const heldLong = (name: string, now: number): boolean => {
    const { slowAt, stays } = senders.get(name) ?? {
      slowAt: Number.NEGATIVE_INFINITY,
      stays: new Set<{ since: number }>(),
    }
    return now - slowAt < MEMORY_MS || [...stays].some(({ since }) => now - since >= SLOW_AFTER_MS)
  }
  const { isSlow = heldLong } = options

  const note = (name: string, now: number): Sender => {
    const known = senders.get(name)
    if (known === undefined && senders.size >= MAX_SENDERS) forget(now)
    const tenant = known ?? { seenAt: now, slowAt: Number.NEGATIVE_INFINITY, stays: new Set() }
    tenant.seenAt = now
    senders.set(name, tenant)
    return tenant
  }

  const forget = (now: number): void => {
    for (const [name, { stays, seenAt }] of senders)
      if (stays.size === 0 && now - seenAt >= MEMORY_MS) senders.delete(name)
  }

  return {
    recordRequest(name, now) {
      note(name, now)
    },
    acquire(name, now) {
      const tenant = note(name, now)
      const stay = { since: now }
      tenant.stays.add(stay)
      return {
        release(endedAt) {
          tenant.stays.delete(stay)
          tenant.seenAt = endedAt
          if (endedAt - stay.since >= SLOW_AFTER_MS) tenant.slowAt = endedAt
        },
      }
    },
    held: (name) => senders.get(name)?.stays.size ?? 0,
    canAcquire(name, { free, now }) {
      if (free > 1 || !isSlow(name, now)) return true
      const all = [...senders].map(([other, tenant]) => ({ ...tenant, slow: isSlow(other, now) }))
      const slowOnesHold = all.some(({ slow, stays }) => slow && stays.size > 0)
      return !slowOnesHold || !all.some(({ slow, seenAt }) => !slow && now - seenAt < MEMORY_MS)
    },
    isSlow,
  }
}

/** Whoever has a claim to one of `free` threads, those first whose senders hold fewest; among equals the order stays. */
export function orderByLeastUsage<work extends { readonly tenant: string }>(
  works: readonly work[],
  shares: FairScheduler,
  at: { free: number; now: number },
): work[] {
  const senders = new Map(
    [...new Set(works.map(({ tenant }) => tenant))].map((tenant) => [
      tenant,
      { held: shares.held(tenant), may: shares.canAcquire(tenant, at) },
    ]),
  )
  return works
    .filter(({ tenant }) => senders.get(tenant)?.may)
    .sort((a, b) => (senders.get(a.tenant)?.held ?? 0) - (senders.get(b.tenant)?.held ?? 0))
}

/** How many wait. */
export interface QueueLoad {
  readonly waiting: number
  /** Of them, how many are the tenant's. */
  readonly own: number
  /** Senders of all of them, and of one more. */
  readonly senders: number
}

/** Whether one more of a tenant's documents may wait. Where all places are taken each tenant has an even share of them, at most as many again in all. */
export function canQueue({ waiting, own, senders }: QueueLoad, places: number): boolean {
  return waiting < places || (waiting < 2 * places && own * senders < places)
}
