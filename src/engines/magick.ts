/** ImageMagick for rare formats, only on Node because of its size. Callers check the size of frames. */
import type { IMagickImage, MagickFormat } from '@imagemagick/magick-wasm'
import { withMagick } from '#wasm/magick'
import type { MagickModule } from '../../wasm/magick-module.ts'
import type { Size } from '../model/geometry.ts'
import { CodecError } from './image-codecs.ts'

export const isMagickAvailable = withMagick !== null

/** Reads only headers. Throws `CodecError`. */
export async function pingFrames(bytes: Uint8Array, format: MagickFormat): Promise<Size[]> {
  return runMagick((magick) => {
    const frames = magick.MagickImageCollection.create()
    try {
      frames.ping(bytes, new magick.MagickReadSettings({ format }))
      return frames.map(({ width, height }) => ({ width, height }))
    } finally {
      frames.dispose()
    }
  })
}

/** Writes 8 bits per sample on white. Throws `CodecError`. */
export async function convertToTiff(
  bytes: Uint8Array,
  { format, frames }: { readonly format: MagickFormat; readonly frames: readonly number[] },
): Promise<Uint8Array[]> {
  return runMagick((magick) => frames.map((frameIndex) => convertFrame(magick, bytes, { format, frameIndex })))
}

const FASTEST_DEFLATE = 10

function convertFrame(
  magick: MagickModule,
  bytes: Uint8Array,
  frame: { readonly format: MagickFormat; readonly frameIndex: number },
): Uint8Array {
  const image = magick.MagickImage.create()
  // ImageMagick only warns of missing pixels.
  let damage: Error | undefined
  image.onWarning = ({ error }) => {
    if (error.severity === magick.MagickErrorSeverity.CorruptImageWarning) damage ??= error
  }
  try {
    image.read(bytes, new magick.MagickReadSettings({ ...frame, frameCount: 1 }))
    if (damage !== undefined) throw damage
    removeAlpha(magick, image)
    // Separate color planes are read as color, but keep the type "gray".
    if (image.colorSpace === magick.ColorSpace.sRGB) image.colorType = magick.ColorType.TrueColor
    image.depth = 8
    image.quality = FASTEST_DEFLATE
    image.settings.compression = magick.CompressionMethod.Zip
    image.settings.interlace = magick.Interlace.NoInterlace
    return image.write(magick.MagickFormat.Tiff, (tiff) => tiff.slice())
  } finally {
    image.dispose()
  }
}

/** Many programs leave an unused alpha channel at zero: then the image is opaque. */
function removeAlpha(magick: MagickModule, image: IMagickImage): void {
  if (!image.hasAlpha) return
  const alpha = image.statistics().getChannel(magick.PixelChannel.Alpha)
  if (alpha !== null && alpha.maximum > 0) {
    image.backgroundColor = magick.MagickColors.White
    image.alpha(magick.AlphaAction.Remove)
  }
  image.alpha(magick.AlphaAction.Off)
}

async function runMagick<result>(work: (magick: MagickModule) => result): Promise<result> {
  if (withMagick === null) throw new CodecError('this deployment has no decoder for it')
  try {
    return await withMagick(work)
  } catch (error) {
    throw new CodecError(describeProblem(error), { cause: error })
  }
}

function describeProblem(error: unknown): string {
  const [name = ''] = error instanceof Error ? error.message.split(/ [`@]/) : []
  if (name === '' || name === 'instance is disposed') return 'it is damaged or truncated'
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}
