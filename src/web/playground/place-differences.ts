/** Maps the differences of two results to their pages, one mark per block with different lines. */
import type { Block, Box, Page } from '../client/types.ts'
import { keyOf } from './block.ts'
import { compareTexts, type LineDifference, shorten } from './differences.ts'
import { keysOfLines } from './markdown.ts'

/** Maximum distance of equal edges, relative to the page. */
const SAME_PLACE = 0.01

export interface ComparedText {
  readonly markdown: string
  readonly pages: readonly Page[]
}

export interface DifferenceMark {
  readonly id: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly page: number
  /** Relative to the page size. The box of a removed block is from the earlier result. */
  readonly box: Box
  readonly block: Block
}

export interface MarkedLine extends LineDifference {
  readonly mark?: DifferenceMark
  /** Missing between two blocks, and for lines that are left out. */
  readonly page?: number
}

export interface Differences {
  readonly lines: readonly MarkedLine[]
  /** In the order of the lines. */
  readonly marks: readonly DifferenceMark[]
}

/** Image folders differ between results of equal documents. */
function withoutFolders(markdown: string): string {
  return markdown.replace(/(\/files\/)[0-9a-f]{32,64}(?=\/)/g, '$1…')
}

export function compareResults(before: ComparedText, after: ComparedText): Differences {
  const keysBefore = keysOfLines(before.markdown, before.pages)
  const keysAfter = keysOfLines(after.markdown, after.pages)
  const keyed = compareTexts(withoutFolders(before.markdown), withoutFolders(after.markdown)).map((line) => ({
    line,
    old: keysBefore[line.beforeLine ?? -1] ?? null,
    now: keysAfter[line.afterLine ?? -1] ?? null,
  }))
  const placesBefore = placesOf(before.pages)
  const placesAfter = placesOf(after.pages)
  const partners = partnersOf(keyed)
  const kept = new Set(partners.values())
  for (const { old, now } of keyed) {
    if (old === null || now !== null || partners.has(old)) continue
    const key = keyAt(placesBefore.get(old), placesAfter)
    if (key === null || kept.has(key)) continue
    partners.set(old, key)
    kept.add(key)
  }
  const marks = new Map<string, DifferenceMark>()
  const lines = keyed.map(({ line, old, now }): MarkedLine => {
    const page = Number.parseInt(now ?? old ?? '', 10)
    if (line.kind === 'same') return Number.isNaN(page) ? line : { ...line, page }
    const key = now ?? (old === null ? null : (partners.get(old) ?? null))
    const place = key === null ? placesBefore.get(old ?? '') : placesAfter.get(key)
    if (place === undefined) return line
    const id = key === null ? `before-${old}` : `after-${key}`
    const kind = key === null ? 'removed' : kept.has(key) ? 'changed' : 'added'
    const mark = marks.get(id) ?? { id, kind, ...place }
    marks.set(id, mark)
    return { ...line, mark, page: mark.page }
  })
  return { lines: shorten(lines), marks: [...marks.values()] }
}

interface KeyedLine {
  readonly line: LineDifference
  readonly old: string | null
  readonly now: string | null
}

/** Pairs blocks of two results that have a common line. Equal lines come first. */
function partnersOf(lines: readonly KeyedLine[]): Map<string, string> {
  const partners = new Map<string, string>()
  for (const kind of ['same', 'changed'])
    for (const { line, old, now } of lines)
      if (line.kind === kind && old !== null && now !== null && !partners.has(old)) partners.set(old, now)
  return partners
}

type Place = Omit<DifferenceMark, 'id' | 'kind'>

/** A block at the same position replaces one without common lines. */
function keyAt(place: Place | undefined, places: ReadonlyMap<string, Place>): string | null {
  if (place === undefined) return null
  const isClose = (value: number, index: number): boolean => Math.abs(value - (place.box[index] ?? 0)) < SAME_PLACE
  for (const [key, { page, box }] of places) if (page === place.page && box.every(isClose)) return key
  return null
}

function placesOf(pages: readonly Page[]): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const {
    page_num: page,
    page_size: { w, h },
    blocks,
  } of pages)
    for (const block of blocks) {
      const [x1, y1, x2, y2] = block.bbox
      places.set(keyOf(page, block.idx), { page, box: [x1 / w, y1 / h, x2 / w, y2 / h], block })
    }
  return places
}
