/** Contract tests with the rate limiter of one process. */

import { createRateLimiter } from '../../src/accounts/rate-limits.ts'
import { testRates } from './rate-limit-contract.ts'

testRates(async () => {
  const limiter = createRateLimiter()
  return [limiter, limiter]
})
