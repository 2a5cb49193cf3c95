/** Finds charts and diagrams among vector paths, before table detection. */
import type { Box } from '../../model/geometry.ts'
import type { Line, PageObjects } from '../state.ts'
import { findCodeRegions } from '../text/code-regions.ts'
import { findProse } from '../text/prose.ts'
import { isBackgroundShape, nonLabelLines } from './background-shapes.ts'
import { classifyCluster } from './classify-drawing.ts'
import { clusterPaths, clusterStrokes } from './cluster-drawings.ts'
import type { Cluster } from './types.ts'
import { visibleImages } from './visible-images.ts'

export function findDrawings(state: PageObjects): PageObjects {
  if (state.raw.paths.length === 0) return state
  return { ...state, drawings: findDiagrams(state) }
}

function findDiagrams({ raw, lines, traceDrawing }: PageObjects): Box[] {
  const text = { lines, prose: findProse(lines), pageArea: raw.width * raw.height }
  const isDrawing = (cluster: Cluster): boolean => {
    const found = classifyCluster(cluster, text)
    traceDrawing?.({ ...found, box: cluster.box, strokes: cluster.strokes.length })
    return found.type !== 'decoration'
  }
  const images = visibleImages(raw).map(({ box }) => box)
  return clusterPaths(raw, findCodeRegions(lines, raw.paths).boxes)
    .filter(isDrawing)
    .flatMap((cluster) => {
      const rest = withoutBackground(cluster, images, lines)
      if (rest === null) return [cluster]
      return clusterStrokes(rest, raw).filter(
        (part) => isDrawing(part) && nonLabelLines(part, images, lines).length === 0,
      )
    })
    .map(({ box }) => box)
}

function withoutBackground(
  cluster: Cluster,
  images: readonly Box[],
  lines: readonly Line[],
): Cluster['strokes'] | null {
  const nonLabels = nonLabelLines(cluster, images, lines)
  if (nonLabels.length === 0) return null
  return cluster.strokes.filter((stroke) => !isBackgroundShape(stroke, nonLabels))
}
