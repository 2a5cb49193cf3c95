/** For the command line, scoring and benchmarks. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ParseDeps } from '../deps.ts'
import { ppOcr } from '../extract/ocr/pp-ocr/pp-ocr.node.ts'
import { type Environment, readConfig, serviceSettings } from './config.ts'
import { findModelsDir, readInstallation } from './installation.node.ts'

export function createParseDeps(environment: Environment): ParseDeps {
  const config = readConfig(environment, 'node')
  const modelsDir = findModelsDir(config)
  const { parse } = serviceSettings(config, readInstallation(modelsDir))
  return {
    settings: { ...parse, interruptsPages: true },
    neuralReader: ppOcr,
    async loadModel(language) {
      const { buffer, byteOffset, byteLength } = await readFile(join(modelsDir, `${language}.traineddata`))
      return new Uint8Array(buffer, byteOffset, byteLength)
    },
  }
}
