import { processEnvironment } from '../runtime/config.ts'
import { runSidecar } from '../runtime/office.node.ts'
import { asEnvironment, runCommand } from './arguments.node.ts'

const help = `sheaf office [--host ADDRESS] [--port NUMBER]

Serves LibreOffice of this machine to services that have its address in OFFICE_CONVERTER_URL. The flags override HOST
and OFFICE_PORT; all other settings are environment variables. Run it in a network without outgoing connections.
`

/** Runs until Ctrl-C or SIGTERM. Returns the exit code. */
export async function officeCommand(args: readonly string[]): Promise<number> {
  const flags = { host: { type: 'string' }, port: { type: 'string' } } as const
  return await runCommand({ name: 'office', help, flags }, args, async ({ values }) =>
    runSidecar({ ...processEnvironment(), ...asEnvironment({ HOST: values.host, OFFICE_PORT: values.port }) }),
  )
}
