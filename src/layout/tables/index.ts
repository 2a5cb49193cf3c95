/** Each detector proposes candidates; an accepted one claims its lines and rulings. */
import { compareBoxes, coverage } from '../../model/geometry.ts'
import type { DetectedTable, PageObjects } from '../state.ts'
import { buildTable } from './build-table.ts'
import { alignedRows } from './detectors/aligned-rows.ts'
import { horizontalRules } from './detectors/horizontal-rules.ts'
import { keyValue } from './detectors/key-value.ts'
import { lattice } from './detectors/lattice.ts'
import { markedHeader } from './detectors/marked-header.ts'
import { openRules } from './detectors/open-rules.ts'
import { zebra } from './detectors/zebra.ts'
import { createTablePage } from './table-page.ts'
import type { TableDetector } from './types.ts'

/** Most reliable first; each detector gets the lines that are still free. */
const detectors: readonly TableDetector[] = [
  lattice,
  zebra,
  openRules,
  horizontalRules,
  alignedRows,
  markedHeader,
  keyValue,
]

/** Maximum overlap with an accepted table. */
const MAX_OVERLAP_RATIO = 0.3

export function findTables(state: PageObjects): PageObjects {
  if (state.lines.length < 2) return state
  const page = createTablePage(state)
  const tables: DetectedTable[] = []
  for (const { method, detect } of detectors)
    for (const candidate of detect(page)) {
      const { box } = candidate.table ?? candidate
      const isFree = candidate.table === null || !page.tables.some((other) => coverage(box, other) > MAX_OVERLAP_RATIO)
      const refusal = candidate.table === null ? candidate.refusal : isFree ? undefined : 'overlaps a table'
      state.trace?.({ method, box, score: candidate.score, refusal })
      if (candidate.table !== null && isFree) tables.push(buildTable(page.claim(candidate.table), { method, page }))
      if (candidate.rulings !== undefined) page.removeRulings(candidate.rulings)
    }
  if (tables.length === 0) return state
  tables.sort((a, b) => compareBoxes(a.box, b.box))
  return {
    ...state,
    tables: [...state.tables, ...tables],
    lines: state.lines.filter((_, index) => !page.isClaimed(index)),
  }
}
