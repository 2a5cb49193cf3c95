/** Tall brackets around several rows: matrices and cases. */
import type { Formula } from '../../model/formula.ts'
import { centerY, union, unionAll } from '../../model/geometry.ts'
import { AXIS_EM } from './fractions.ts'
import { bracketOfPart, isBracketPair, isClosing, isOpening } from './math-symbols.ts'
import { isComposite, isStretchy, mainSize } from './part-metrics.ts'
import type { Composite, Glyph, Part, Reader } from './types.ts'

const MIN_ROW_STEP_EM = 0.85
const MIN_COLUMN_GAP_EM = 0.6
/** Maximum vertical offset of paired brackets. */
const MAX_CENTER_OFFSET_EM = 0.6
/** Maximum rows; more are noise or a table. */
const MAX_ROWS = 24

export function extractMatrices(parts: readonly Part[], read: Reader): readonly Part[] {
  const brackets = parts.filter(isBracket).sort((a, b) => a.x0 - b.x0)
  for (const open of brackets) {
    if (!isOpening(open.text) && open.text !== '|') continue
    const close = closingOf(open, brackets)
    if (close === undefined && open.text !== '{') continue
    const inside = parts.filter((part) => part.x0 >= open.x1 - 1 && (close === undefined || part.x1 <= close.x0 + 1))
    const rows = splitRows(inside)
    if (rows.length < 2 || rows.length > MAX_ROWS) continue
    const members = new Set<Part>([open, ...(close === undefined ? [] : [close]), ...inside])
    const composite = readMatrix({ open, close, inside, rows }, read)
    return extractMatrices([...parts.filter((part) => !members.has(part)), composite], read)
  }
  return parts
}

interface Matrix {
  readonly open: Glyph
  readonly close: Glyph | undefined
  readonly inside: readonly Part[]
  readonly rows: readonly (readonly Part[])[]
}

function readMatrix({ open, close, inside, rows }: Matrix, read: Reader): Composite {
  const body: Formula = {
    kind: 'matrix',
    rows: rows.map((row) => splitColumns(row, rows).map((cell) => read(cell, []))),
  }
  const size = mainSize(inside)
  const box = unionAll(inside)
  return {
    node: { kind: 'fence', open: open.text, close: close?.text ?? '', body, tall: true },
    x0: open.x0,
    y0: box.y0,
    x1: Math.max(open.x1, box.x1, close?.x1 ?? -Infinity),
    y1: box.y1,
    baseline: centerY(box) + size * AXIS_EM,
    size,
  }
}

function closingOf(open: Glyph, brackets: readonly Glyph[]): Glyph | undefined {
  let depth = 0
  for (const other of brackets) {
    if (other.x0 < open.x1 - 0.5) continue
    if (Math.abs(centerY(other) - centerY(open)) > MAX_CENTER_OFFSET_EM * open.size) continue
    if (open.text === '|' ? other.text === '|' : isClosing(other.text)) {
      if (depth === 0) return open.text === '|' || isBracketPair(open.text, other.text) ? other : undefined
      depth -= 1
    } else if (isOpening(other.text)) depth += 1
  }
  return undefined
}

/** Some fonts have no recognizable name for tall brackets, so all sizes count. */
function isBracket(part: Part): part is Glyph {
  return !isComposite(part) && (isOpening(part.text) || isClosing(part.text) || (part.text === '|' && part.stretchy))
}

/** Tall bars are built of short ones. */
function barOfPart({ text, stretchy }: Glyph): string | undefined {
  return stretchy && '|∣∥‖'.includes(text) ? text : undefined
}

export function joinBracketParts(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const bracket = isComposite(part) ? undefined : (bracketOfPart(part.text) ?? barOfPart(part))
    if (isComposite(part) || bracket === undefined) {
      joined.push(part)
      continue
    }
    const at = joined.findIndex(
      (other) =>
        !isComposite(other) &&
        other.stretchy &&
        Math.abs(other.x0 - part.x0) < part.size * 0.3 &&
        (other.text === bracket || bracket === '|' || other.text === '|'),
    )
    const sameBracket = joined[at] as Glyph | undefined
    if (sameBracket === undefined) joined.push({ ...part, text: bracket, stretchy: true })
    else {
      const { y0, y1 } = union(sameBracket, part)
      joined[at] = { ...sameBracket, text: sameBracket.text === '|' ? bracket : sameBracket.text, y0, y1 }
    }
  }
  return joined
}

function splitRows(parts: readonly Part[]): Part[][] {
  const size = mainSize(parts)
  const baselines: number[] = []
  for (const part of parts) {
    if (part.size < size * 0.85 || isStretchy(part)) continue
    if (!baselines.some((known) => Math.abs(known - part.baseline) < size * MIN_ROW_STEP_EM))
      baselines.push(part.baseline)
  }
  if (baselines.length < 2) return []
  baselines.sort((a, b) => a - b)
  const distance = (part: Part, row: number): number => Math.abs((baselines[row] as number) - part.baseline)
  const nearestRow = (part: Part): number =>
    baselines.reduce((best, _, row) => (distance(part, row) < distance(part, best) ? row : best), 0)
  const rows = baselines.map((): Part[] => [])
  for (const part of parts) rows[nearestRow(part)]?.push(part)
  return rows.filter((row) => row.length > 0)
}

function splitColumns(row: readonly Part[], rows: readonly (readonly Part[])[]): Part[][] {
  const all = rows.flat().sort((a, b) => a.x0 - b.x0)
  const minGap = MIN_COLUMN_GAP_EM * mainSize(all)
  const gaps: number[] = []
  let right = Infinity
  for (const part of all) {
    if (part.x0 - right >= minGap) gaps.push((right + part.x0) / 2)
    right = right === Infinity ? part.x1 : Math.max(right, part.x1)
  }
  const cells: Part[][] = Array.from({ length: gaps.length + 1 }, () => [])
  for (const part of row) cells[gaps.filter((gap) => gap < part.x0).length]?.push(part)
  return cells
}
