/** Tesseract on Node: the SIMD build with faster kernels (`patch-tesseract.node.ts`), read once per thread. */
import { readFileSync } from 'node:fs'
import { createOCREngine, type OCREngine } from 'tesseract-wasm'

export { collectGarbage } from './garbage.node.ts'

interface LoadedModule {
  readonly binary: Uint8Array<ArrayBuffer>
  /** Keeps the optimized code, which V8 shares by content, when all engines of the process have been dropped. */
  readonly compiled: Promise<WebAssembly.Module>
}

let loaded: LoadedModule | null = null

/**
 * A new engine without a model, with its own linear memory. Runs synchronously up to the first await, which
 * `engines/tesseract.ts` relies on.
 */
export function createTesseract(): Promise<OCREngine> {
  loaded ??= load()
  return createOCREngine({ wasmBinary: loaded.binary })
}

function load(): LoadedModule {
  const binary = new Uint8Array(readFileSync(new URL('./tesseract-core.wasm', import.meta.url)))
  return { binary, compiled: WebAssembly.compile(binary) }
}
