/**
 * How senders share threads: who holds fewest goes first, and whoever sends pages that take very long leaves one thread to the
 * others. Without the second rule the first would not help them: a page can't be interrupted, so a few that run into their time
 * limit would hold every thread whenever nobody else happens to wait. It counts and decides; it starts nothing and knows no threads.
 */

/** A sender's place at work. `end` must be called once. */
export interface Grant {
  end(now: number): void
}

/** Times are milliseconds of the caller's clock. */
export interface FairScheduler {
  /** The sender has sent something. */
  seen(sender: string, now: number): void
  /** The sender was given a thread. */
  begin(sender: string, now: number): Grant
  /** Threads that the sender holds. */
  held(sender: string): number
  /** Whether the sender may have one of `free` threads now. Whoever may not is let in when one of the threads held comes back. */
  mayTake(sender: string, at: { free: number; now: number }): boolean
  /** Whether something of the sender's has held a thread for very long, now or lately. */
  isSlow(sender: string, now: number): boolean
}

/** Pages take milliseconds, scanned ones seconds: what holds a thread for longer is out of the ordinary, whatever the machine. */
export const SLOW_MS = 5000
/** A sender counts as slow, or as somebody who may come back, for so long. Only slow ones pay for it, and with one thread at most. */
export const REMEMBER_MS = 600_000
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
    return now - slowAt < REMEMBER_MS || [...stays].some(({ since }) => now - since >= SLOW_MS)
  }
  const { isSlow = heldLong } = options

  const note = (name: string, now: number): Sender => {
    const known = senders.get(name)
    if (known === undefined && senders.size >= MAX_SENDERS) forget(now)
    const sender = known ?? { seenAt: now, slowAt: Number.NEGATIVE_INFINITY, stays: new Set() }
    sender.seenAt = now
    senders.set(name, sender)
    return sender
  }

  const forget = (now: number): void => {
    for (const [name, { stays, seenAt }] of senders)
      if (stays.size === 0 && now - seenAt >= REMEMBER_MS) senders.delete(name)
  }

  return {
    seen(name, now) {
      note(name, now)
    },
    begin(name, now) {
      const sender = note(name, now)
      const stay = { since: now }
      sender.stays.add(stay)
      return {
        end(endedAt) {
          sender.stays.delete(stay)
          sender.seenAt = endedAt
          if (endedAt - stay.since >= SLOW_MS) sender.slowAt = endedAt
        },
      }
    },
    held: (name) => senders.get(name)?.stays.size ?? 0,
    mayTake(name, { free, now }) {
      if (free > 1 || !isSlow(name, now)) return true
      const all = [...senders].map(([other, sender]) => ({ ...sender, slow: isSlow(other, now) }))
      const slowOnesHold = all.some(({ slow, stays }) => slow && stays.size > 0)
      return !slowOnesHold || !all.some(({ slow, seenAt }) => !slow && now - seenAt < REMEMBER_MS)
    },
    isSlow,
  }
}

/** Whoever has a claim to one of `free` threads, those first whose senders hold fewest; among equals the order stays. */
export function inTurn<work extends { readonly sender: string }>(
  works: readonly work[],
  shares: FairScheduler,
  at: { free: number; now: number },
): work[] {
  const senders = new Map(
    [...new Set(works.map(({ sender }) => sender))].map((sender) => [
      sender,
      { held: shares.held(sender), may: shares.mayTake(sender, at) },
    ]),
  )
  return works
    .filter(({ sender }) => senders.get(sender)?.may)
    .sort((a, b) => (senders.get(a.sender)?.held ?? 0) - (senders.get(b.sender)?.held ?? 0))
}

/** How many wait. */
export interface Line {
  readonly waiting: number
  /** Of them, how many are the sender's. */
  readonly own: number
  /** Senders of all of them, and of one more. */
  readonly senders: number
}

/** Whether one more of a sender's documents may wait. Where all places are taken each sender has an even share of them, at most as many again in all. */
export function canQueue({ waiting, own, senders }: Line, places: number): boolean {
  return waiting < places || (waiting < 2 * places && own * senders < places)
}
