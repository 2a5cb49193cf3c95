/**
 * What the service and the command line need from the disk before they can work: the program's version and its OCR models.
 * Whatever is wrong there becomes one line for the person who starts the program. Loads no database: `sheaf parse` needs none.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, ConfigError } from './config.ts'

/** The program cannot start; the message says what to change and needs no stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const modelEnding = '.traineddata'

/** Where the OCR models are: `MODELS_DIR`, or the folder that comes with the program. */
export function findModelsDir({ modelsDir }: Pick<Config, 'modelsDir'>): string {
  return modelsDir === null ? fileURLToPath(new URL('../../wasm/models', import.meta.url)) : resolve(modelsDir)
}

/** Languages whose models lie in the folder, sorted. */
export function listModels(modelsDir: string): string[] {
  try {
    return readdirSync(modelsDir)
      .filter((name) => name.endsWith(modelEnding))
      .map((name) => name.slice(0, -modelEnding.length))
      .sort()
  } catch (error) {
    throw new ConfigError([
      `MODELS_DIR="${modelsDir}": cannot be read (${reasonOf(error)}); allowed is a folder of <language>${modelEnding} files`,
    ])
  }
}

/** The program's version, from the package file above this folder. */
export function readVersion(): string {
  const text: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return typeof text === 'object' && text !== null && 'version' in text && typeof text.version === 'string'
    ? text.version
    : 'unknown'
}

/** One line for a problem that the person who starts the program can mend; `null` for a defect, which deserves its stack. */
export function startProblem(error: unknown): string | null {
  if (error instanceof ConfigError)
    return `sheaf: wrong settings\n${error.problems.map((problem) => `  ${problem}`).join('\n')}`
  return error instanceof StartError ? `sheaf: ${error.message}` : null
}

/** `EACCES: permission denied, mkdir '…'` without the call and the path, which the message names already. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message.replace(/^[A-Z0-9]+: /, '').replace(/, \w+ '.*$/, '')
}
