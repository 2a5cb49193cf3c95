/**
 * Tesseract in workerd, compiled by the bundler: workerd does not compile bytes. `createOCREngine` accepts only bytes,
 * so it gets a marker buffer, and `WebAssembly.instantiate` is patched to recognize it.
 */
import { createOCREngine, type OCREngine } from 'tesseract-wasm'
import tesseractModule from './tesseract-core.wasm'

const marker = new ArrayBuffer(8)
const instantiate = WebAssembly.instantiate

/** The patch is permanent: restoring the original after each call would be a race between requests. */
function instantiateMarked(source: unknown, imports?: WebAssembly.Imports): Promise<unknown> {
  if (ArrayBuffer.isView(source) && source.buffer === marker)
    return Promise.resolve({ module: tesseractModule, instance: new WebAssembly.Instance(tesseractModule, imports) })
  return Reflect.apply(instantiate, WebAssembly, [source, imports])
}
Object.assign(WebAssembly, { instantiate: instantiateMarked })

/** A new engine without a model, with its own linear memory. Runs synchronously up to the first await. */
export function createTesseract(): Promise<OCREngine> {
  return createOCREngine({ wasmBinary: marker })
}

/** workerd offers no collection. */
export function collectGarbage(_generation?: 'young' | 'all'): void {}
