/**
 * Finds figures: images, and drawings with their labels. Image tiles are joined. Backgrounds, ornaments, boxes around
 * text and tables are not figures.
 */
import { area, type Box, center, contains, coverage, height, overlapArea, union, width } from '../../model/geometry.ts'
import type { DetectedFigure, Line, PageObjects } from '../state.ts'
import { withLabels } from './attach-labels.ts'
import { freeLines } from './background-shapes.ts'
import { joinPanels } from './join-subfigures.ts'
import { picturesOf } from './placed-images.ts'
import { findText } from './surrounding-text.ts'

/** Maximum gap between tiles of one image, in points, from rounding. */
const tileGap = 3
/** Minimum area of an image, as a fraction of the page: smaller ones are bullets and icons. */
const minRatio = 0.004
/** Maximum area of an image on a page with text, as a fraction of the page: larger ones are its background. */
const backgroundRatio = 0.85
/** Minimum width and height of an image, in em: thinner ones are lines. */
const minSideEm = 1.8
/** Height of the page edges, and maximum area of a logo there, as fractions of the page. */
const edgeStrip = 0.08
const edgeRatio = 0.015
/** Minimum area of the background of a slide, and minimum number and fraction of the page's lines over it. */
const groundRatio = 0.4
const minGroundLines = 3
const groundLineRatio = 0.6

/** Maximum length of a label between subfigures, in characters. */
const maxLabel = 40

export function findFigures(draft: PageObjects): PageObjects {
  const { raw, lines, tables } = draft
  if (raw.images.length === 0 && raw.paths.length === 0) return draft
  const size = bodySize(lines)
  const page = { x0: 0, y0: 0, x1: raw.width, y1: raw.height }
  const pageArea = area(page)
  const pictures = joinTiles(
    picturesOf(raw)
      .map((image) => image.box)
      .map((box) => ({
        x0: Math.max(0, box.x0),
        y0: Math.max(0, box.y0),
        x1: Math.min(raw.width, box.x1),
        y1: Math.min(raw.height, box.y1),
      }))
      // Page backgrounds are removed first: otherwise they would be joined with all images.
      .filter(
        (box) => box.x1 > box.x0 && box.y1 > box.y0 && (area(box) <= backgroundRatio * pageArea || lines.length === 0),
      ),
  ).filter((box) => isPicture(box, { raw, size, lines, pageArea }))
  const text = findText(lines)
  const textLines = new Set(lines.filter((_, index) => text.has(index)))
  const art = draft.drawings.map(({ box }) => box)
  const isApart = (box: Box): boolean =>
    !tables.some((table) => overlapArea(table.box, box) > 0.3 * Math.min(area(table.box), area(box)))
  const boxes = joinOverlapping([...pictures, ...art])
    .map((box, at, all) => {
      const isArt = art.some((other) => overlapArea(other, box) > 0)
      return withLabels(box, {
        lines,
        prose: text,
        size,
        paths: raw.paths,
        isArt,
        others: all.filter((_, index) => index !== at),
      })
    })
    .filter(isApart)
  if (boxes.length === 0) return draft
  // Drawings are not joined if they only share labels.
  const merged = joinBy(boxes, (a, b) => overlapArea(a, b) > 0.5 * Math.min(area(a), area(b))).sort(
    (a, b) => a.y0 - b.y0 || a.x0 - b.x0,
  )
  const isLabel = (line: Line): boolean => line.text.length <= maxLabel && !textLines.has(line)
  const panels = joinPanels(merged, { lines, isLabel, size, captioned: true }).filter(isApart)
  const taken = new Set<Line>()
  const figures = panels.map((box): DetectedFigure => {
    const inside = lines.filter(
      (line) => !taken.has(line) && contains(box, center(line.box)) && coverage(line.box, box) > 0.6,
    )
    for (const line of inside) taken.add(line)
    return { box, text: readingText(inside) }
  })
  return { ...draft, figures: [...draft.figures, ...figures], lines: lines.filter((line) => !taken.has(line)) }
}

function bodySize(lines: readonly Line[]): number {
  const sizes = lines.map((line) => line.size).sort((a, b) => a - b)
  return sizes[sizes.length >> 1] ?? 10
}

/** Joins stripes and tiles of one image. */
function joinTiles(boxes: readonly Box[]): Box[] {
  // Joining by rows first bounds the work on pages with thousands of tiles.
  const joined: Box[] = []
  for (const box of [...boxes].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0)) {
    const last = joined.at(-1)
    if (last !== undefined && isTile(last, box)) joined[joined.length - 1] = union(last, box)
    else joined.push(box)
  }
  return joinBy(joined, isTile)
}

/** Touching, with the same width or height, or overlapping. */
function isTile(a: Box, b: Box): boolean {
  const touches = a.x0 <= b.x1 + tileGap && b.x0 <= a.x1 + tileGap && a.y0 <= b.y1 + tileGap && b.y0 <= a.y1 + tileGap
  if (!touches) return false
  if (overlapArea(a, b) > 0.1 * Math.min(area(a), area(b))) return true
  const sameWidth = Math.abs(a.x0 - b.x0) <= tileGap && Math.abs(a.x1 - b.x1) <= tileGap
  const sameHeight = Math.abs(a.y0 - b.y0) <= tileGap && Math.abs(a.y1 - b.y1) <= tileGap
  return sameWidth || sameHeight
}

function joinOverlapping(boxes: readonly Box[]): Box[] {
  return joinBy(boxes, (a, b) => overlapArea(a, b) > 0.05 * Math.min(area(a), area(b)))
}

function joinBy(boxes: readonly Box[], belong: (a: Box, b: Box) => boolean): Box[] {
  let current = [...boxes]
  for (let round = 0; round < 8; round++) {
    const next: Box[] = []
    for (const box of current) {
      const at = next.findIndex((other) => belong(other, box))
      if (at < 0) next.push(box)
      else next[at] = union(next[at] as Box, box)
    }
    if (next.length === current.length) return next
    current = next
  }
  return current
}

function isPicture(
  box: Box,
  { raw, size, lines, pageArea }: { raw: PageObjects['raw']; size: number; lines: readonly Line[]; pageArea: number },
): boolean {
  const share = area(box) / pageArea
  if (share < minRatio || Math.min(width(box), height(box)) < minSideEm * size) return false
  // An image of the whole page is its background if there is text, and its content if there is none.
  if (share > backgroundRatio && lines.length > 0) return false
  const { y } = center(box)
  const atEdge = y < raw.height * edgeStrip || y > raw.height * (1 - edgeStrip)
  if (atEdge && share < edgeRatio) return false
  // An image that is mostly covered by text is its background.
  const over = lines.filter((line) => coverage(line.box, box) > 0.9)
  const isGround = (): boolean =>
    over.length >= groundLineRatio * lines.length && freeLines({ box, strokes: [] }, [], over).length >= minGroundLines
  if (share > groundRatio && isGround()) return false
  const written = over.reduce((sum, line) => sum + line.text.length, 0)
  const letters = (area(box) / (size * size)) * 2
  return written < letters * 0.25
}

function readingText(lines: readonly Line[]): string {
  return [...lines]
    .sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0)
    .map((line) => line.text)
    .join(' ')
}
