/** What the image codecs' WASM modules offer, as types: both runtimes' loaders return the same functions. */

/** Decoded pixels, red green blue alpha, rows tight. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

export type EncodePng = (pixels: Pixels) => Promise<ArrayBuffer>
export type DecodeImage = (bytes: ArrayBuffer) => Promise<Pixels>

/** libheif's own classes, as far as they are used. */
export interface HeifModule {
  readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] }
}

export interface HeifImage {
  get_width(): number
  get_height(): number
  is_primary?(): boolean
  /** Fills `target.data`; calls back with `null` when it can't. */
  display(target: Pixels, done: (result: Pixels | null) => void): void
  free(): void
}

export interface HeifModuleSettings {
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): unknown
}
