/**
 * Finds boxes drawn around code: a background or frame that contains only program text. Inside it, bold lines, single
 * lines and text in the body font are code too.
 */
import { area, type Box, center, contains, height, union, width } from '../../model/geometry.ts'
import type { Path } from '../../model/raw-page.ts'
import type { Group, TextGroup } from '../state.ts'

/** Minimum height of a box, in points. Thinner ones are rulings. */
const minThickness = 4
/** Maximum gap between the backgrounds of consecutive lines, in points. */
const touching = 1.5
/** Maximum number of boxes; bounds the work on drawings of thousands of rectangles. */
const maxBoxes = 200
/** Minimum width by which a box exceeds a single line in it, in em. Highlighted words have no excess. */
const spareEm = 4
/** Minimum ratio of monospaced characters. */
const monoRatio = 0.8
/** Minimum number of characters. */
const minChars = 4
/** Without a monospaced font: minimum number of rows, and ratio of rows that end like statements. */
const minRows = 3
const statementRatio = 0.5

/** The end of a statement or block, or a lone brace. */
const statement = /[;{}]\s*$/

/** Filled and stroked rectangles that may contain text. Backgrounds drawn line by line are merged. */
export function boxesOf(paths: readonly Path[]): Box[] {
  const drawn = paths
    .filter(({ rectangle, box }) => rectangle && height(box) >= minThickness && width(box) >= minThickness)
    .slice(0, maxBoxes)
  const frames = drawn.filter(({ stroked }) => stroked).map(({ box }) => box)
  const grounds = drawn.filter(({ stroked }) => !stroked).sort((a, b) => a.box.y0 - b.box.y0)
  const merged: { box: Box; color: number }[] = []
  for (const { box, color } of grounds) {
    const above = merged.findLast((other) => other.color === color && continues(other.box, box))
    if (above === undefined) merged.push({ box, color })
    else above.box = union(above.box, box)
  }
  return [...frames, ...merged.map(({ box }) => box)]
}

function continues(above: Box, below: Box): boolean {
  return (
    Math.abs(above.x0 - below.x0) <= touching &&
    Math.abs(above.x1 - below.x1) <= touching &&
    below.y0 <= above.y1 + touching
  )
}

/** The groups that are code, with their box. Groups of one box belong together. */
export function listingBoxes(groups: readonly Group[], boxes: readonly Box[]): Map<Group, Box> {
  const held = new Map<Box, Group[]>()
  const smallest = [...boxes].sort((a, b) => area(a) - area(b))
  for (const group of groups) {
    const box = smallest.find((candidate) => contains(candidate, center(group.box)))
    if (box === undefined) continue
    const list = held.get(box)
    if (list === undefined) held.set(box, [group])
    else list.push(group)
  }
  const found = new Map<Group, Box>()
  for (const [box, list] of held) {
    const texts = list.filter((group): group is TextGroup => group.kind === 'text' && isWithin(group, box))
    if (texts.length === list.length && isListing(texts, box)) for (const group of texts) found.set(group, box)
  }
  return found
}

/** Plain text that does not extend over the sides of the box. */
function isWithin({ type, box: own, style }: TextGroup, box: Box): boolean {
  return type === 'text' && own.x0 >= box.x0 - style.size / 2 && own.x1 <= box.x1 + style.size / 2
}

function isListing(groups: readonly TextGroup[], box: Box): boolean {
  const rows = groups.flatMap((group) => group.rows)
  const chars = groups.reduce((sum, { text }) => sum + text.length, 0)
  const mono = groups.reduce((sum, { text, style }) => sum + (style.mono ? text.length : 0), 0)
  if (chars < minChars) return false
  if (mono >= monoRatio * chars) return rows.length > 1 || width(box) >= width(rows[0]!.box) + spareEm * rows[0]!.size
  return (
    rows.length >= minRows && rows.filter(({ text }) => statement.test(text)).length >= statementRatio * rows.length
  )
}
