/**
 * Tall brackets around several rows → matrices and cases. Rows are told by baselines, columns by gaps that run through all rows;
 * brackets around a single row are left to the row.
 */
import type { Formula } from '../../model/formula.ts'
import { type Composite, isComposite, mainSizeOf, type Part } from './fractions.ts'
import { bracketOf, isClosing, isOpening, pairs } from './math-symbols.ts'
import type { Reader } from './read-formula.ts'

/** Rows of a matrix stand at least this far apart. Ems. */
const rowStepEm = 0.85
/** Columns are parted by at least this much white. Ems. */
const columnGapEm = 0.6
/** Brackets of one pair stand at one height. Ems. */
const levelEm = 0.6
/** Larger ones are no matrix of a formula but noise, or a table. */
const maxRows = 24

/** Takes off brackets with several rows inside. */
export function extractMatrices(joined: readonly Part[], read: Reader): readonly Part[] {
  const tall = joined.filter((part) => isBracket(part)).sort((a, b) => a.x0 - b.x0)
  if (tall.length === 0) return joined
  for (const open of tall) {
    const sign = signOf(open)
    if (!isOpening(sign) && sign !== '|') continue
    const close = closeOf(open, tall)
    if (close === undefined && sign !== '{') continue
    const inside = joined.filter(
      (part) =>
        part !== open && part !== close && part.x0 >= open.x1 - 1 && (close === undefined || part.x1 <= close.x0 + 1),
    )
    const rows = rowsOf(inside)
    if (rows.length < 2 || rows.length > maxRows) continue
    const matrix: Formula = {
      kind: 'matrix',
      rows: rows.map((row) => columnsOf(row, rows).map((cell) => read(cell, []))),
    }
    const node: Formula = {
      kind: 'fence',
      open: sign,
      close: close === undefined ? '' : signOf(close),
      body: matrix,
      tall: true,
    }
    const members = new Set<Part>([open, ...(close === undefined ? [] : [close]), ...inside])
    const size = mainSizeOf(inside)
    const boxes = [...members]
    const top = Math.min(...inside.map((part) => part.top))
    const bottom = Math.max(...inside.map((part) => part.bottom))
    const composite: Composite = {
      node,
      x0: open.x0,
      x1: Math.max(...boxes.map((part) => part.x1)),
      top,
      bottom,
      baseline: (top + bottom) / 2 + size * 0.25,
      size,
    }
    return extractMatrices([...joined.filter((part) => !members.has(part)), composite], read)
  }
  return joined
}

/** The bracket that closes this one: as many close as open between them, all at one height. */
function closeOf(open: Part, brackets: readonly Part[]): Part | undefined {
  const sign = signOf(open)
  let depth = 0
  for (const other of brackets) {
    if (other === open || other.x0 < open.x1 - 0.5 || Math.abs(middleOf(other) - middleOf(open)) > levelEm * open.size)
      continue
    const mark = signOf(other)
    if (sign === '|' ? mark === '|' : isClosing(mark)) {
      if (depth === 0) return sign === '|' || pairs(sign, mark) ? other : undefined
      depth -= 1
    } else if (isOpening(mark)) depth += 1
  }
  return undefined
}

function middleOf(part: Part): number {
  return (part.top + part.bottom) / 2
}

function signOf(part: Part): string {
  return isComposite(part) ? '' : part.text
}

/** Not every font's name tells that its brackets are tall: what stands inside does. */
function isBracket(part: Part): boolean {
  return !isComposite(part) && (isOpening(part.text) || isClosing(part.text) || (part.text === '|' && part.loose))
}

/** Pieces above each other are one bracket. */
export function joinPieces(parts: readonly Part[]): Part[] {
  const result: Part[] = []
  let found = false
  for (const part of parts) {
    const bracket = isComposite(part) ? undefined : bracketOf(part.text)
    if (isComposite(part) || bracket === undefined) {
      result.push(part)
      continue
    }
    found = true
    const at = result.findIndex(
      (other) =>
        !isComposite(other) &&
        other.loose &&
        Math.abs(other.x0 - part.x0) < part.size * 0.3 &&
        (other.text === bracket || bracket === '|' || other.text === '|'),
    )
    const mate = result[at]
    if (mate === undefined || isComposite(mate)) result.push({ ...part, text: bracket, loose: true })
    else
      result[at] = {
        ...mate,
        text: mate.text === '|' ? bracket : mate.text,
        top: Math.min(mate.top, part.top),
        bottom: Math.max(mate.bottom, part.bottom),
      }
  }
  return found ? result : [...parts]
}

/** Parts by the baselines of the large signs; scripts go to the nearest. */
function rowsOf(parts: readonly Part[]): Part[][] {
  const size = mainSizeOf(parts)
  const baselines: number[] = []
  for (const part of parts) {
    if (part.size < size * 0.85 || (!isComposite(part) && part.loose)) continue
    if (!baselines.some((known) => Math.abs(known - part.baseline) < size * rowStepEm)) baselines.push(part.baseline)
  }
  if (baselines.length < 2) return []
  baselines.sort((a, b) => a - b)
  const rows = baselines.map((): Part[] => [])
  for (const part of parts) {
    let best = 0
    baselines.forEach((baseline, index) => {
      if (Math.abs(baseline - part.baseline) < Math.abs((baselines[best] as number) - part.baseline)) best = index
    })
    rows[best]?.push(part)
  }
  return rows.filter((row) => row.length > 0)
}

/** Cuts a row at the gaps that run through all rows. */
function columnsOf(row: readonly Part[], rows: readonly (readonly Part[])[]): Part[][] {
  const all = rows.flat().sort((a, b) => a.x0 - b.x0)
  const gap = columnGapEm * mainSizeOf(all)
  const cuts: number[] = []
  let right = -Infinity
  for (const part of all) {
    if (right > -Infinity && part.x0 - right >= gap) cuts.push((right + part.x0) / 2)
    right = Math.max(right, part.x1)
  }
  const cells: Part[][] = Array.from({ length: cuts.length + 1 }, () => [])
  for (const part of row) cells[cuts.filter((cut) => cut < part.x0).length]?.push(part)
  return cells
}
