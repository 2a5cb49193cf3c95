/** Text boxes, images and tables with their positions ([MS-PPT] 2.5.13, [MS-ODRAW]). */
import type { ShapeBox } from '../../../model/shape-order.ts'
import { type PptFile, type PptRecord, RECORD } from './ppt-records.ts'
import { type PptText, readTextBox } from './ppt-text.ts'

export type PptShape = { readonly box: ShapeBox } & (
  | { readonly kind: 'text'; readonly text: PptText }
  | { readonly kind: 'picture'; readonly image: number }
  | { readonly kind: 'table'; readonly cells: readonly TableBox[] }
)

export interface TableBox {
  readonly box: ShapeBox
  readonly text: string
}

const IMAGE_PROPERTY = 0x0104
const TABLE_PROPERTY = 0x039f
const MAX_DEPTH = 16
const noBox: ShapeBox = { x: 0, y: 2 ** 31, width: 0, height: 0 }

export function readPptShapes(file: PptFile, slide: PptRecord, outline: readonly PptRecord[]): PptShape[] {
  const [root] = file.descendants(slide, RECORD.shapeGroup)
  return root === undefined ? [] : readGroup(file, root, { outline, box: null, depth: 0 })
}

interface GroupContext {
  readonly outline: readonly PptRecord[]
  /** Box of an outer group, whose children have coordinates of their own. */
  readonly box: ShapeBox | null
  readonly depth: number
}

function readGroup(file: PptFile, group: PptRecord, { outline, box, depth }: GroupContext): PptShape[] {
  if (depth > MAX_DEPTH) return []
  const [groupShape, ...members] = file
    .recordsIn(group)
    .filter(({ type }) => type === RECORD.shape || type === RECORD.shapeGroup)
  if (groupShape === undefined) return []
  const groupBox = box ?? (depth === 0 ? null : boxOf(file, groupShape))
  if (propertyOf(file, groupShape, TABLE_PROPERTY) !== null) {
    const cells = members.flatMap((member) => toTableBox(file, member, outline))
    return cells.length === 0 ? [] : [{ kind: 'table', box: groupBox ?? noBox, cells }]
  }
  return members.flatMap((member): PptShape[] =>
    member.type === RECORD.shapeGroup
      ? readGroup(file, member, { outline, box: groupBox, depth: depth + 1 })
      : readShape(file, member, { outline, box: groupBox }),
  )
}

function readShape(
  file: PptFile,
  shape: PptRecord,
  { outline, box }: Pick<GroupContext, 'outline' | 'box'>,
): PptShape[] {
  const textBox = file.child(shape, RECORD.clientTextbox)
  const extensions = file.descendants(shape, RECORD.extendedStyle)
  const text = textBox === undefined ? null : readTextBox(file, textBox, { outline, extensions })
  const position = box ?? boxOf(file, shape)
  if (text !== null) return [{ kind: 'text', box: position, text }]
  const image = propertyOf(file, shape, IMAGE_PROPERTY)
  return image === null || image === 0 ? [] : [{ kind: 'picture', box: position, image }]
}

function toTableBox(file: PptFile, shape: PptRecord, outline: readonly PptRecord[]): TableBox[] {
  const anchor = file.child(shape, RECORD.childAnchor)
  const textBox = file.child(shape, RECORD.clientTextbox)
  if (anchor === undefined || textBox === undefined || anchor.end - anchor.start < 16) return []
  const [x, y, right, bottom] = readEdges(file, anchor)
  const text =
    readTextBox(file, textBox, { outline })
      ?.paragraphs.map((each) => each.text)
      .join('\n') ?? ''
  return [{ box: { x, y, width: right - x, height: bottom - y }, text }]
}

function boxOf(file: PptFile, shape: PptRecord): ShapeBox {
  const anchor = file.child(shape, RECORD.clientAnchor)
  if (anchor === undefined) return noBox
  if (![8, 16].includes(anchor.end - anchor.start)) return noBox
  const [y, x, right, bottom] = readEdges(file, anchor)
  return { x, y, width: right - x, height: bottom - y }
}

/** Four numbers of two or four bytes. */
function readEdges({ view }: PptFile, { start, end }: PptRecord): [number, number, number, number] {
  const read = (index: number): number =>
    end - start === 8 ? view.getInt16(start + 2 * index, true) : view.getInt32(start + 4 * index, true)
  return [read(0), read(1), read(2), read(3)]
}

/** Entries are six bytes with an identifier and a value ([MS-ODRAW] 2.2.9). */
function propertyOf(file: PptFile, shape: PptRecord, wanted: number): number | null {
  for (const { type, instance, start, end } of file.recordsIn(shape)) {
    if (type !== RECORD.shapeProperties && type !== RECORD.moreShapeProperties) continue
    for (let index = 0; index < instance && start + 6 * (index + 1) <= end; index++) {
      const at = start + 6 * index
      if ((file.view.getUint16(at, true) & 0x3fff) === wanted) return file.number(at + 2)
    }
  }
  return null
}
