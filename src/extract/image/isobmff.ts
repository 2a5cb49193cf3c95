/**
 * The boxes of a HEIF or AVIF file (ISO/IEC 14496-12 and 23008-12) → size and turning of its primary picture.
 * Reads item properties only; no samples, no movies.
 */

import { type Orientation, upright, withMirror, withTurn } from './exif.ts'
import { latin1 } from './latin1.ts'

export interface HeifProperties {
  /** The largest size that any property names. */
  readonly size: { readonly width: number; readonly height: number }
  /** What `irot` and `imir` of the primary item ask for. */
  readonly orientation: Orientation
}

interface BoxView {
  readonly type: string
  readonly view: DataView
}

export function readHeifProperties(bytes: Uint8Array): HeifProperties | null {
  const meta = boxes(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)).find(({ type }) => type === 'meta')
  if (meta === undefined) return null
  const inMeta = boxes(from(meta.view, 4))
  const properties = inMeta.find(({ type }) => type === 'iprp')
  if (properties === undefined) return null
  const inProperties = boxes(properties.view)
  const list = boxes(inProperties.find(({ type }) => type === 'ipco')?.view ?? emptyView)
  const sizes = list
    .filter(({ type }) => type === 'ispe')
    .map(({ view }) => ({ width: view.getUint32(4), height: view.getUint32(8) }))
  const size = sizes.reduce(
    (largest, each) => (each.width * each.height > largest.width * largest.height ? each : largest),
    { width: 0, height: 0 },
  )
  if (size.width === 0) return null

  const primary = readPrimary(inMeta.find(({ type }) => type === 'pitm')?.view)
  const chosen = associations(inProperties.find(({ type }) => type === 'ipma')?.view, primary)
  let orientation = upright
  for (const index of chosen) {
    const property = list[index - 1]
    // Angles are counted against the clock.
    if (property?.type === 'irot') orientation = withTurn(orientation, 4 - (property.view.getUint8(0) & 3))
    if (property?.type === 'imir')
      orientation = withMirror(orientation, (property.view.getUint8(0) & 1) === 1 ? 'left-right' : 'top-bottom')
  }
  return { size, orientation }
}

const emptyView = new DataView(new ArrayBuffer(0))

function from(view: DataView, offset: number): DataView {
  return new DataView(view.buffer, view.byteOffset + offset, Math.max(0, view.byteLength - offset))
}

/** The boxes inside a stretch of bytes, as far as they are whole. */
function boxes(view: DataView): BoxView[] {
  const found: BoxView[] = []
  let at = 0
  while (at + 8 <= view.byteLength) {
    const bytes = new Uint8Array(view.buffer, view.byteOffset + at + 4, 4)
    const short = view.getUint32(at)
    const long = short === 1 && at + 16 <= view.byteLength
    const size = long ? Number(view.getBigUint64(at + 8)) : short === 0 ? view.byteLength - at : short
    const header = long ? 16 : 8
    if (size < header) break
    const length = Math.min(size, view.byteLength - at) - header
    found.push({ type: latin1(bytes, 0, 4), view: new DataView(view.buffer, view.byteOffset + at + header, length) })
    at += size
  }
  return found
}

function readPrimary(view: DataView | undefined): number {
  if (view === undefined || view.byteLength < 6) return 0
  return view.getUint8(0) === 0 ? view.getUint16(4) : view.getUint32(4)
}

/** Property numbers (1-based) of an item, in the order in which they apply. */
function associations(view: DataView | undefined, item: number): number[] {
  if (view === undefined || view.byteLength < 8) return []
  const longIds = view.getUint8(0) > 0
  const longIndexes = (view.getUint8(3) & 1) === 1
  let at = 8
  for (let left = view.getUint32(4); left > 0; left--) {
    const id = longIds ? view.getUint32(at) : view.getUint16(at)
    at += longIds ? 4 : 2
    const count = view.getUint8(at)
    at += 1
    const step = longIndexes ? 2 : 1
    if (id === item)
      return Array.from({ length: count }, (_, index) =>
        longIndexes ? view.getUint16(at + 2 * index) & 0x7fff : view.getUint8(at + index) & 0x7f,
      )
    at += count * step
  }
  return []
}
