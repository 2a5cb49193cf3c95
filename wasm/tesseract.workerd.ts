/**
 * Tesseract as a WASM module in workerd: the bundler hands over a compiled module, since workerd refuses to compile bytes.
 * `createOCREngine` takes bytes only, so one recognizable buffer stands for them and the call that receives it is answered here.
 */
import { createOCREngine, type OCREngine } from 'tesseract-wasm'
import tesseractModule from './tesseract-core.wasm'

const marker = new ArrayBuffer(8)
const instantiate = WebAssembly.instantiate

/** Left in place for good: putting the original back around each call would race between two requests. */
function instantiateMarked(source: unknown, imports?: WebAssembly.Imports): Promise<unknown> {
  if (ArrayBuffer.isView(source) && source.buffer === marker)
    return Promise.resolve({ module: tesseractModule, instance: new WebAssembly.Instance(tesseractModule, imports) })
  return Reflect.apply(instantiate, WebAssembly, [source, imports])
}
Object.assign(WebAssembly, { instantiate: instantiateMarked })

/** A new engine without a model, with its own linear memory. The part before the first await runs at once. */
export function createTesseract(): Promise<OCREngine> {
  return createOCREngine({ wasmBinary: marker })
}
