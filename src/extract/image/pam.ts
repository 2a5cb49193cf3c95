/**
 * Pixels → a portable anymap, the plainest file that MuPDF opens. Eight bits a sample, samples of a pixel side by side.
 * Nothing is converted: the kind of pixels goes into the header.
 */
import { concatBytes } from '../../model/bytes.ts'

const tupleTypes = { 1: 'GRAYSCALE', 3: 'RGB', 4: 'CMYK' } as const

export interface Samples {
  readonly width: number
  readonly height: number
  /** 1: gray, 3: red green blue, 4: cyan magenta yellow black, 255 being full ink. */
  readonly channels: keyof typeof tupleTypes
  readonly data: Uint8Array
}

export function toPam({ width, height, channels, data }: Samples): Uint8Array {
  const type = tupleTypes[channels]
  const header = `P7\nWIDTH ${width}\nHEIGHT ${height}\nDEPTH ${channels}\nMAXVAL 255\nTUPLTYPE ${type}\nENDHDR\n`
  return concatBytes([new TextEncoder().encode(header), data])
}
