/** Portable anymaps (PBM, PGM, PPM, PAM): reads headers, and writes PAM for MuPDF. */
import { concatBytes, latin1 } from '../../model/bytes.ts'
import type { Size } from '../../model/geometry.ts'

interface PnmHeader extends Size {
  readonly kind: string
  readonly maxValue: number
  readonly channels: number
  readonly dataAt: number
}

const MAX_HEADER_BYTES = 2000

export function readPnmHeader(head: Uint8Array): PnmHeader | null {
  const kind = latin1(head, 0, 2)
  if (!/^P[1-7]$/.test(kind)) return null
  const text = latin1(head, 0, MAX_HEADER_BYTES)
  if (kind === 'P7') return readPamHeader(text)
  const isBitmap = kind === 'P1' || kind === 'P4'
  const gap = '(?:\\s|#[^\\n]*\\n)+'
  const match = new RegExp(`^P[1-6]${gap}(\\d+)${gap}(\\d+)${isBitmap ? '' : `${gap}(\\d+)`}\\s`).exec(text)
  if (match === null) return null
  return {
    kind,
    width: Number(match[1]),
    height: Number(match[2]),
    maxValue: isBitmap ? 1 : Number(match[3]),
    channels: kind === 'P3' || kind === 'P6' ? 3 : 1,
    dataAt: match[0].length,
  }
}

function readPamHeader(text: string): PnmHeader | null {
  const end = text.indexOf('ENDHDR\n')
  const field = (name: string): number => Number(new RegExp(`^${name}\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  if (end < 0 || field('WIDTH') === 0) return null
  return {
    kind: 'P7',
    width: field('WIDTH'),
    height: field('HEIGHT'),
    maxValue: field('MAXVAL'),
    channels: field('DEPTH'),
    dataAt: end + 'ENDHDR\n'.length,
  }
}

/** Interleaved, 8 bits per channel. */
export interface RgbPixels extends Size {
  readonly data: Uint8Array
}

export function toPam({ width, height, data }: RgbPixels): Uint8Array {
  const header = `P7\nWIDTH ${width}\nHEIGHT ${height}\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n`
  return concatBytes([new TextEncoder().encode(header), data])
}
