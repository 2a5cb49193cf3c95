/** `sheaf serve`: the service with the settings of the environment, the most usual of them also as flags. */
import { parseArgs } from 'node:util'
import { processEnvironment } from '../runtime/config.ts'
import { runService } from '../runtime/node.ts'

const help = `sheaf serve [--host ADDRESS] [--port NUMBER] [--data-dir FOLDER]

Starts the service. The flags stand for HOST, PORT and DATA_DIR; all other settings come from the environment.
`

/** Runs until Ctrl-C or SIGTERM; the exit code. */
export async function serveCommand(args: readonly string[]): Promise<number> {
  const options = {
    host: { type: 'string' },
    port: { type: 'string' },
    'data-dir': { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  try {
    const { values } = parseArgs({ args: [...args], options })
    if (values.help === true) {
      process.stdout.write(help)
      return 0
    }
    const flags = { HOST: values.host, PORT: values.port, DATA_DIR: values['data-dir'] }
    const given = Object.entries(flags).filter(([, value]) => value !== undefined)
    return await runService({ ...processEnvironment(), ...Object.fromEntries(given) })
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) throw error
    process.stderr.write(`sheaf serve: ${error.message}\n\n${help}`)
    return 2
  }
}
