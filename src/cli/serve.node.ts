import { processEnvironment } from '../runtime/config.ts'
import { runService } from '../runtime/node.ts'
import { asEnvironment, runCommand } from './arguments.node.ts'

const help = `sheaf serve [--host ADDRESS] [--port NUMBER] [--data-dir FOLDER]

Starts the service. The flags override HOST, PORT and DATA_DIR; all other settings are environment variables.
`

/** Runs until Ctrl-C or SIGTERM. Returns the exit code. */
export async function serveCommand(args: readonly string[]): Promise<number> {
  const flags = { host: { type: 'string' }, port: { type: 'string' }, 'data-dir': { type: 'string' } } as const
  return await runCommand({ name: 'serve', help, flags }, args, async ({ values }) => {
    const variables = asEnvironment({ HOST: values.host, PORT: values.port, DATA_DIR: values['data-dir'] })
    return await runService({ ...processEnvironment(), ...variables })
  })
}
