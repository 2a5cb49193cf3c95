/** Image decoders that MuPDF lacks, and a PNG encoder. Each image gets a new one: WASM memory never shrinks. */
import {
  createAvifDecoder,
  createHeifDecoder,
  createWebpDecoder,
  type HeifFailure,
  type HeifModule,
  loadPngEncoder,
  type Pixels,
} from '#wasm/codecs'
import type { RgbaRaster } from '../model/raster.ts'

/** The bytes are damaged or in another format. */
export class CodecError extends Error {
  override readonly name = 'CodecError'
}

let encoder: ReturnType<typeof loadPngEncoder> | undefined

/** Equal pixels give equal bytes. */
export async function encodePng(raster: RgbaRaster): Promise<Uint8Array> {
  encoder ??= loadPngEncoder()
  encoder.catch(() => {
    encoder = undefined
  })
  const encode = await encoder
  const data = raster.pixels.byteLength === raster.pixels.buffer.byteLength ? raster.pixels : raster.pixels.slice()
  return new Uint8Array(await encode({ data, width: raster.width, height: raster.height }))
}

export async function decodeWebp(bytes: Uint8Array): Promise<RgbaRaster> {
  return decodeWith(createWebpDecoder, (decoder) => decoder.decode(bytes))
}

/** Does not apply `irot` and `imir`. */
export async function decodeAvif(bytes: Uint8Array): Promise<RgbaRaster> {
  return decodeWith(createAvifDecoder, (decoder) => decoder.decode(bytes, 8))
}

export async function decodeHeif(bytes: Uint8Array): Promise<RgbaRaster> {
  return decodeWith(createHeifDecoder, (heif) => decodePrimary(heif, bytes))
}

function decodePrimary(heif: HeifModule, bytes: Uint8Array): Pixels {
  const context = heif.heif_context_alloc()
  if (context === null) throw new CodecError('out of memory')
  const parsed = heif.heif_context_read_from_memory(context, bytes)
  if (parsed.code !== heif.heif_error_code.heif_error_Ok) throw new CodecError(parsed.message.trim())
  const handle = checked(heif.heif_js_context_get_primary_image_handle(context))
  const planes = checked(
    heif.heif_js_decode_image2(
      handle,
      heif.heif_colorspace.heif_colorspace_RGB,
      heif.heif_chroma.heif_chroma_interleaved_RGBA,
    ),
  )
  const plane =
    'channels' in planes
      ? planes.channels.find(({ id }) => id === heif.heif_channel.heif_channel_interleaved)
      : undefined
  if (plane === undefined) throw new CodecError('nothing could be decoded')
  const { width, height, stride } = plane
  if (stride === width * 4)
    return { width, height, data: new Uint8ClampedArray(plane.data.buffer, plane.data.byteOffset, width * height * 4) }
  const data = new Uint8ClampedArray(width * height * 4)
  for (let row = 0; row < height; row++)
    data.set(plane.data.subarray(row * stride, row * stride + width * 4), row * width * 4)
  return { width, height, data }
}

function checked<result extends object>(result: result | HeifFailure | null): result {
  if (result === null) throw new CodecError('nothing could be decoded')
  if ('code' in result) throw new CodecError(String(result.message).trim())
  return result
}

async function decodeWith<decoder>(
  create: () => Promise<decoder>,
  decode: (decoder: decoder) => Pixels | null,
): Promise<RgbaRaster> {
  const decoder = await create()
  try {
    const pixels = decode(decoder)
    if (pixels === null) throw new CodecError('nothing could be decoded')
    return { width: pixels.width, height: pixels.height, pixels: pixels.data }
  } catch (error) {
    if (error instanceof CodecError) throw error
    throw new CodecError(error instanceof Error ? error.message : 'nothing could be decoded', { cause: error })
  }
}
