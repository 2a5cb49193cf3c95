/** Types of the image codec modules, for the loaders of both runtimes. */

/** RGBA pixels without row padding, alpha not premultiplied. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

export type EncodePng = (pixels: Pixels) => Promise<ArrayBuffer>

/** An instance of a jSquash decoder. */
export interface DecoderModule {
  /** `null` for another format. Always converts to 8 bits per channel. */
  decode(bytes: Uint8Array, bitDepth?: 8): Pixels | null
}

/**
 * C functions of an instance of libheif. The package's own class is not used: it decodes in a timer, where an exception
 * ends the process, and writes to the console.
 */
export interface HeifModule {
  readonly heif_error_code: { readonly heif_error_Ok: unknown }
  readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown }
  readonly heif_chroma: { readonly heif_chroma_interleaved_RGBA: unknown }
  readonly heif_channel: { readonly heif_channel_interleaved: unknown }
  heif_context_alloc(): object | null
  heif_context_read_from_memory(context: object, bytes: Uint8Array): HeifFailure
  /** A handle, or a failure with a `code`. */
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

/** Options of Emscripten's factories. */
export interface CodecSettings {
  noInitialRun: boolean
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): unknown
  print(line: string): void
  printErr(line: string): void
}

export type CodecFactory<module> = (settings: CodecSettings) => Promise<module>

/** Options that instantiate a compiled module. */
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
