/**
 * Visual rows whose columns of figures stand no further apart than words → the same rows cut at the white that runs down between them.
 * Rows of words are left as they are: there such white is chance, or the shape of a list.
 */

import { centerX } from '../../../model/geometry.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import { boxOf } from '../text-rows.ts'
import type { Segment, Separator, TextRow, Word } from '../types.ts'
import { columnRows, findSeparators } from './columns.ts'

/** White strips show themselves over so many rows; over fewer they open by chance. */
const minRows = 4
/** Share of the pieces over a strip that are figures on both sides. */
const figureRatio = 0.6
/** Words of three digits behind a strip that make it no border. */
const thousandRatio = 0.7

/** `null` when nothing is to be cut. */
export function splitDenseNumericColumns(rows: readonly TextRow[], size: number): TextRow[] | null {
  if (rows.length < minRows) return null
  const apart = rows.map((row): TextRow => ({ ...row, segments: gluedWords(row.words) }))
  const core = columnRows(apart)
  if (core.length < minRows) return null
  const strips = findSeparators(core, size).filter((strip) => partsFigures(strip, rows) && !partsThousands(strip, core))
  if (strips.length === 0) return null
  return rows.map(
    (row): TextRow => ({ ...row, segments: row.segments.flatMap((segment) => cutSegment(segment, strips)) }),
  )
}

/** Pieces that run over the strip are figures on both of its sides, in enough rows: strips through labels and headings show no columns. */
function partsFigures(strip: Separator, rows: readonly TextRow[]): boolean {
  const crossing = rows
    .flatMap((row) => row.segments)
    .filter(({ box }) => strip.x0 > box.x0 - 0.1 && strip.x1 < box.x1 + 0.1)
  const parted = crossing.filter((segment) => {
    const pieces = cutSegment(segment, [strip])
    return (
      pieces.length === 2 &&
      isNumeric(rowText(pieces[0]?.words.slice(-1) ?? [])) &&
      isNumeric(rowText(pieces[1]?.words.slice(0, 1) ?? []))
    )
  })
  return parted.length >= minRows && parted.length >= crossing.length * figureRatio
}

/** What follows the strip is three digits nearly everywhere: the blank that some put between thousands. */
function partsThousands({ x1 }: Separator, rows: readonly TextRow[]): boolean {
  const behind = rows.flatMap(({ words }) => words.find(({ box }) => box.x0 >= x1 - 0.1) ?? [])
  return behind.filter(({ text }) => /^\d{3}$/.test(text)).length >= behind.length * thousandRatio
}

/** Words with what is set to them without a blank. */
function gluedWords(words: readonly Word[]): Segment[] {
  const runs: Word[][] = []
  for (const word of words) {
    const last = runs.at(-1)
    if (last !== undefined && word.glued) last.push(word)
    else runs.push([word])
  }
  return runs.map((run) => ({ words: run, box: boxOf(run) }))
}

function cutSegment({ words, box }: Segment, strips: readonly Separator[]): Segment[] {
  const inside = strips.filter(({ x0, x1 }) => x0 > box.x0 - 0.1 && x1 < box.x1 + 0.1)
  if (inside.length === 0) return [{ words, box }]
  const pieces = Map.groupBy(words, (word) => inside.filter(({ x0, x1 }) => centerX(word.box) > (x0 + x1) / 2).length)
  return [...pieces.values()].map((own) => ({ words: own, box: boxOf(own) }))
}
