/** Instances of MuPDF on Node. The module is compiled once per thread. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { constrainedMemory } from 'node:process'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { boundMemory } from './bounded-memory.node.ts'
import type { MupdfFactory, MupdfModule } from './mupdf-module.ts'

export { collectGarbage } from './garbage.node.ts'
export type { MupdfModule, Pointer } from './mupdf-module.ts'

// The package exports only its wrapper; the Emscripten module is in the same folder.
const folder = dirname(createRequire(import.meta.url).resolve('mupdf'))

// Most functions of the module are never called. A V8 that does not know the flag ignores it.
setFlagsFromString('--wasm-lazy-validation')

let compiled: Promise<WebAssembly.Module> | undefined

/** Maximum memory of an instance in bytes: enough for the largest image that is read (`MAX_IMAGE_PIXELS`). */
const MAX_MEMORY_BYTES = 1 << 30
/** Maximum share of a container's memory. */
const MAX_CONTAINER_RATIO = 0.5

function maxMemoryBytes(): number {
  const container = constrainedMemory()
  return container > 0 ? Math.min(MAX_MEMORY_BYTES, container * MAX_CONTAINER_RATIO) : MAX_MEMORY_BYTES
}

const limitedWork = Symbol.for('sheaf.limitedWork')
const runLimitedWork = new Script("globalThis[Symbol.for('sheaf.limitedWork')]()")

/**
 * Returns `null` if V8 has ended `work` after `limitMs`, without its `finally` blocks. Costs a thread, which is more
 * than 0.1 ms.
 */
export function runInterruptible<result>(work: () => result, limitMs: number): { readonly result: result } | null {
  Object.assign(globalThis, { [limitedWork]: work })
  try {
    const timeout = Math.max(1, Math.ceil(limitMs))
    return { result: runLimitedWork.runInThisContext({ timeout, displayErrors: false }) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null
    throw error
  } finally {
    // The work would keep its instance of MuPDF in memory.
    Object.assign(globalThis, { [limitedWork]: null })
  }
}

/** A new instance with its own memory, before `_wasm_init_context`. */
export async function load(): Promise<MupdfModule> {
  const glue: { default: MupdfFactory } = await import(pathToFileURL(join(folder, 'mupdf-wasm.js')).href)
  compiled ??= readFile(join(folder, 'mupdf-wasm.wasm')).then((bytes) => WebAssembly.compile(bytes))
  const module = await compiled
  return glue.default({
    instantiateWasm: (imports, done) => done(boundMemory(new WebAssembly.Instance(module, imports), maxMemoryBytes())),
    print: () => {},
    printErr: () => {},
  })
}
