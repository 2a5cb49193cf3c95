import type { Size } from '../../model/geometry.ts'
import type { GrayRaster, RgbaRaster } from '../../model/raster.ts'
import type { Mupdf, Pointer } from './mupdf.ts'

/** x' = a·x + c·y + e, y' = b·x + d·y + f, as in PDF. */
export type Matrix = readonly [number, number, number, number, number, number]

const WHITE = 255
const BLACK = 0
const BYTES_PER_FLOAT = 4

/** Includes annotations and form fields. */
export function drawGray(mupdf: Mupdf, page: Pointer, matrix: Matrix, size: Size): GrayRaster {
  const target = { ...size, colorspace: mupdf.module._wasm_device_gray(), channels: 1 } as const
  return { width: size.width, height: size.height, pixels: render(mupdf, target, runPage(mupdf, page, matrix)) }
}

export function drawColor(mupdf: Mupdf, page: Pointer, matrix: Matrix, size: Size): RgbaRaster {
  const target = { ...size, colorspace: mupdf.module._wasm_device_rgb(), channels: 4 } as const
  return {
    width: size.width,
    height: size.height,
    pixels: new Uint8ClampedArray(render(mupdf, target, runPage(mupdf, page, matrix)).buffer),
  }
}

/** Stretches one image to `size`; image masks are black. Large JPEGs are decoded at reduced size. */
export function drawImageGray(mupdf: Mupdf, image: Pointer, size: Size): GrayRaster {
  const { module } = mupdf
  const target = { ...size, colorspace: module._wasm_device_gray(), channels: 1 } as const
  const stretched: Matrix = [size.width, 0, 0, size.height, 0, 0]
  const isStencil = module._wasm_image_get_imagemask(image) !== 0
  const draw = (device: Pointer): void => {
    const matrix = mupdf.putNumbers([...stretched, BLACK])
    if (isStencil)
      module._wasm_fill_image_mask(
        device,
        image,
        matrix,
        target.colorspace,
        matrix + stretched.length * BYTES_PER_FLOAT,
        1,
      )
    else module._wasm_fill_image(device, image, matrix, 1)
  }
  return { width: size.width, height: size.height, pixels: mupdf.withoutProfiles(() => render(mupdf, target, draw)) }
}

function runPage(mupdf: Mupdf, page: Pointer, matrix: Matrix): (device: Pointer) => void {
  return (device) => mupdf.module._wasm_run_page(page, device, mupdf.putNumbers(matrix))
}

interface RenderTarget extends Size {
  readonly colorspace: Pointer
  readonly channels: 1 | 4
}

function render(mupdf: Mupdf, target: RenderTarget, draw: (device: Pointer) => void): Uint8Array<ArrayBuffer> {
  const { module } = mupdf
  return mupdf.call(() => {
    const pixmap = module._wasm_new_pixmap_with_bbox(
      target.colorspace,
      mupdf.putNumbers([0, 0, target.width, target.height]),
      target.channels === 4 ? 1 : 0,
    )
    try {
      module._wasm_clear_pixmap_with_value(pixmap, WHITE)
      runDevice(mupdf, pixmap, draw)
      const start = module._wasm_pixmap_get_samples(pixmap)
      return new Uint8Array(module.HEAPU8.subarray(start, start + target.width * target.height * target.channels))
    } finally {
      module._wasm_drop_pixmap(pixmap)
    }
  })
}

function runDevice(mupdf: Mupdf, pixmap: Pointer, draw: (device: Pointer) => void): void {
  const { module } = mupdf
  const device = module._wasm_new_draw_device(mupdf.putNumbers([1, 0, 0, 1, 0, 0]), pixmap)
  try {
    draw(device)
    module._wasm_close_device(device)
  } finally {
    module._wasm_drop_device(device)
  }
}
