/** `sheaf office`: the Office converter as a service of its own, with the settings of the environment. */
import { parseArgs } from 'node:util'
import { processEnvironment } from '../runtime/config.ts'
import { runSidecar } from '../runtime/office.node.ts'

const help = `sheaf office [--host ADDRESS] [--port NUMBER]

Serves LibreOffice of this machine to services that name its address in OFFICE_CONVERTER_URL. The flags stand for HOST
and OFFICE_PORT; all other settings come from the environment. Give it a network of its own without a way out.
`

/** Runs until Ctrl-C or SIGTERM; the exit code. */
export async function officeCommand(args: readonly string[]): Promise<number> {
  const options = { host: { type: 'string' }, port: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
  try {
    const { values } = parseArgs({ args: [...args], options })
    if (values.help === true) {
      process.stdout.write(help)
      return 0
    }
    const flags = Object.entries({ HOST: values.host, OFFICE_PORT: values.port }).filter(
      ([, value]) => value !== undefined,
    )
    return await runSidecar({ ...processEnvironment(), ...Object.fromEntries(flags) })
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) throw error
    process.stderr.write(`sheaf office: ${error.message}\n\n${help}`)
    return 2
  }
}
