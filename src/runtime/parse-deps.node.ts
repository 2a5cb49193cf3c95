/**
 * What parsing needs on Node where there is no service around it: settings from the environment and the OCR models
 * from their folder. The command line, scoring and benchmarks use it; nothing is read before a page needs a model.
 */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ParseDeps } from '../deps.ts'
import { type Environment, readConfig, serviceSettings } from './config.ts'
import { listModels, readVersion } from './startup.node.ts'

const bundledModels = fileURLToPath(new URL('../../wasm/models/', import.meta.url))

/** Throws `ConfigError` where a variable is set wrongly or a chosen language has no model. */
export function createParseDeps(environment: Environment): ParseDeps {
  const config = readConfig(environment, 'node')
  const modelsDir = config.modelsDir === null ? bundledModels : resolve(config.modelsDir)
  const settings = serviceSettings(config, { version: readVersion(), installedLanguages: listModels(modelsDir) }).parse
  return {
    settings,
    async loadModel(language) {
      const { buffer, byteOffset, byteLength } = await readFile(join(modelsDir, `${language}.traineddata`))
      return new Uint8Array(buffer, byteOffset, byteLength)
    },
  }
}
