import { ParseError } from '../../model/errors.ts'

/** Maximum scans. Encoders write about ten; each one changes the whole image again. */
const MAX_SCANS = 100
const [END_OF_IMAGE, START_OF_SCAN] = [0xd9, 0xda]

/** A small file with many scans takes minutes. Throws `ParseError` 1132. */
export function checkJpegScans(bytes: Uint8Array, label: string): void {
  let count = 0
  for (const { marker } of jpegMarkers(bytes)) if (marker === START_OF_SCAN) count++
  if (count > MAX_SCANS)
    throw new ParseError(1132, `${label} has ${count} scans; the limit is ${MAX_SCANS}. Save it as a baseline JPEG.`)
}

/** Markers with their offsets. */
export function* jpegMarkers(bytes: Uint8Array): Generator<{ readonly marker: number; readonly at: number }> {
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 3 < bytes.length; ) {
    const marker = bytes[at + 1]!
    if (marker === END_OF_IMAGE) return
    yield { marker, at }
    const hasNoLength = marker <= 1 || (marker >= 0xd0 && marker <= 0xd8)
    const length = hasNoLength ? 0 : (bytes[at + 2]! << 8) | bytes[at + 3]!
    at = bytes.indexOf(0xff, marker === 0xff ? at + 1 : at + 2 + length)
  }
}
