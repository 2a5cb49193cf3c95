/**
 * How a stored picture must be turned to be seen as it was taken.
 * Covers EXIF's eight orientations and HEIF's turns and mirrors; nothing in between.
 */
import { latin1 } from './latin1.ts'

/** First mirrored (left and right exchanged), then turned clockwise by quarters. */
export interface Orientation {
  readonly mirrored: boolean
  readonly turns: 0 | 1 | 2 | 3
}

export const upright: Orientation = { mirrored: false, turns: 0 }

const quarters = [0, 1, 2, 3] as const

export function withTurn(orientation: Orientation, clockwiseTurns: number): Orientation {
  return { mirrored: orientation.mirrored, turns: quarters[(orientation.turns + clockwiseTurns) % 4] ?? 0 }
}

/** The orientation followed by a mirror. A mirror behind a turn is a mirror before the opposite turn. */
export function withMirror(orientation: Orientation, axis: 'left-right' | 'top-bottom'): Orientation {
  const mirrored = { mirrored: !orientation.mirrored, turns: quarters[(4 - orientation.turns) % 4] ?? 0 }
  return axis === 'left-right' ? mirrored : withTurn(mirrored, 2)
}

/** EXIF orientation 1–8 (TIFF 6.0, tag 274); anything else means upright. */
export function fromExif(value: number): Orientation {
  const known: Orientation[] = [
    upright,
    { mirrored: true, turns: 0 },
    { mirrored: false, turns: 2 },
    { mirrored: true, turns: 2 },
    { mirrored: true, turns: 3 },
    { mirrored: false, turns: 1 },
    { mirrored: true, turns: 1 },
    { mirrored: false, turns: 3 },
  ]
  return known[value - 1] ?? upright
}

export const orientationTag = 274

/** The orientation in an EXIF block, which is a little TIFF file. */
export function readExifOrientation(exif: Uint8Array): Orientation {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength)
  if (view.byteLength < 8) return upright
  const little = view.getUint8(0) === 0x49
  const directory = view.getUint32(4, little)
  if (directory + 2 > view.byteLength) return upright
  for (let index = 0; index < view.getUint16(directory, little); index++) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > view.byteLength) break
    if (view.getUint16(entry, little) === orientationTag) return fromExif(view.getUint16(entry + 8, little))
  }
  return upright
}

/** Of a PNG's eXIf chunk, which may stand anywhere before the end. */
export function readPngOrientation(bytes: Uint8Array): Orientation {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at)
    if (latin1(bytes, at + 4, at + 8) === 'eXIf') return readExifOrientation(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return upright
}
