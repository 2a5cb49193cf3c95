import { type ParseArgsConfig, parseArgs } from 'node:util'

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

type Flags = NonNullable<ParseArgsConfig['options']>
type Parsed<flags extends Flags> = ReturnType<typeof parseArgs<{ options: flags; allowPositionals: true }>>

export type FlagValues<flags extends Flags> = Parsed<flags>['values']

interface Command<flags extends Flags> {
  readonly name: string
  readonly help: string
  readonly flags?: flags
  /** Without a verb, the help is shown; other commands allow no positional arguments. */
  readonly hasVerbs?: boolean
  readonly output?: Output
}

/** `run` returns the exit code. Errors of `parseArgs` count as wrong arguments. */
export async function runCommand<const flags extends Flags>(
  { name, help, flags, hasVerbs = false, output = processOutput }: Command<flags>,
  args: readonly string[],
  run: (parsed: Parsed<flags>) => Promise<number>,
): Promise<number> {
  try {
    const options = { ...flags, help: { type: 'boolean', short: 'h' } } as const
    const parsed = parseArgs({ args: [...args], options, allowPositionals: hasVerbs })
    if (parsed.values.help !== true && !(hasVerbs && parsed.positionals.length === 0))
      return await run(parsed as unknown as Parsed<flags>)
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
