/** What every rate limiter promises, as a suite that each adapter's test calls. Windows here last real time: short ones. */
import { expect, test } from 'vitest'
import type { RateLimiter } from '../../src/accounts/rate-limits.ts'

/** Two limiters that share their counts, as two processes would; in one process it is the same one twice. */
export function testRates(open: () => Promise<readonly [RateLimiter, RateLimiter]>): void {
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
  const newKey = (): string => `key_${crypto.randomUUID()}`

  test('within a second only so many pass, over both, and a second later again', async () => {
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

  test('within a window only so many pass; the refusal says how long to wait', async () => {
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

  test('what is refused is not counted', async () => {
    const [a, b] = await open()
    const key = newKey()
    const rates = { perSecond: 1, perWindow: 2, windowMs: 60_000 }
    expect(await a.consume(key, rates, Date.now())).toEqual({ ok: true })
    // Refused by the second: the window must not hear of them.
    for (let more = 0; more < 5; more++) expect(await b.consume(key, rates, Date.now())).toMatchObject({ code: 1124 })
    await pause(1050)
    expect(await a.consume(key, rates, Date.now())).toEqual({ ok: true })
    expect(await a.consume(key, { ...rates, perSecond: 0 }, Date.now())).toMatchObject({ code: 1101 })
  })

  test('keys do not count for each other, and no limit is none', async () => {
    const [a] = await open()
    const rates = { perSecond: 1, perWindow: 0, windowMs: 60_000 }
    for (const key of [newKey(), newKey(), newKey()])
      expect(await a.consume(key, rates, Date.now())).toEqual({ ok: true })
    const key = newKey()
    for (let time = 0; time < 50; time++)
      expect(await a.consume(key, { ...rates, perSecond: 0 }, Date.now())).toEqual({ ok: true })
  })
}
