/** Image codecs in workerd, compiled by the bundler. Their JavaScript is loaded on first use, for a faster start. */
import avifModule from '../node_modules/@jsquash/avif/codec/dec/avif_dec.wasm'
// @ts-expect-error: the package declares the module's exports; the bundler provides the compiled module.
import pngModule from '../node_modules/@jsquash/png/codec/pkg/squoosh_png_bg.wasm'
import webpModule from '../node_modules/@jsquash/webp/codec/dec/webp_dec.wasm'
import heifModule from '../node_modules/libheif-js/libheif-wasm/libheif.wasm'
import { type CodecFactory, type DecoderModule, type EncodePng, type HeifModule, instanceOf } from './codec-modules.ts'

export type { HeifFailure, HeifModule, Pixels } from './codec-modules.ts'

/** One instance per isolate, a limit of wasm-bindgen's JavaScript. */
export async function loadPngEncoder(): Promise<EncodePng> {
  const codec = await import('@jsquash/png/encode.js')
  await codec.init(pngModule)
  return codec.default as unknown as EncodePng
}

export async function createWebpDecoder(): Promise<DecoderModule> {
  const glue = await import('@jsquash/webp/codec/dec/webp_dec.js')
  return (glue.default as unknown as CodecFactory<DecoderModule>)(instanceOf(webpModule))
}

export async function createAvifDecoder(): Promise<DecoderModule> {
  const glue = await import('@jsquash/avif/codec/dec/avif_dec.js')
  return (glue.default as unknown as CodecFactory<DecoderModule>)(instanceOf(avifModule))
}

export async function createHeifDecoder(): Promise<HeifModule> {
  const glue = await import('libheif-js/libheif-wasm/libheif.js')
  return (glue.default as unknown as CodecFactory<HeifModule>)(instanceOf(heifModule))
}
