/** The part of `WebAssembly` that is used. @types/node declares no classes; the DOM library declares a browser. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports?: Imports)
    readonly exports: Record<string, unknown>
  }
  class Memory {
    constructor(size: { readonly initial: number })
    readonly buffer: ArrayBuffer
    /** In pages of 64 KiB; returns the previous size. */
    grow(pages: number): number
  }
  class RuntimeError extends Error {}
  function compile(bytes: Uint8Array): Promise<Module>
}
