/** Inline images of a Word document ([MS-DOC] 2.9.190, [MS-ODRAW] 2.2.23). */
import { findStoredImage } from '../stored-image.ts'
import type { EmbeddedImage } from '../types.ts'
import { part } from './doc-file.ts'

const TWIPS_PER_POINT = 20
const FULL_SCALE = 1000

export function readDocImage(data: DataView, offset: number): EmbeddedImage | null {
  if (offset + 68 > data.byteLength) return null
  const picture = part(data, offset, Math.min(data.getUint32(offset, true), data.byteLength - offset))
  const image =
    picture.byteLength < 68 ? null : findStoredImage(picture, picture.getUint16(4, true), picture.byteLength)
  if (image === null) return null
  const side = (goal: number, scale: number): number =>
    (picture.getUint16(goal, true) / TWIPS_PER_POINT) * ((picture.getUint16(scale, true) || FULL_SCALE) / FULL_SCALE)
  return { bytes: image, alt: '', width: side(28, 32), height: side(30, 34) }
}
