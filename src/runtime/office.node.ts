/**
 * Composition root of the Office sidecar: LibreOffice of this machine behind HTTP. It is ready once a document of its own has gone
 * through, and refuses to start where that fails.
 */
import { createSidecar } from '../office/sidecar.ts'
import { createJsonLog } from '../telemetry/log.ts'
import { type Config, type Environment, processEnvironment, readConfig } from './config.ts'
import { listen } from './listen.node.ts'
import { openSoffice } from './office-converter.node.ts'
import { type Running, refuseArguments, runUntilSignal, stopGraceMs } from './process-lifecycle.node.ts'
import { readVersion, reasonOf, StartError } from './startup.node.ts'

export interface RunningSidecar extends Running {
  readonly url: string
}

/** Room for the form around a file. */
const formBytes = 1_048_576

/** Throws `ConfigError` and `StartError`. */
async function startSidecar(config: Config): Promise<RunningSidecar> {
  const log = createJsonLog({
    level: config.logLevel,
    write: (line) => process.stderr.write(`${line}\n`),
    clock: Date.now,
  })
  await using opened = new AsyncDisposableStack()
  const converter = openSoffice(config.office, log)
  if (converter === null)
    throw new StartError(
      'There is no LibreOffice on this machine. Install libreoffice-writer, -calc and -impress, or name the program in OFFICE_SOFFICE.',
    )
  opened.defer(() => converter.close())
  try {
    await converter.warm()
  } catch (error) {
    throw new StartError(`LibreOffice is there but cannot convert: ${reasonOf(error)}`)
  }
  const { maxUploadBytes } = config.service
  const app = createSidecar({
    converter,
    version: readVersion(),
    token: config.office.token,
    maxBytes: maxUploadBytes + formBytes,
    log: (message, fields) => log.info(message, fields),
  })
  const listener = await listen(app.fetch, { host: config.host, port: config.office.port })
  const rest = opened.move()
  return {
    url: listener.url,
    log,
    hardLimitMs: config.shutdownTimeoutMs + stopGraceMs,
    async stop() {
      await listener.close({ timeoutMs: config.shutdownTimeoutMs, abort: () => converter.close() })
      await rest.disposeAsync()
    },
  }
}

/** Runs the sidecar until a signal ends it; the exit code. A second signal exits at once. */
export async function runSidecar(environment: Environment = processEnvironment()): Promise<number> {
  return await runUntilSignal(async () => await startSidecar(readConfig(environment, 'node')), {
    name: 'the Office converter',
    greet: ({ url }) => `Sheaf's Office converter listens on ${url}. Set OFFICE_CONVERTER_URL of the service to it.\n`,
  })
}

if (import.meta.main) process.exit(refuseArguments() ?? (await runSidecar()))
