/** Tesseract on Node: the SIMD build with faster kernels (`patch-tesseract.node.ts`), read once per thread. */
import { readFileSync } from 'node:fs'
import { createOCREngine, type OCREngine } from 'tesseract-wasm'

let binary: Uint8Array<ArrayBuffer> | null = null

/**
 * A new engine without a model, with its own linear memory. Runs synchronously up to the first await, which `engines/tesseract.ts`
 * relies on. V8 caches the compiled module.
 */
export function createTesseract(): Promise<OCREngine> {
  binary ??= new Uint8Array(readFileSync(new URL('./tesseract-core.wasm', import.meta.url)))
  return createOCREngine({ wasmBinary: binary })
}
