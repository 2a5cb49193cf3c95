/** Composition root of the Office sidecar, which tests a conversion before it listens. */
import { createSidecar } from '../office/sidecar.ts'
import { createJsonLog } from '../telemetry/log.ts'
import { type Config, type Environment, processEnvironment, readConfig } from './config.ts'
import { readVersion } from './installation.node.ts'
import { listen } from './listen.node.ts'
import { openSoffice } from './office-converter.node.ts'
import { OpenStack } from './open-stack.ts'
import { type RunningProgram, refuseArguments, runUntilSignal, STOP_GRACE_MS } from './process-lifecycle.node.ts'
import { reasonOf, StartError } from './start-errors.node.ts'

interface RunningSidecar extends RunningProgram {
  readonly url: string
}

const FORM_BYTES = 1_048_576

/** Throws `ConfigError` and `StartError`. */
async function startSidecar(config: Config): Promise<RunningSidecar> {
  const log = createJsonLog({
    level: config.logLevel,
    write: (line) => process.stderr.write(`${line}\n`),
    clock: Date.now,
  })
  await using opened = new OpenStack()
  const converter = openSoffice(config.office, log)
  if (converter === null)
    throw new StartError(
      'LibreOffice was not found on this machine. Install libreoffice-writer, -calc and -impress, or set OFFICE_SOFFICE to the program.',
    )
  opened.defer(() => converter.close())
  try {
    await converter.warm()
  } catch (error) {
    throw new StartError(`LibreOffice is installed but cannot convert: ${reasonOf(error)}`)
  }
  const { maxUploadBytes } = config.service
  const app = createSidecar({
    converter,
    version: readVersion(),
    token: config.office.token,
    maxBytes: maxUploadBytes + FORM_BYTES,
    log: (message, fields) => log.info(message, fields),
  })
  const listener = await listen(app.fetch, { host: config.host, port: config.office.port })
  const rest = opened.move()
  return {
    url: listener.url,
    log,
    hardLimitMs: config.shutdownTimeoutMs + STOP_GRACE_MS,
    async stop() {
      await listener.close({ timeoutMs: config.shutdownTimeoutMs, abort: () => converter.close() })
      await rest.close()
    },
  }
}

export async function runSidecar(environment: Environment = processEnvironment()): Promise<number> {
  return await runUntilSignal(async () => await startSidecar(readConfig(environment, 'node')), {
    name: 'the Office converter',
    greeting: ({ url }) =>
      `Sheaf's Office converter listens on ${url}. Set OFFICE_CONVERTER_URL of the service to it.\n`,
  })
}

if (import.meta.main) process.exit(refuseArguments() ?? (await runSidecar()))
