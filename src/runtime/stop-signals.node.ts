/** npm forwards Ctrl-C to a process that already got it from the terminal: signals within this time are one. */
const SAME_SIGNAL_MS = 500

/** The first SIGINT or SIGTERM. A second one exits the process at once. */
export function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | null = null
    const onSignal = (signal: string): void => {
      if (firstAt === null) {
        firstAt = Date.now()
        resolve(signal)
      } else if (Date.now() - firstAt > SAME_SIGNAL_MS) process.exit(signal === 'SIGINT' ? 130 : 143)
    }
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, onSignal)
  })
}
