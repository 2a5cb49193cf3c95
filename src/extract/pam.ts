/**
 * Pixels → a portable anymap, the plainest file that MuPDF opens. Eight bits a sample, samples of a pixel side by side.
 * Nothing is converted: the kind of pixels goes into the header.
 */
import type { RgbaRaster } from '../model/raster.ts'

const tupleTypes = { 1: 'GRAYSCALE', 3: 'RGB', 4: 'CMYK' } as const

export interface Samples {
  readonly width: number
  readonly height: number
  /** 1: gray, 3: red green blue, 4: cyan magenta yellow black, 255 being full ink. */
  readonly channels: keyof typeof tupleTypes
  readonly data: Uint8Array
}

export function toPam(samples: Samples): Uint8Array {
  return write(samples, samples.channels, tupleTypes[samples.channels])
}

export function rgbaToPam({ width, height, pixels }: RgbaRaster): Uint8Array {
  return write({ width, height, data: pixels }, 4, 'RGB_ALPHA')
}

function write({ width, height, data }: { width: number; height: number; data: ArrayLike<number> }, depth: number, type: string): Uint8Array {
  const header = new TextEncoder().encode(`P7\nWIDTH ${width}\nHEIGHT ${height}\nDEPTH ${depth}\nMAXVAL 255\nTUPLTYPE ${type}\nENDHDR\n`)
  const pam = new Uint8Array(header.length + data.length)
  pam.set(header)
  pam.set(data, header.length)
  return pam
}
