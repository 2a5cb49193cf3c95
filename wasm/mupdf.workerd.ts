/** Instances of MuPDF in workerd, compiled by the bundler: workerd does not compile bytes. */
import factory from '../node_modules/mupdf/dist/mupdf-wasm.js'
import wasm from '../node_modules/mupdf/dist/mupdf-wasm.wasm'
import type { MupdfFactory, MupdfModule } from './mupdf-module.ts'

export type { MupdfModule, Pointer } from './mupdf-module.ts'

/** workerd offers no collection. */
export function collectGarbage(): void {}

/** The clock of Workers does not advance meanwhile. */
export function runInterruptible<result>(work: () => result, _limitMs: number): { readonly result: result } | null {
  return { result: work() }
}

/** A new instance with its own memory, before `_wasm_init_context`. */
export async function load(): Promise<MupdfModule> {
  // The package declares a branded type for each kind of pointer.
  const make = factory as unknown as MupdfFactory
  return make({
    instantiateWasm: (imports, done) => done(new WebAssembly.Instance(wasm, imports)),
    print: () => {},
    printErr: () => {},
  })
}
