/** The rate limiter within a process under the contract. */

import { createRateLimiter } from '../../src/accounts/rate-limits.ts'
import { testRates } from './rate-limit-contract.ts'

testRates(async () => {
  const limiter = createRateLimiter()
  return [limiter, limiter]
})
