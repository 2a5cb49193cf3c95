/** Tesseract on Node: the SIMD build with faster kernels (`patch-tesseract.node.ts`), read once per thread. */
import { readFileSync } from 'node:fs'
import { createOCREngine, type OCREngine } from 'tesseract-wasm'

let binary: Uint8Array<ArrayBuffer> | null = null
/** Holding the module keeps its optimized code, which V8 shares by content, when all engines of the process have been dropped. */
let compiled: Promise<WebAssembly.Module> | null = null

/**
 * A new engine without a model, with its own linear memory. Runs synchronously up to the first await, which `engines/tesseract.ts`
 * relies on.
 */
export function createTesseract(): Promise<OCREngine> {
  binary ??= new Uint8Array(readFileSync(new URL('./tesseract-core.wasm', import.meta.url)))
  compiled ??= WebAssembly.compile(binary)
  return createOCREngine({ wasmBinary: binary })
}
