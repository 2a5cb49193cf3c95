/** The primary image of a HEIF or AVIF file (ISO/IEC 14496-12 and 23008-12). */
import { latin1, viewOf } from '../../model/bytes.ts'
import type { Size } from '../../model/geometry.ts'
import { asStored, mirror, type Orientation, rotateClockwise } from './orientation.ts'

interface HeifProperties {
  /** Largest of all items, because decoders allocate for grids and tiles too. */
  readonly size: Size
  readonly orientation: Orientation
}

interface IsoBox {
  readonly type: string
  readonly content: DataView
}

export function readHeifProperties(bytes: Uint8Array): HeifProperties | null {
  const meta = findBox(readBoxes(viewOf(bytes)), 'meta')
  if (meta === null) return null
  const metaBoxes = readBoxes(skip(meta, 4))
  const properties = findBox(metaBoxes, 'iprp')
  if (properties === null) return null
  const propertyBoxes = readBoxes(properties)
  const container = findBox(propertyBoxes, 'ipco')
  const list = container === null ? [] : readBoxes(container)
  const sizes = list
    .filter(({ type }) => type === 'ispe')
    .map(({ content }) => ({ width: content.getUint32(4), height: content.getUint32(8) }))
    .sort((a, b) => b.width * b.height - a.width * a.height)
  const [size] = sizes
  if (size === undefined || size.width === 0) return null

  let orientation = asStored
  const primary = readPrimaryItem(findBox(metaBoxes, 'pitm'))
  for (const index of readAssociations(findBox(propertyBoxes, 'ipma'), primary)) {
    const property = list[index - 1]
    // `irot` counts quarter turns counterclockwise.
    if (property?.type === 'irot')
      orientation = rotateClockwise(orientation, 360 - 90 * (property.content.getUint8(0) & 3))
    if (property?.type === 'imir')
      orientation = mirror(orientation, (property.content.getUint8(0) & 1) === 1 ? 'left-right' : 'top-bottom')
  }
  return { size, orientation }
}

function findBox(boxes: readonly IsoBox[], wanted: string): DataView | null {
  return boxes.find(({ type }) => type === wanted)?.content ?? null
}

function skip(view: DataView, bytes: number): DataView {
  return new DataView(view.buffer, view.byteOffset + bytes, Math.max(0, view.byteLength - bytes))
}

function readBoxes(view: DataView): IsoBox[] {
  const boxes: IsoBox[] = []
  let at = 0
  while (at + 8 <= view.byteLength) {
    const shortSize = view.getUint32(at)
    const hasLongSize = shortSize === 1 && at + 16 <= view.byteLength
    const size = hasLongSize ? Number(view.getBigUint64(at + 8)) : shortSize === 0 ? view.byteLength - at : shortSize
    const headerBytes = hasLongSize ? 16 : 8
    if (size < headerBytes) break
    const type = latin1(new Uint8Array(view.buffer, view.byteOffset + at + 4, 4), 0, 4)
    const length = Math.min(size, view.byteLength - at) - headerBytes
    boxes.push({ type, content: new DataView(view.buffer, view.byteOffset + at + headerBytes, length) })
    at += size
  }
  return boxes
}

function readPrimaryItem(view: DataView | null): number {
  if (view === null || view.byteLength < 6) return 0
  return view.getUint8(0) === 0 ? view.getUint16(4) : view.getUint32(4)
}

function readAssociations(view: DataView | null, item: number): number[] {
  if (view === null || view.byteLength < 8) return []
  const idBytes = view.getUint8(0) > 0 ? 4 : 2
  const indexBytes = (view.getUint8(3) & 1) === 1 ? 2 : 1
  let at = 8
  for (let left = view.getUint32(4); left > 0; left--) {
    const id = idBytes === 4 ? view.getUint32(at) : view.getUint16(at)
    const count = view.getUint8(at + idBytes)
    at += idBytes + 1
    if (id === item)
      return Array.from({ length: count }, (_, index) =>
        indexBytes === 2 ? view.getUint16(at + 2 * index) & 0x7fff : view.getUint8(at + index) & 0x7f,
      )
    at += count * indexBytes
  }
  return []
}
