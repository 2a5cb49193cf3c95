/** `wrangler dev` does not run the triggers of `wrangler.toml`: tasks of a stopped process would wait forever. */

/** Interval of each trigger, in milliseconds. */
export const localTriggers: Readonly<Record<string, number>> = { '*/2 * * * *': 120_000, '17 * * * *': 3_600_000 }

/** Needs `wrangler dev --test-scheduled`. Returns a function that stops them. */
export function startTriggers(url: string, intervals = localTriggers): () => void {
  const timers = Object.entries(intervals).map(([cron, intervalMs]) =>
    setInterval(() => {
      fetch(`${url}/__scheduled?${new URLSearchParams({ cron })}`)
        .then((response) => response.body?.cancel())
        .catch(() => undefined)
    }, intervalMs),
  )
  return () => timers.forEach(clearInterval)
}
