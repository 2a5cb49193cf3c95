import type { RgbaRaster } from '../model/raster.ts'
import { loadMupdf } from './mupdf/mupdf.ts'

/** Encodes an opaque raster; equal pixels give equal bytes. `quality` is 1–100. */
export async function encodeJpeg({ width, height, pixels }: RgbaRaster, quality: number): Promise<Uint8Array> {
  const mupdf = await loadMupdf()
  const { module } = mupdf
  return mupdf.call(() => {
    const pixmap = module._wasm_new_pixmap_with_bbox(
      module._wasm_device_rgb(),
      mupdf.putNumbers([0, 0, width, height]),
      0,
    )
    try {
      copyRgb(pixels, module.HEAPU8.subarray(module._wasm_pixmap_get_samples(pixmap)))
      const buffer = module._wasm_new_buffer_from_pixmap_as_jpeg(pixmap, quality, 0)
      try {
        const start = module._wasm_buffer_get_data(buffer)
        return module.HEAPU8.slice(start, start + module._wasm_buffer_get_len(buffer))
      } finally {
        module._wasm_drop_buffer(buffer)
      }
    } finally {
      module._wasm_drop_pixmap(pixmap)
    }
  })
}

function copyRgb(pixels: Uint8ClampedArray, samples: Uint8Array): void {
  for (let from = 0, to = 0; from < pixels.length; from += 4) {
    samples[to++] = pixels[from] ?? 0
    samples[to++] = pixels[from + 1] ?? 0
    samples[to++] = pixels[from + 2] ?? 0
  }
}
