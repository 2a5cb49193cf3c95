/** Image codecs on Node. Each module is compiled on first use. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type CodecFactory, type DecoderModule, type EncodePng, type HeifModule, instanceOf } from './codec-modules.ts'

export type { HeifFailure, HeifModule, Pixels } from './codec-modules.ts'

const require = createRequire(import.meta.url)
const compiled = new Map<string, Promise<WebAssembly.Module>>()

function compile(path: string): Promise<WebAssembly.Module> {
  const known = compiled.get(path) ?? readFile(require.resolve(path)).then((bytes) => WebAssembly.compile(bytes))
  compiled.set(path, known)
  return known
}

/** One instance per thread, a limit of wasm-bindgen's JavaScript. */
export async function loadPngEncoder(): Promise<EncodePng> {
  const codec: { default: EncodePng; init(module: WebAssembly.Module): Promise<unknown> } = await import(
    '@jsquash/png/encode.js'
  )
  await codec.init(await compile('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
  return codec.default
}

export async function createWebpDecoder(): Promise<DecoderModule> {
  const glue: { default: CodecFactory<DecoderModule> } = await import('@jsquash/webp/codec/dec/webp_dec.js')
  return glue.default(instanceOf(await compile('@jsquash/webp/codec/dec/webp_dec.wasm')))
}

export async function createAvifDecoder(): Promise<DecoderModule> {
  const glue: { default: CodecFactory<DecoderModule> } = await import('@jsquash/avif/codec/dec/avif_dec.js')
  return glue.default(instanceOf(await compile('@jsquash/avif/codec/dec/avif_dec.wasm')))
}

export async function createHeifDecoder(): Promise<HeifModule> {
  const factory: CodecFactory<HeifModule> = require('libheif-js/libheif-wasm/libheif.js')
  return factory(instanceOf(await compile('libheif-js/libheif-wasm/libheif.wasm')))
}
