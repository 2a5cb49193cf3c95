/** Doubles with each attempt, and varies by half, so that many clients do not retry at once. */
const FIRST_RETRY_MS = 100

/** Repeats `work` until it succeeds, fails with an error that allows no other attempt, or `attempts` are used up. */
export async function retry<value>(
  work: () => Promise<value>,
  { attempts, mayRetry }: { readonly attempts: number; readonly mayRetry: (error: unknown) => boolean },
): Promise<value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !mayRetry(error)) throw error
      const delayMs = FIRST_RETRY_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
}
