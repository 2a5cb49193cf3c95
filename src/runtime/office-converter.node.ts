/** Selects the Office converter: `OFFICE_CONVERTER_URL`, LibreOffice on this machine, or none. */
import { accessSync, constants } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import type { OfficeConverter } from '../office/converter.ts'
import { createHttpConverter } from '../office/http-converter.ts'
import { createSofficeConverter, type SofficeConverter } from '../office/soffice.node.ts'
import { type Log, silentLog } from '../telemetry/log.ts'
import { type Environment, processEnvironment, readConfig } from './config.ts'
import { DEFAULT_PROGRAM, MAX_DEFAULT_CONVERSIONS, type OfficeConfig } from './office-variables.ts'
import type { OpenStack } from './open-stack.ts'

interface Opening {
  readonly log: Log
  readonly opened: OpenStack
}

/** For the command line, without logs. The stack closes it. */
export function openCliConverter(environment: Environment, opened: OpenStack): OfficeConverter | undefined {
  const { office } = readConfig(environment, 'node')
  if (office.url !== null) return createHttpConverter({ ...office, url: office.url })
  // Command line programs limit their files in flight.
  const converter = openSoffice({ ...office, queueMax: Number.POSITIVE_INFINITY }, silentLog)
  if (converter !== null) opened.defer(() => converter.close())
  return converter ?? undefined
}

/** For the service. LibreOffice's slow first start happens in the background. The stack closes it. */
export function openConverter(config: OfficeConfig, { log, opened }: Opening): OfficeConverter | null {
  if (config.url !== null) return createHttpConverter({ ...config, url: config.url })
  const converter = openSoffice(config, log)
  if (converter === null) return null
  let closing = false
  opened.defer(() => {
    closing = true
    return converter.close()
  })
  converter.warm().catch((error: unknown) => {
    if (!closing) log.error('LibreOffice is installed but cannot convert', { error: String(error) })
  })
  return converter
}

/** Returns `null` without LibreOffice. The caller closes it. */
export function openSoffice(config: OfficeConfig, log: Log): SofficeConverter | null {
  const program = config.program === null ? null : findProgram(config.program)
  if (program === null) {
    // Without the setting, LibreOffice is optional.
    if (config.program !== null && config.program !== DEFAULT_PROGRAM)
      log.warn('The program of OFFICE_SOFFICE was not found: Office files are read directly', {
        program: config.program,
      })
    return null
  }
  const { timeoutMs, queueMax, memoryMb } = config
  const concurrency = config.concurrency ?? Math.min(availableParallelism(), MAX_DEFAULT_CONVERSIONS)
  return createSofficeConverter({
    program,
    timeoutMs,
    queueMax,
    memoryMb,
    concurrency,
    log: (message, fields) => log.info(message, fields),
  })
}

function findProgram(name: string): string | null {
  const searched = processEnvironment().PATH
  const folders = typeof searched === 'string' ? searched.split(delimiter) : []
  const candidates = isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))
  return candidates.find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
