/**
 * ImageMagick on Node. The module is compiled on first use; every call gets a new instance, because the memory of an
 * instance never shrinks.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { MagickModule, WithMagick } from './magick-module.ts'

let compiled: Promise<WebAssembly.Module> | undefined
let previous: Promise<unknown> = Promise.resolve()

/** Calls run one after another, because the package has a single global instance. */
export const withMagick: WithMagick | null = (work) => {
  const current = previous.then(async () => work(await createInstance()))
  previous = current.catch(() => {})
  return current
}

async function createInstance(): Promise<MagickModule> {
  const magick = await import('@imagemagick/magick-wasm')
  const path = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm')
  compiled ??= readFile(path).then((bytes) => WebAssembly.compile(bytes))
  // Without this, `initializeImageMagick` keeps the existing instance.
  Object.assign(magick.ImageMagick, { _api: undefined })
  await magick.initializeImageMagick(await compiled)
  return magick
}
