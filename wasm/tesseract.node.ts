/**
 * Tesseract as a WASM module on Node: reads the SIMD build with our kernels (`faster-tesseract.node.ts`), once a thread.
 * Node 24 always has SIMD, so the package's build without it is never looked at.
 */
import { readFileSync } from 'node:fs'
import { createOCREngine, type OCREngine } from 'tesseract-wasm'

let binary: Uint8Array<ArrayBuffer> | null = null

/**
 * A new engine without a model, with its own linear memory. The part before the first await runs at once, which
 * `engines/tesseract.ts` relies on. Compiling again is cheap: V8 keeps one compiled module per process for equal bytes.
 */
export function createTesseract(): Promise<OCREngine> {
  binary ??= new Uint8Array(readFileSync(new URL('./tesseract-core.wasm', import.meta.url)))
  return createOCREngine({ wasmBinary: binary })
}
