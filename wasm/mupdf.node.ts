/**
 * Makes instances of MuPDF's WASM module on Node. The bytes are read and compiled once per thread,
 * however often an instance has to be replaced.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MupdfFactory, MupdfModule } from './mupdf-module.ts'

export type { MupdfModule, Pointer } from './mupdf-module.ts'

// The package exports its wrapper only; the Emscripten module lies beside it, wherever npm has put the package.
const folder = dirname(createRequire(import.meta.url).resolve('mupdf'))

let compiled: Promise<WebAssembly.Module> | undefined

/** A fresh instance with its own memory, before `_wasm_init_context`. */
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
