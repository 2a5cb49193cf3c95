/**
 * Image codecs that MuPDF lacks, and the PNG encoder for pictures that we hand out. Each is loaded on first use and kept;
 * the decoders check nothing, so callers read the claimed size from the header first (`image-header.ts`).
 */
import { loadPngEncoder } from '#wasm/codecs'
import type { RgbaRaster } from '../model/raster.ts'

/** Loads once; a failed load is tried again the next time. */
function lazily<value>(load: () => Promise<value>): () => Promise<value> {
  let loaded: Promise<value> | undefined
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}

const pngEncoder = lazily(loadPngEncoder)

/** PNG bytes of a raster; the same pixels always give the same bytes. */
export async function encodePng(raster: RgbaRaster): Promise<Uint8Array> {
  const encode = await pngEncoder()
  // The encoder reads the whole buffer behind the array, so the array has to be all of it.
  const data = raster.pixels.byteLength === raster.pixels.buffer.byteLength ? raster.pixels : raster.pixels.slice()
  return new Uint8Array(await encode({ data, width: raster.width, height: raster.height }))
}
