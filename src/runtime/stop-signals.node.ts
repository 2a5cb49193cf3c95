/** Time within which signals count as one: npm forwards Ctrl-C to a process that already got it. */
const SAME_SIGNAL_MS = 500

const signals = ['SIGINT', 'SIGTERM'] as const

export function exitCodeOf(signal: string): number {
  return signal === 'SIGINT' ? 130 : 143
}

export async function deferSignals<result>(run: () => Promise<result>): Promise<result> {
  let received: string | null = null
  const onSignal = (signal: string): void => {
    received ??= signal
  }
  for (const signal of signals) process.on(signal, onSignal)
  try {
    return await run()
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
    if (received !== null) process.exit(exitCodeOf(received))
  }
}

export function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | null = null
    const onSignal = (signal: string): void => {
      if (firstAt === null) {
        firstAt = Date.now()
        resolve(signal)
      } else if (Date.now() - firstAt > SAME_SIGNAL_MS) process.exit(exitCodeOf(signal))
    }
    for (const signal of signals) process.on(signal, onSignal)
  })
}
