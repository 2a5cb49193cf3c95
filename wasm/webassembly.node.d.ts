/**
 * The part of the standard `WebAssembly` namespace that the loaders and engines use. @types/node declares the name
 * without its classes, and the DOM library, which has them, would declare a browser.
 */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports?: Imports)
    readonly exports: Record<string, unknown>
  }
  class RuntimeError extends Error {}
  function compile(bytes: Uint8Array): Promise<Module>
}
