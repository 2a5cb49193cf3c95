/**
 * Finds boxes with program text only, where single lines and the body font are code, too. Fixture: levels/html-readme.
 */
import { area, type Box, center, contains, height, union, width } from '../../model/geometry.ts'
import type { Path } from '../../model/raw-page.ts'
import type { Group, TextGroup } from '../state.ts'

/** Minimum height and width of a box, in points; thinner ones are rulings. */
const MIN_HEIGHT = 4
/** In points. */
const MAX_LINE_GAP = 1.5
/** Some drawings have thousands of rectangles. */
const MAX_BOXES = 200
/** Minimum excess over the only line; highlighted words have none. */
const MIN_EXCESS_EM = 4
const MIN_MONO_RATIO = 0.8
const MIN_CHARS = 4
/** Limits without a monospaced font: rows, and fraction that end like statements. */
const MIN_ROWS = 3
const MIN_STATEMENT_RATIO = 0.5

const statement = /[;{}]\s*$/

/** Merges backgrounds that are drawn line by line. */
export function findTextBoxes(paths: readonly Path[]): Box[] {
  const drawn = paths
    .filter(({ rectangle, box }) => rectangle && height(box) >= MIN_HEIGHT && width(box) >= MIN_HEIGHT)
    .slice(0, MAX_BOXES)
  const frames = drawn.filter(({ stroked }) => stroked).map(({ box }) => box)
  const backgrounds = drawn.filter(({ stroked }) => !stroked).sort((a, b) => a.box.y0 - b.box.y0)
  const merged: { box: Box; color: number }[] = []
  for (const { box, color } of backgrounds) {
    const above = merged.findLast((other) => other.color === color && continues(other.box, box))
    if (above === undefined) merged.push({ box, color })
    else above.box = union(above.box, box)
  }
  return [...frames, ...merged.map(({ box }) => box)]
}

function continues(above: Box, below: Box): boolean {
  return (
    Math.abs(above.x0 - below.x0) <= MAX_LINE_GAP &&
    Math.abs(above.x1 - below.x1) <= MAX_LINE_GAP &&
    below.y0 <= above.y1 + MAX_LINE_GAP
  )
}

export function findCodeBoxes(groups: readonly Group[], boxes: readonly Box[]): Map<Group, Box> {
  const groupsByBox = new Map<Box, Group[]>()
  const smallest = [...boxes].sort((a, b) => area(a) - area(b))
  for (const group of groups) {
    const box = smallest.find((candidate) => contains(candidate, center(group.box)))
    if (box === undefined) continue
    const list = groupsByBox.get(box)
    if (list === undefined) groupsByBox.set(box, [group])
    else list.push(group)
  }
  const found = new Map<Group, Box>()
  for (const [box, list] of groupsByBox) {
    const texts = list.filter((group): group is TextGroup => group.kind === 'text' && isWithin(group, box))
    if (texts.length === list.length && isCode(texts, box)) for (const group of texts) found.set(group, box)
  }
  return found
}

function isWithin({ type, box: own, style }: TextGroup, box: Box): boolean {
  return type === 'text' && own.x0 >= box.x0 - style.size / 2 && own.x1 <= box.x1 + style.size / 2
}

function isCode(groups: readonly TextGroup[], box: Box): boolean {
  const rows = groups.flatMap((group) => group.rows)
  const chars = groups.reduce((sum, { text }) => sum + text.length, 0)
  const mono = groups.reduce((sum, { text, style }) => sum + (style.mono ? text.length : 0), 0)
  if (chars < MIN_CHARS) return false
  if (mono >= MIN_MONO_RATIO * chars)
    return rows.length > 1 || width(box) >= width(rows[0]!.box) + MIN_EXCESS_EM * rows[0]!.size
  return (
    rows.length >= MIN_ROWS &&
    rows.filter(({ text }) => statement.test(text)).length >= MIN_STATEMENT_RATIO * rows.length
  )
}
