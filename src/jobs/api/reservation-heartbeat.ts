import { renewReservation } from '../../accounts/quota.ts'
import type { Deps } from '../../deps.ts'
import { UnavailableError } from '../../model/errors.ts'

/** Pages of a crashed process are refunded after this time. */
export const SYNC_RESERVATION_TTL_MS = 90_000
const RENEW_MS = 25_000

/** Renews the reservation of a synchronous request. The returned function stops the renewal. */
export function keepReservation(taskId: string, { sql, clock, log }: Pick<Deps, 'sql' | 'clock' | 'log'>): () => void {
  const timer = setInterval(() => {
    renewReservation(sql, { taskId, expiresAt: clock() + SYNC_RESERVATION_TTL_MS }).catch((error: unknown) => {
      if (!(error instanceof UnavailableError))
        log.error('a reservation could not be renewed', { taskId, error: String(error) })
    })
  }, RENEW_MS)
  return () => clearInterval(timer)
}
