/**
 * Lines → display equations: mathematics on lines of its own becomes one line that carries its tree and number.
 * A formula within running text stays text, and so does what only might be one: a false equation costs the words in it.
 *
 * The search starts at lines with a relation, takes in what is stacked on them, and judges the whole by its signs and place.
 */
import { type Box, coverage, overlapX, overlapY, union, unionAll } from '../../model/geometry.ts'
import type { LayoutPass, Line, PageObjects } from '../state.ts'
import { inkBox, mergeLines } from '../text/lines.ts'
import { type Bar, barsOf, glyphsOf, inkOfGlyphs } from './glyphs.ts'
import { isBare, isDisplayed, isMathematics, mayJoin, numberOf, standsBeside } from './is-formula.ts'
import { type FormulaRow, type FoundFormula, joinRows } from './join-formula-rows.ts'
import { mainSpan, scoreMath } from './math-score.ts'

/** Without any of these there is no equation on the page. */
const relationSign = /[=<>≠≤≥≦≧≪≫≈≃≅≡∼∝∈⊂⊆→⇒⇔]/u
/** Parts of one formula stand no further apart along the line: two quads and a bit. Ems. */
const reachEm = 3
/** Columns of an aligned display stand further apart, but hold nothing but mathematics. Ems. */
const bareReachEm = 5
/** A fraction's sides stand this near to its bar. Ems. */
const barReachEm = 0.75
/** Limits under a sum stand this near to it. Ems. */
const limitGapEm = 0.45
/** Type smaller than this share of the formula's may be a limit or script. */
const scriptSize = 0.86
/** What shares this much of its height with the formula stands on its row. */
const rowRatio = 0.5
/** Tall brackets need only touch it. Ems. */
const tallShareEm = 0.15
/** A formula of more lines than this is a page of something else. */
const maxLines = 80
/** The least white before a number within the line. Ems. */
const partedEm = 0.5
/** Equation numbers stand at least this far from the formula. Ems. */
const numberGapEm = 0.5

export function findFormulas(page: PageObjects): PageObjects {
  if (!page.lines.some(({ text }) => relationSign.test(text))) return page
  const draft = { ...page, lines: page.lines.flatMap(partNumber) }
  const { lines } = draft
  const seeds = seedsOf(lines)
  if (seeds.length === 0) return page
  const bars = barsOf(draft.raw)
  const taken = new Set<Line>()
  const rows: FormulaRow[] = []
  for (const seed of seeds.sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0)) {
    if (taken.has(seed)) continue
    const row = growRow(seed, { lines: lines.filter((line) => !taken.has(line)), bars })
    if (row === null || !isMathematics(row) || !isDisplayed(row, draft)) continue
    rows.push(row)
    for (const line of row.lines) taken.add(line)
    if (row.number !== undefined) taken.add(row.number)
  }
  if (rows.length === 0) return page
  const made = new Map<Line, Line>()
  for (const found of joinRows(rows)) made.set(found.rows[0]?.lines[0] as Line, toLine(found))
  return {
    ...draft,
    lines: lines.flatMap((line) => {
      const formula = made.get(line)
      return formula !== undefined ? [formula] : taken.has(line) ? [] : [line]
    }),
  }
}

/** In narrow columns a number stands so near that it went into the formula's line. */
function partNumber(line: Line): Line[] {
  const last = line.spans.at(-1)
  if (last === undefined || line.spans.length < 2 || numberOf(last.text) === null || !relationSign.test(line.text))
    return [line]
  const rest = line.spans.slice(0, -1)
  const box = unionAll(rest.map((span) => span.box))
  // Not found: it is a script, which is printed in other characters.
  const text = line.text.slice(0, Math.max(0, line.text.lastIndexOf(last.text.trim()))).trimEnd()
  if (last.box.x0 - box.x1 < partedEm * last.size || text === '' || scoreMath({ ...line, spans: rest }).words > 0)
    return [line]
  return [
    { ...line, spans: rest, box, text },
    { ...line, spans: [last], box: last.box, baseline: last.baseline, size: last.size, text: last.text.trim() },
  ]
}

/** Lines with a relation, and lines whose row carries a number. */
function seedsOf(lines: readonly Line[]): Line[] {
  const seeds = new Set(lines.filter((line) => relationSign.test(line.text) && isSeed(line, true)))
  for (const number of lines) {
    if (numberOf(number.text) === null) continue
    const row = lines.filter(
      (line) =>
        line !== number && Math.abs(line.baseline - number.baseline) < number.size && line.box.x1 < number.box.x0,
    )
    const last = row.reduce<Line | undefined>(
      (right, line) => (right === undefined || line.box.x1 > right.box.x1 ? line : right),
      undefined,
    )
    if (last !== undefined && !row.some((line) => seeds.has(line)) && isSeed(last, false)) seeds.add(last)
  }
  return [...seeds]
}

/** The rule for what finds tables: it does not see the formulas, unless one without a number stands inside a table. */
export function skipFormulaLines(pass: LayoutPass<PageObjects>): LayoutPass<PageObjects> {
  return (draft) => {
    if (!draft.lines.some(({ formula }) => formula !== undefined)) return pass(draft)
    const found = pass({ ...draft, lines: draft.lines.filter(({ formula }) => formula === undefined) })
    const inTable = ({ box }: Line): boolean => found.tables.some((table) => coverage(box, table.box) > 0.5)
    // A printed number tells a formula for certain; one without may be what a cell says.
    const inside = draft.lines.filter(
      (line) => line.formula !== undefined && line.formula.number === undefined && inTable(line),
    )
    if (inside.length > 0) {
      const plain = draft.lines.flatMap((line) => (inside.includes(line) ? mergeAgain(draft, line) : [line]))
      return skipFormulaLines(pass)({ ...draft, lines: plain })
    }
    const left = new Set(found.lines)
    return { ...found, lines: draft.lines.filter((line) => line.formula !== undefined || left.has(line)) }
  }
}

/** The lines that a formula was made of. */
function mergeAgain(draft: PageObjects, { spans }: Line): readonly Line[] {
  return mergeLines({ ...draft.raw, spans })
}

function isSeed(line: Line, wantsRelation: boolean): boolean {
  const first = line.spans[0]
  if (first === undefined || first.rotation !== 0 || first.vertical || line.spans.every(({ font }) => font.mono))
    return false
  const { chars, words, relation } = scoreMath(line)
  return (relation || !wantsRelation) && words <= chars * 0.5
}

/** Takes in what stands beside the seed, on bars with it, and over and under it; `null` when running text stands there too. */
function growRow(seed: Line, page: { lines: readonly Line[]; bars: readonly Bar[] }): FormulaRow | null {
  const size = sizeOf(seed)
  const members = new Set<Line>([seed])
  const bars = new Set<Bar>()
  let box = inkOf(seed)
  let number: Line | undefined
  const near = page.lines.filter(
    (line) => Math.abs(line.baseline - seed.baseline) < 8 * size && line.spans[0]?.rotation === 0,
  )
  for (let changed = true; changed && members.size < maxLines; ) {
    changed = false
    const take = (line: Line): void => {
      members.add(line)
      box = union(box, inkOf(line))
      changed = true
    }
    for (const bar of page.bars) {
      if (
        bars.has(bar) ||
        bar.y < box.y0 - 0.35 * size ||
        bar.y > box.y1 + 0.35 * size ||
        gapX(bar, box) > reachEm * size
      )
        continue
      const sides = sidesOf(bar, near, size)
      if (sides === null) continue
      bars.add(bar)
      box = union(box, { x0: bar.x0, x1: bar.x1, y0: bar.y, y1: bar.y })
      for (const line of sides) if (!members.has(line)) take(line)
    }
    for (const line of near) {
      if (members.has(line) || line === number) continue
      const ink = inkOf(line)
      const onRow = overlapY(ink, box) >= (isTall(line) ? tallShareEm * size : rowRatio * (ink.y1 - ink.y0))
      if (onRow && isNumber(line, box, size)) {
        number = line
        continue
      }
      const gap = gapX(ink, box)
      const bare =
        gap > reachEm * size &&
        isBare(line) &&
        !near.some((other) => numberOf(other.text) !== null && isBetween(other.box, box, line.box))
      if (onRow && gap <= (bare ? bareReachEm : reachEm) * size) {
        const verdict = standsBeside(line, { left: ink.x1 <= box.x0 + size * 0.3, gap: gap / size })
        if (verdict === 'text') return null
        if (verdict === 'part') take(line)
      } else if (isCell(line, ink, box)) take(line)
      else if (
        sizeOf(line) < size * scriptSize &&
        overlapX(ink, box) > 0 &&
        overlapY(ink, { ...box, y0: box.y0 - limitGapEm * size, y1: box.y1 + limitGapEm * size }) > 0
      ) {
        if (mayJoin(line)) take(line)
      }
    }
  }
  const sorted = [...members].sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0)
  const row = { lines: sorted, bars: [...bars], box, size }
  return number === undefined ? row : { ...row, number }
}

/** Stands clear of the formula and is nothing but its number. */
function isNumber(line: Line, box: Box, size: number): boolean {
  const clear = line.box.x0 - box.x1 > numberGapEm * size || box.x0 - line.box.x1 > numberGapEm * size
  return clear && numberOf(line.text) !== null
}

/** The lines above and below a fraction's bar; `null` when one side is empty and the bar carries no root. */
function sidesOf(bar: Bar, lines: readonly Line[], size: number): Line[] | null {
  const inside = lines.filter(({ box }) => sharedX(box, bar) > 0.5 * Math.min(box.x1 - box.x0, bar.x1 - bar.x0))
  const above = inside.filter(
    (line) =>
      bar.y - inkOf(line).y1 < barReachEm * size && bar.y - inkOf(line).y1 > -0.35 * size && line.baseline < bar.y,
  )
  const below = inside.filter(
    (line) =>
      inkOf(line).y0 - bar.y < barReachEm * size && inkOf(line).y0 - bar.y > -0.35 * size && line.baseline > bar.y,
  )
  if (above.length > 0 && below.length > 0) return [...above, ...below]
  // Over a root's body, which stands on the row itself.
  const rooted = lines.some(
    (line) =>
      line.text.includes('√') &&
      line.box.x1 > bar.x0 - size &&
      line.box.x0 < bar.x1 &&
      Math.abs(line.baseline - bar.y) < 3 * size,
  )
  const inRow = lines.some(
    (line) =>
      line.baseline > bar.y && line.baseline - bar.y < 1.2 * size && line.box.x0 < bar.x1 && line.box.x1 > bar.x0,
  )
  return rooted || (inRow && bar.x1 - bar.x0 < 3 * size) ? [] : null
}

/** An entry of a matrix: within the formula's width, reaching into its height, without words or relations of its own. */
function isCell(line: Line, ink: Box, box: Box): boolean {
  if (ink.x0 < box.x0 || ink.x1 > box.x1 || overlapY(ink, box) <= 0) return false
  const { words, relation } = scoreMath(line)
  return words === 0 && !relation && numberOf(line.text) === null
}

function isBetween(middle: Box, a: Box, b: Box): boolean {
  return middle.x0 >= Math.min(a.x1, b.x1) && middle.x1 <= Math.max(a.x0, b.x0)
}

/** Nothing but brackets and operators of any size: they reach beyond their row. */
function isTall(line: Line): boolean {
  return glyphsOf(line.spans).every(({ loose }) => loose)
}

function sizeOf(line: Line): number {
  return mainSpan(line)?.size ?? line.size
}

function sharedX(a: { x0: number; x1: number }, b: { x0: number; x1: number }): number {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
}

function gapX(a: { x0: number; x1: number }, b: { x0: number; x1: number }): number {
  return Math.max(0, a.x0 - b.x1, b.x0 - a.x1)
}

const inks = new WeakMap<Line, Box>()

/** Ink of a line, tall signs of TeX's extension fonts included. */
function inkOf(line: Line): Box {
  let ink = inks.get(line)
  if (ink === undefined) {
    const own = inkBox(line)
    ink = line.spans.every(({ text }) => text.trim() === '') ? own : inkOfGlyphs(glyphsOf(line.spans))
    inks.set(line, ink)
  }
  return ink
}

/** The line that stands for the whole formula from here on. */
function toLine({ rows, tree }: FoundFormula): Line {
  const lines = rows.flatMap((row) => row.lines)
  const number = rows.map((row) => row.number).find((line) => line !== undefined)
  const box = rows.map((row) => row.box).reduce(union)
  const main = rows[0]?.lines.find((line) => sizeOf(line) === rows[0]?.size) ?? (lines[0] as Line)
  const printed = number === undefined ? null : numberOf(number.text)
  return {
    spans: [...lines, ...(number === undefined ? [] : [number])].flatMap(({ spans }) => spans),
    box,
    baseline: main.baseline,
    size: sizeOf(main),
    text: [...lines, ...(number === undefined ? [] : [number])].map(({ text }) => text).join(' '),
    formula: printed === null ? { tree } : { tree, number: printed },
  }
}
