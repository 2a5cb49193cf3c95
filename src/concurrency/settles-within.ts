/** Rejects if the promise rejects before the time limit. */
export async function settlesWithin(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), timeoutMs)
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
