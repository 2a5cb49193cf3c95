/** Finds charts and diagrams among the page's vector graphics, before tables are looked for. */
import type { DetectedDrawing, PageObjects } from '../state.ts'
import { findProse } from '../text/prose.ts'
import { findCharts } from './charts.ts'
import { findDiagrams } from './cluster-drawings.ts'

/** Fills `drawings`. */
export function findDrawings(state: PageObjects): PageObjects {
  const { raw, lines } = state
  if (raw.paths.length === 0) return state
  const charts = findCharts(state).map((box): DetectedDrawing => ({ kind: 'chart', box }))
  const diagrams = findDiagrams(raw, { lines, prose: findProse(lines) }).map(
    (box): DetectedDrawing => ({ kind: 'diagram', box }),
  )
  return { ...state, drawings: [...charts, ...diagrams] }
}
