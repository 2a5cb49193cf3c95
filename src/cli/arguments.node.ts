/** Shown with the help; the exit code is 2. */
export class UsageError extends Error {}

export interface Output {
  out(text: string): void
  error(text: string): void
}

export const processOutput: Output = {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
}

/** `run` returns the exit code, or `'help'`. Errors of `parseArgs` count as wrong arguments. */
export async function runCommand(
  { name, help, output = processOutput }: { readonly name: string; readonly help: string; readonly output?: Output },
  run: () => Promise<number | 'help'>,
): Promise<number> {
  try {
    const outcome = await run()
    if (outcome !== 'help') return outcome
    output.out(help)
    return 0
  } catch (error) {
    if (!(error instanceof UsageError) && !isParseArgsError(error)) throw error
    output.error(`sheaf ${name}: ${usageMessage(error)}\n"sheaf ${name} --help" shows the options.\n`)
    return 2
  }
}

/** Without the advice of `parseArgs` about arguments that start with "-". */
export function usageMessage({ message }: Error): string {
  return message.replace(/^Unknown option '(.+?)'\. .*$/s, 'unknown option "$1"')
}

function isParseArgsError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

export function asEnvironment(flags: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(flags).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
