/** Finds charts and diagrams among the page's vector paths, before tables are looked for. */
import { type Box, unionAll } from '../../model/geometry.ts'
import type { DetectedDrawing, Line, PageObjects } from '../state.ts'
import { findProse } from '../text/prose.ts'
import { hasCaption, isBackgroundShape, isBullet, nonLabelLines } from './background-shapes.ts'
import { findCharts } from './charts.ts'
import { classifyCluster } from './classify-drawing.ts'
import { clusterPaths, clusterStrokes } from './cluster-drawings.ts'
import type { Cluster } from './types.ts'
import { visibleImages } from './visible-images.ts'

/** Bounds the work: larger drawings are not searched for bullets. */
const MAX_BULLETED_STROKES = 500

/** Fills `drawings`. */
export function findDrawings(state: PageObjects): PageObjects {
  if (state.raw.paths.length === 0) return state
  const charts = findCharts(state).map((box): DetectedDrawing => ({ kind: 'chart', box }))
  return { ...state, drawings: [...charts, ...findDiagrams(state)] }
}

function findDiagrams({ raw, lines }: PageObjects): DetectedDrawing[] {
  const text = { lines, prose: findProse(lines), pageArea: raw.width * raw.height }
  const isDiagram = (cluster: Cluster): boolean => classifyCluster(cluster, text) === 'diagram'
  const images = visibleImages(raw).map(({ box }) => box)
  return clusterPaths(raw)
    .filter(isDiagram)
    .map((cluster) => withoutBullets(cluster, lines))
    .flatMap((cluster) => {
      const rest = withoutBackground(cluster, images, lines)
      if (rest === null) return [cluster]
      return clusterStrokes(rest, raw).filter(
        (part) => isDiagram(part) && nonLabelLines(part, images, lines).length === 0,
      )
    })
    .map(({ box }) => ({ kind: 'diagram', box }))
}

/** Removes the bullets of a list below the drawing. */
function withoutBullets(cluster: Cluster, lines: readonly Line[]): Cluster {
  if (cluster.strokes.length > MAX_BULLETED_STROKES) return cluster
  const strokes = cluster.strokes.filter(({ box }) => !isBullet(box, lines))
  return strokes.length === cluster.strokes.length || strokes.length === 0
    ? cluster
    : { box: unionAll(strokes.map(({ box }) => box)), strokes }
}

/** The strokes without the background shapes of text that is not labels; `null` if there is no such text. */
function withoutBackground(
  cluster: Cluster,
  images: readonly Box[],
  lines: readonly Line[],
): Cluster['strokes'] | null {
  const nonLabels = nonLabelLines(cluster, images, lines)
  if (nonLabels.length === 0 || hasCaption(cluster.box, lines)) return null
  return cluster.strokes.filter((stroke) => !isBackgroundShape(stroke, nonLabels))
}
