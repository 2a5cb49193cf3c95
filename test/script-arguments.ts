/** Arguments of the scripts of `package.json`. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** `--help` prints `usage` and ends the process, as unknown options do. */
export function readScriptArguments<const config extends ParseArgsConfig>(
  usage: string,
  config: config,
): ReturnType<typeof parseArgs<config>> {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exit(2)
  }
}
