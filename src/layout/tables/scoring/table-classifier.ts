/** Table classifier: gradient-boosted trees, trained by `test/training/train-tables.ts`. */
import { logOdds, type TreeModel } from '../../../model/boosted-trees.ts'
import type { StreamGrid } from '../types.ts'
import { type GridContext, type TableFeature, tableFeatures } from './table-features.ts'
import model from './table-model.json' with { type: 'json' }

export function scoreTable(grid: StreamGrid, context: GridContext): number {
  const features = tableFeatures(grid, context)
  return context.page.scoreTable?.(features, grid.box) ?? logOdds(model as unknown as TreeModel<TableFeature>, features)
}
