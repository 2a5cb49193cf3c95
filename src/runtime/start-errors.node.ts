import { ConfigError } from './config.ts'

export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Message of a problem that the operator can fix; `null` for a bug, which needs its stack trace. */
export function startProblem(error: unknown): string | null {
  if (error instanceof ConfigError)
    return `sheaf: wrong settings\n${error.problems.map((problem) => `  ${problem}`).join('\n')}`
  return error instanceof StartError ? `sheaf: ${error.message}` : null
}

/** Prints a problem that the operator can fix, and throws a bug. */
export function printStartProblem(error: unknown): void {
  const problem = startProblem(error)
  if (problem === null) throw error
  process.stderr.write(`${problem}\n`)
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, syscall } = error as NodeJS.ErrnoException
  const end = syscall === undefined ? -1 : message.lastIndexOf(`, ${syscall}`)
  return (end < 0 ? message : message.slice(0, end)).replace(/^[A-Z0-9]+: /, '')
}
