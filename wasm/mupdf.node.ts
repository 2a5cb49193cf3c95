/** Instances of MuPDF on Node. The module is compiled once per thread. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import type { MupdfFactory, MupdfModule } from './mupdf-module.ts'

export type { MupdfModule, Pointer } from './mupdf-module.ts'

// The package exports only its wrapper; the Emscripten module is in the same folder.
const folder = dirname(createRequire(import.meta.url).resolve('mupdf'))

// Most functions of the module are never called. A V8 that does not know the flag ignores it.
setFlagsFromString('--wasm-lazy-validation')

let compiled: Promise<WebAssembly.Module> | undefined

/** A new instance with its own memory, before `_wasm_init_context`. */
export async function load(): Promise<MupdfModule> {
  const glue: { default: MupdfFactory } = await import(pathToFileURL(join(folder, 'mupdf-wasm.js')).href)
  compiled ??= readFile(join(folder, 'mupdf-wasm.wasm')).then((bytes) => WebAssembly.compile(bytes))
  const module = await compiled
  return glue.default({
    instantiateWasm: (imports, done) => done(new WebAssembly.Instance(module, imports)),
    print: () => {},
    printErr: () => {},
  })
}
