/**
 * Makes instances of MuPDF's WASM module in workerd, which compiles no WASM from bytes:
 * the bundler hands over the compiled module.
 */
import factory from '../node_modules/mupdf/dist/mupdf-wasm.js'
import wasm from '../node_modules/mupdf/dist/mupdf-wasm.wasm'
import type { MupdfFactory, MupdfModule } from './mupdf-module.ts'

export type { MupdfModule, Pointer } from './mupdf-module.ts'

/** A fresh instance with its own memory, before `_wasm_init_context`. */
export async function load(): Promise<MupdfModule> {
  // The package types its module with one brand per kind of pointer; ours names only the calls that we use.
  const make = factory as unknown as MupdfFactory
  return make({
    instantiateWasm: (imports, done) => done(new WebAssembly.Instance(wasm, imports)),
    print: () => {},
    printErr: () => {},
  })
}
