/** Runs one call at a time; calls during a run are merged into one after it. `work` must not reject. */
export function coalesce(work: () => Promise<void>): () => void {
  let running = false
  let again = false
  const run = async (): Promise<void> => {
    running = true
    do {
      again = false
      await work()
    } while (again)
    running = false
  }
  return () => {
    if (running) again = true
    else void run()
  }
}
