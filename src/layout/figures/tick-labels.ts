/** Finds text segments that may be tick labels, with their center along the axis. */
import { type Box, center, unionAll } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'
import { splitSpan } from '../text/word-spacing.ts'
import { nearest } from './interval-index.ts'

/** Minimum gap between two labels. Words of running text are closer together. Ems. */
const apartEm = 0.55
/**
 * Maximum distances between the center of a label and its tick, and minimum extent of the label on each side of the
 * tick. Ems of the label's size.
 */
const middleEm = 0.6
const levelEm = 0.4
const straddleEm = 0.08
/** Height of digits and uppercase letters above their baseline. Ems. */
const capEm = 0.68
/** Maximum length of a label, and of a line with a row of labels. Characters. */
const maxLabel = 24
const maxLine = 150
/** Larger type is that of titles. Points. */
export const maxLabelSize = 30

/** A text segment with its position along one axis. */
export interface Label {
  readonly box: Box
  readonly size: number
  /** Its middle along the axis, and how far off it may be. */
  readonly place: number
  readonly slack: number
  /** Its extent along the axis … */
  readonly first: number
  readonly last: number
  /** … and across it. */
  readonly from: number
  readonly to: number
  /** A figure, with its sign or unit. */
  readonly numeric: boolean
}

/** Returns the possible labels of horizontal axes and of vertical ones. */
export function labelsOf(lines: readonly Line[]): { level: Label[]; upright: Label[] } {
  const pieces = lines.flatMap(piecesOf)
  return {
    level: pieces.map(({ box, size, text }) => {
      return {
        box,
        size,
        place: center(box).x,
        slack: middleEm * size,
        first: box.x0,
        last: box.x1,
        from: box.y0,
        to: box.y1,
        numeric: isFigure(text),
      }
    }),
    upright: pieces.map(({ box, size, text, middle }) => {
      return {
        box,
        size,
        place: middle,
        slack: levelEm * size,
        first: box.y0,
        last: box.y1,
        from: box.x0,
        to: box.x1,
        numeric: isFigure(text),
      }
    }),
  }
}

/** The nearest label at the middle of each place, by place. */
export function labelsAt(places: readonly number[], labels: readonly Label[]): Map<number, Label> {
  const found = new Map<number, Label>()
  for (const label of labels) {
    const place = nearest(places, label.place)
    const off = Math.abs(place - label.place)
    const known = found.get(place)
    const straddles = Math.min(place - label.first, label.last - place) >= straddleEm * label.size
    if (straddles && off <= label.slack && (known === undefined || off < Math.abs(place - known.place)))
      found.set(place, label)
  }
  return found
}

interface Piece {
  readonly box: Box
  readonly size: number
  readonly text: string
  /** y of the middle of its figures. */
  readonly middle: number
}

function piecesOf(line: Line): Piece[] {
  const { spans, size, baseline } = line
  const [first] = spans
  if (first === undefined || line.text.length > maxLine || size > maxLabelSize) return []
  const isUpright = first.rotation === 0 && !first.vertical
  const cut = isUpright ? spans.flatMap((span) => splitSpan(span, 0, apartEm).map((piece) => piece.span)) : spans
  const groups: Span[][] = []
  for (const span of cut) {
    const last = groups.at(-1)?.at(-1)
    if (last !== undefined && span.box.x0 - last.box.x1 <= apartEm * size) groups.at(-1)?.push(span)
    else groups.push([span])
  }
  return groups.flatMap((group): Piece[] => {
    const text = group.map((span) => span.text).join('')
    if (text.length > maxLabel || !/[\p{L}\p{N}]/u.test(text)) return []
    const box = unionAll(group.map((span) => span.box))
    return [{ box, size, text, middle: isUpright ? baseline - (capEm * size) / 2 : center(box).y }]
  })
}

function isFigure(text: string): boolean {
  return /^\s*[\p{Sc}<>≤≥~]?\s*[-−–+]?\s*[\p{Sc}]?\d[\d.,\s]*(?:[%‰°]|\p{L}{1,3}|\p{Sc})?\s*$/u.test(text)
}
