/** The bundler compiles imported `.wasm` files. */
declare module '*.wasm' {
  const module: WebAssembly.Module
  export default module
}
