import { type ShapeBox, sortShapes } from '../../model/shape-order.ts'
import type { Inline } from './inline-text.ts'
import type { Furniture, PageWriter } from './page-writer.ts'

/** By the kinds of placeholders in PPTX, PPT and ODP. */
const ROLES = new Map<string | null, 'title' | keyof Furniture>([
  ['title', 'title'],
  ['ctrTitle', 'title'],
  ['hdr', 'header'],
  ['header', 'header'],
  ['dt', 'footer'],
  ['ftr', 'footer'],
  ['sldNum', 'footer'],
  ['footer', 'footer'],
  ['date-time', 'footer'],
  ['page-number', 'footer'],
])

/** Titles come first, page furniture last. */
export function writeSlide<shape extends { readonly box: ShapeBox }>(
  shapes: readonly shape[],
  writer: PageWriter,
  {
    kindOf,
    textOf,
    write,
  }: { kindOf(shape: shape): string | null; textOf(shape: shape): Inline; write(shape: shape): void },
): void {
  const roleOf = (shape: shape) => ROLES.get(kindOf(shape))
  for (const shape of shapes) if (roleOf(shape) === 'title') writer.title(1, textOf(shape))
  for (const shape of sortShapes(shapes.filter((each) => roleOf(each) === undefined))) write(shape)
  for (const shape of shapes) {
    const role = roleOf(shape)
    if (role !== undefined && role !== 'title') writer.text(textOf(shape), role)
  }
}
