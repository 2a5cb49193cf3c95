/**
 * Tesseract as a WASM module on Node: reads the SIMD build from the installed package, once a thread.
 * Node 24 always has SIMD, so the package's slower build is never looked at.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createOCREngine, type OCREngine } from 'tesseract-wasm'

let binary: Uint8Array<ArrayBuffer> | null = null

/**
 * A new engine without a model, with its own linear memory. The part before the first await runs at once, which
 * `engines/tesseract.ts` relies on. Compiling again is cheap: V8 keeps one compiled module per process for equal bytes.
 */
export function createTesseract(): Promise<OCREngine> {
  if (binary === null) {
    const library = createRequire(import.meta.url).resolve('tesseract-wasm')
    binary = new Uint8Array(readFileSync(library.replace(/lib\.js$/, 'tesseract-core.wasm')))
  }
  return createOCREngine({ wasmBinary: binary })
}
