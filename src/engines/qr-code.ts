import type { RgbaRaster } from '../model/raster.ts'

/** Lowest effort of the decoder: codes rendered from a file are clean. */
const EFFORT = 1

/** Returns the content. There is no time limit, because results must not depend on speed. */
export async function readQrCode(raster: RgbaRaster): Promise<string | null> {
  const { decodeQR } = await import('qr/decode.js')
  try {
    const { width, height, pixels } = raster
    const content = decodeQR({ width, height, data: pixels }, { format: 'RGBA', effort: EFFORT, timeLimit: Infinity })
    return content.trim() === '' ? null : content
  } catch {
    return null
  }
}
