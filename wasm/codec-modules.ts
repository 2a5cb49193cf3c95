/** What the image codecs' WASM modules offer, as types: both runtimes' loaders return the same things. */

/** Decoded pixels: red green blue alpha, rows tight, alpha not premultiplied. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

export type EncodePng = (pixels: Pixels) => Promise<ArrayBuffer>

/** A fresh instance of a jSquash decoder. */
export interface DecoderModule {
  /** `null` when the bytes are not its format. Eight bits a channel, whatever the file has. */
  decode(bytes: Uint8Array, bitDepth?: 8): Pixels | null
}

/**
 * A fresh instance of libheif: its C functions. The package's own class decodes within a timer, where whatever is thrown
 * ends the process, and writes to the console; so it is not used.
 */
export interface HeifModule {
  readonly heif_error_code: { readonly heif_error_Ok: unknown }
  readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown }
  readonly heif_chroma: { readonly heif_chroma_interleaved_RGBA: unknown }
  readonly heif_channel: { readonly heif_channel_interleaved: unknown }
  heif_context_alloc(): object | null
  heif_context_read_from_memory(context: object, bytes: Uint8Array): HeifFailure
  /** The handle, or what went wrong (then it has a `code`). */
  heif_js_context_get_primary_image_handle(context: object): HeifFailure | object | null
  heif_js_decode_image2(handle: object, colorspace: unknown, chroma: unknown): HeifFailure | HeifPlanes | null
}

export interface HeifFailure {
  readonly code: unknown
  readonly message: string
}

export interface HeifPlanes {
  readonly channels: readonly {
    readonly id: unknown
    readonly width: number
    readonly height: number
    readonly stride: number
    readonly data: Uint8Array
  }[]
}

/** What Emscripten's factories take from us. */
export interface CodecSettings {
  noInitialRun: boolean
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): unknown
  print(line: string): void
  printErr(line: string): void
}

export type CodecFactory<module> = (settings: CodecSettings) => Promise<module>

/** Settings that make an instance of a compiled module. */
export function instanceOf(module: WebAssembly.Module): CodecSettings {
  return {
    noInitialRun: true,
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(module, imports)
      done(instance)
      return instance.exports
    },
    print: () => {},
    printErr: () => {},
  }
}
