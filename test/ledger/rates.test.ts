/** The rate limiter within a process under the contract. */

import { createRateLimiter } from '../../src/ledger/rates.ts'
import { testRates } from './rates.ts'

testRates(async () => {
  const limiter = createRateLimiter()
  return [limiter, limiter]
})
