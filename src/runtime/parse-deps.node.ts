/**
 * What parsing needs on Node: its limits and the OCR models from `wasm/models`. The command line, worker threads,
 * scoring and benchmarks all build theirs here; models are read once per thread, when a page first needs them.
 */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ParseDeps } from '../deps.ts'
import { ParseError } from '../model/errors.ts'
import type { ParseSettings } from '../model/settings.ts'

const modelsFolder = fileURLToPath(new URL('../../wasm/models/', import.meta.url))
const modelEnding = '.traineddata'

/** The settings where nothing is configured, installed languages apart. */
export const parseDefaults = {
  /** The wire contract's limit. */
  maxPages: 300,
  /** Tesseract's models are trained for letters about 30 pixels high: 10 points at 200 dpi are 28. */
  ocrDpi: 200,
  /** A3 at 300 dpi is 17.4 million; four bytes a pixel keep the raster below 100 MB. */
  maxRasterPixels: 24_000_000,
  /** An A0 plan at 300 dpi has 139 million and the largest phone cameras' everyday mode 108; 50 000 × 50 000 would need 10 GB. */
  maxImagePixels: 150_000_000,
  /** The second is tried only where the first reads badly. */
  ocrLanguages: ['eng', 'chi_sim'],
} as const satisfies Omit<ParseSettings, 'installedLanguages'>

/** `settings` overrides the defaults; languages that are not installed are dropped from the default list. */
export function createParseDeps(settings: Partial<Omit<ParseSettings, 'installedLanguages'>> = {}): ParseDeps {
  const installedLanguages = listModels()
  const wanted = settings.ocrLanguages ?? parseDefaults.ocrLanguages.filter((language) => installedLanguages.includes(language))
  const models = new Map<string, Promise<Uint8Array>>()
  return {
    settings: { ...parseDefaults, ...settings, ocrLanguages: wanted, installedLanguages },
    loadModel(language) {
      const known = models.get(language) ?? readModel(language, installedLanguages)
      models.set(language, known)
      return known
    },
  }
}

function listModels(): string[] {
  return readdirSync(modelsFolder)
    .filter((name) => name.endsWith(modelEnding))
    .map((name) => name.slice(0, -modelEnding.length))
    .sort()
}

async function readModel(language: string, installed: readonly string[]): Promise<Uint8Array> {
  // Compared with the list first, so that a name never becomes a path of the caller's choosing.
  if (!installed.includes(language))
    throw new ParseError(1133, `ocr_languages: "${language}" is not installed here; installed are ${installed.join(', ') || 'none'}.`)
  return new Uint8Array(await readFile(join(modelsFolder, language + modelEnding)))
}
