/** Port for structured logs, which must not contain form values or keys. */

type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields & { error?: string }): void
}

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

interface JsonLogOptions {
  readonly level: LogLevel
  readonly write: (line: string) => void
  readonly clock: () => number
  readonly context?: () => LogFields
}

export function createJsonLog({ level: lowest, write, clock, context = () => ({}) }: JsonLogOptions): Log {
  const at =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (order.indexOf(level) < order.indexOf(lowest)) return
      write(JSON.stringify({ time: new Date(clock()).toISOString(), level, message, ...fields, ...context() }))
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
