/** Finds the backgrounds of marked words, which Word and LibreOffice paint behind each run of text. */
import { height, width } from '../model/geometry.ts'
import type { Path, Span } from '../model/raw-page.ts'
import type { Line } from './state.ts'

/** Maximum height of a background of one line; minimum width, for lines are no backgrounds. */
const MAX_HEIGHT_EM = 2
const MIN_WIDTH_EM = 0.4
/** Maximum distance of the edge from the end of a character and from the start of the next one. */
const TOLERANCE_EM = 0.1
/** Maximum tests of a path against a line, for pages of many thousand paths. */
const MAX_TESTS = 500_000

/** Whether text continues over an edge, unlike in a cell, whose text has a distance from its border. */
export function isRunBackground(lines: readonly Line[]): (path: Path) => boolean {
  let tests = 0
  const edges = new Map<Line, readonly number[]>()
  return (path) => {
    if (path.stroked || !path.rectangle || tests > MAX_TESTS) return false
    tests += lines.length
    const { x0, x1, y0, y1 } = path.box
    return lines.some((line) => {
      const { box, baseline, size } = line
      if (y0 > baseline - size / 2 || y1 < baseline || height(path.box) > MAX_HEIGHT_EM * size) return false
      if (width(path.box) < MIN_WIDTH_EM * size || x1 < box.x0 || x0 > box.x1) return false
      if (!edges.has(line)) edges.set(line, innerEdges(line))
      return edges.get(line)!.some((x) => Math.min(Math.abs(x - x0), Math.abs(x - x1)) <= TOLERANCE_EM * size)
    })
  }
}

/** Where a character, which may be a space, ends and the next one starts. */
function innerEdges({ spans, size }: Line): readonly number[] {
  const sorted = spans.filter(hasEdges).sort((a, b) => a.box.x0 - b.box.x0)
  return sorted.flatMap(({ edges }, at) => {
    const next = sorted[at + 1]?.edges[0]
    const touches = next !== undefined && Math.abs(next - edges.at(-1)!) <= TOLERANCE_EM * size
    return [...edges.subarray(1, touches ? undefined : -1)]
  })
}

function hasEdges(span: Span): span is Span & { readonly edges: Float32Array } {
  return span.edges !== undefined
}
