/** How a process is told to end: the first signal asks, a second one does not wait. */

/** npm passes Ctrl-C on to a process that the terminal told already: both arrive within this time and are one. */
const sameSignalMs = 500

/** The first SIGINT or SIGTERM. A second one exits at once. */
export function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | null = null
    const onSignal = (signal: string): void => {
      if (firstAt === null) {
        firstAt = Date.now()
        resolve(signal)
      } else if (Date.now() - firstAt > sameSignalMs) process.exit(signal === 'SIGINT' ? 130 : 143)
    }
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, onSignal)
  })
}
