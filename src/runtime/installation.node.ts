import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPpOcrInstalled } from '../extract/ocr/pp-ocr/pp-ocr.node.ts'
import { type Config, ConfigError, type Installation } from './config.ts'
import { reasonOf } from './start-errors.node.ts'

const MODEL_EXTENSION = '.traineddata'

export function readVersion(): string {
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  return version
}

export function findModelsDir({ modelsDir }: Pick<Config, 'modelsDir'>): string {
  return modelsDir === null ? fileURLToPath(new URL('../../wasm/models', import.meta.url)) : resolve(modelsDir)
}

/** Throws `ConfigError`. */
export function readInstallation(modelsDir: string): Installation {
  return {
    version: readVersion(),
    installedLanguages: listModels(modelsDir),
    hasNeuralReader: isPpOcrInstalled(),
  }
}

export function usesNeuralReader({ ocrEngine, parse }: Pick<Config, 'ocrEngine' | 'parse'>): boolean {
  return ocrEngine !== 'tesseract' && parse.ocrService === undefined && isPpOcrInstalled()
}

function listModels(modelsDir: string): string[] {
  try {
    return readdirSync(modelsDir)
      .filter((name) => name.endsWith(MODEL_EXTENSION))
      .map((name) => name.slice(0, -MODEL_EXTENSION.length))
      .sort()
  } catch (error) {
    throw new ConfigError([
      `MODELS_DIR="${modelsDir}": cannot be read (${reasonOf(error)}); must be a folder of <language>${MODEL_EXTENSION} files`,
    ])
  }
}
