/** Contract tests of rate limiters, in real time. */
import { expect, test } from 'vitest'
import type { RateLimiter } from '../../src/accounts/rate-limits.ts'

/** Two limiters that share their counts, as two processes do; the adapter of one process passes the same one twice. */
export function testRates(open: () => Promise<readonly [RateLimiter, RateLimiter]>): void {
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
  const newKey = (): string => `key_${crypto.randomUUID()}`

  test('limits requests per second over both limiters', async () => {
    const [a, b] = await open()
    const key = newKey()
    const rates = { perSecond: 3, perWindow: 0, windowMs: 60_000 }
    const answers = await Promise.all([a, b, a, b, a, b].map((limiter) => limiter.consume(key, rates, Date.now())))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
    const refused = await b.consume(key, rates, Date.now())
    expect(refused).toMatchObject({
      ok: false,
      code: 1124,
      message: expect.stringContaining('has sent 3 documents within a second, its limit is 3'),
    })
    await pause(1050)
    expect(await a.consume(key, rates, Date.now())).toEqual({ ok: true })
  })

  test('limits requests per window and reports the waiting time', async () => {
    const [a, b] = await open()
    const key = newKey()
    const rates = { perSecond: 0, perWindow: 2, windowMs: 2000 }
    for (const limiter of [a, b]) expect(await limiter.consume(key, rates, Date.now())).toEqual({ ok: true })
    const refused = await a.consume(key, rates, Date.now())
    expect(refused).toMatchObject({
      ok: false,
      code: 1101,
      message: expect.stringMatching(/2 documents within 2 seconds, its limit is 2\. Try again in [12] s/),
    })
    await pause(2050)
    expect(await b.consume(key, rates, Date.now())).toEqual({ ok: true })
  })

  test('refused requests are not counted', async () => {
    const [a, b] = await open()
    const key = newKey()
    const rates = { perSecond: 1, perWindow: 2, windowMs: 60_000 }
    expect(await a.consume(key, rates, Date.now())).toEqual({ ok: true })
    // Refused by the limit per second: the window must not count them.
    for (let more = 0; more < 5; more++) expect(await b.consume(key, rates, Date.now())).toMatchObject({ code: 1124 })
    await pause(1050)
    expect(await a.consume(key, rates, Date.now())).toEqual({ ok: true })
    expect(await a.consume(key, { ...rates, perSecond: 0 }, Date.now())).toMatchObject({ code: 1101 })
  })

  test('keys are counted separately; 0 is no limit', async () => {
    const [a] = await open()
    const rates = { perSecond: 1, perWindow: 0, windowMs: 60_000 }
    for (const key of [newKey(), newKey(), newKey()])
      expect(await a.consume(key, rates, Date.now())).toEqual({ ok: true })
    const key = newKey()
    for (let time = 0; time < 50; time++)
      expect(await a.consume(key, { ...rates, perSecond: 0 }, Date.now())).toEqual({ ok: true })
  })
}
