/**
 * Pixels → the content of the QR code in them. Refuses nothing: what is no readable code gives `null`.
 * The decoder is loaded when the first code is tried, and its work is bounded by effort, never by the clock: equal pixels give
 * equal answers on every machine.
 */
import type { RgbaRaster } from '../model/raster.ts'

/** The least: codes drawn from a file are clean and square, and more tries on what is no code cost up to half a second. */
const effort = 1

export async function readQrCode(raster: RgbaRaster): Promise<string | null> {
  const { decodeQR } = await import('qr/decode.js')
  try {
    const { width, height, pixels } = raster
    const content = decodeQR({ width, height, data: pixels }, { format: 'RGBA', effort, timeLimit: Infinity })
    return content.trim() === '' ? null : content
  } catch {
    // The decoder says by throwing that there is no code; nothing else of it can fail on pixels in memory.
    return null
  }
}
