import type { RgbaRaster } from '../model/raster.ts'

/** Effort of the decoder, the lowest: codes rendered from a file are clean, and more attempts cost much time. */
const EFFORT = 1

/** Returns the content, or `null`. There is no time limit, because results must not depend on speed. */
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
