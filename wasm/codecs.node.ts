/**
 * The image codecs' WASM modules on Node: read and compiled on first use, each on its own,
 * because most documents need none of them.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { DecodeImage, EncodePng, HeifModule, HeifModuleSettings } from './codec-modules.ts'

export type { HeifImage, HeifModule, Pixels } from './codec-modules.ts'

const require = createRequire(import.meta.url)

async function compile(path: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(require.resolve(path)))
}

export async function loadPngEncoder(): Promise<EncodePng> {
  const { default: encode, init } = await import('@jsquash/png/encode.js')
  await init(await compile('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
  return encode
}

export async function loadWebpDecoder(): Promise<DecodeImage> {
  const codec: { default: DecodeImage; init(module: WebAssembly.Module): Promise<void> } = await import('@jsquash/webp/decode.js')
  await codec.init(await compile('@jsquash/webp/codec/dec/webp_dec.wasm'))
  return codec.default
}

export async function loadAvifDecoder(): Promise<DecodeImage> {
  const codec: { default: DecodeImage; init(module: WebAssembly.Module): Promise<void> } = await import('@jsquash/avif/decode.js')
  await codec.init(await compile('@jsquash/avif/codec/dec/avif_dec.wasm'))
  return codec.default
}

export async function loadHeif(): Promise<HeifModule> {
  const module = await compile('libheif-js/libheif-wasm/libheif.wasm')
  const factory: (settings: HeifModuleSettings) => Promise<HeifModule> = require('libheif-js/libheif-wasm/libheif.js')
  return factory({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(module, imports)
      done(instance)
      return instance.exports
    },
  })
}
