/**
 * Trains the table classifier and writes `src/layout/tables/scoring/table-model.json`: `node
 * test/training/train-tables.ts LIST [LIST …]`. A list is the JSON that `make-tables.node.ts` and similar programs
 * write; its PDFs have tags, which state the tables. The data is described in `docs/decisions/031-table-classifier.md`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDocument } from '../../src/extract/open-document.ts'
import { layoutPage } from '../../src/layout/layout.ts'
import type { TableFeature } from '../../src/layout/tables/scoring/table-features.ts'
import { logOdds } from '../../src/model/boosted-trees.ts'
import { type Box, center, contains, grow } from '../../src/model/geometry.ts'
import { defaultOptions } from '../../src/model/options.ts'
import type { RawPage } from '../../src/model/raw-page.ts'
import type { TagElement } from '../../src/model/tags.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { type TrainingSettings, trainTrees } from './boosting.ts'
import { listSources, pagesToRead, type SourceDocument } from './sources.ts'
import { formatModel } from './train.ts'

interface LabeledGrid {
  readonly features: Readonly<Record<TableFeature, number>>
  /** `null` where the tags do not decide: a part of a table, or a table with much other text. */
  readonly isTable: boolean | null
  readonly source: SourceDocument
  readonly weight: number
}

/** Minimum part of a grid's characters in one table, and of the table's characters in the grid. */
const MIN_INSIDE = 0.85
const MIN_COVERED = 0.7
/** A grid with a smaller part of its characters in tables is not one. */
const MAX_INSIDE_OTHER = 0.4
/** Pages with more grids count as much as pages with this many. */
const MAX_PAGE_WEIGHT = 4

const settings: TrainingSettings = {
  trees: 200,
  depth: 4,
  learningRate: 0.1,
  minLeafWeight: 4,
  lambda: 6,
  rowRatio: 0.7,
  featureRatio: 0.4,
}

if (import.meta.main) {
  const grids: LabeledGrid[] = []
  for (const source of process.argv.slice(2).flatMap(listSources))
    for (const raw of (await readPages(source.pdf)) ?? []) grids.push(...labelGrids(raw, source))
  const model = trainGrids(grids.filter(({ source }) => !source.blind))
  writeFileSync(join(import.meta.dirname, '../../src/layout/tables/scoring/table-model.json'), formatModel(model))
  for (const [set, own] of Map.groupBy(grids, ({ source }) => source.set)) {
    const blind = own.filter(({ source, isTable }) => source.blind && isTable !== null)
    const chosen = blind.filter(({ features }) => logOdds(model, features) >= 0)
    const right = chosen.filter(({ isTable }) => isTable).length
    const all = blind.filter(({ isTable }) => isTable).length
    console.log(
      `${set}: ${own.length} grids, ${blind.length} blind, ${all} of them tables; precision ${(right / chosen.length).toFixed(3)} recall ${(right / all).toFixed(3)}`,
    )
  }
}

function trainGrids(grids: readonly LabeledGrid[]) {
  return trainTrees(
    grids.flatMap(({ features, isTable, weight }) =>
      isTable === null ? [] : [{ features, isHeading: isTable, weight }],
    ),
    settings,
  )
}

/** `null` for files that are encrypted or broken. */
async function readPages(path: string): Promise<RawPage[] | null> {
  const source = { bytes: new Uint8Array(readFileSync(path)), fileName: 'a.pdf', fileType: '.pdf', password: null }
  const opened = await openDocument(source, createParseDeps({})).catch(() => null)
  if (opened === null) return null
  const pages: RawPage[] = []
  for (const page of pagesToRead(opened.document.pageCount))
    pages.push(await opened.document.readPage(page, { ...defaultOptions, ocr: 'off' }))
  opened.document.close()
  return pages
}

/** All grids that the detectors read on a page if each true table is accepted. */
export function labelGrids(raw: RawPage, source: SourceDocument): LabeledGrid[] {
  const tables = tablesOfTags(raw)
  const { tags: _, ...untagged } = raw
  const characters = raw.spans.flatMap(({ box, text }) => {
    const step = (box.x1 - box.x0) / Math.max(1, text.length)
    return [...text].flatMap((sign, at) =>
      sign.trim() === '' ? [] : [center({ ...box, x0: box.x0 + at * step, x1: box.x0 + (at + 1) * step })],
    )
  })
  const found: Omit<LabeledGrid, 'weight'>[] = []
  layoutPage(untagged, {
    onTableCandidate() {},
    onDrawing() {},
    onObjects() {},
    scoreTable(features, box) {
      const own = characters.filter((point) => contains(grow(box, 0.5), point))
      const parts = tables.map((table) => {
        const inside = own.filter((point) => contains(grow(table, 0.5), point)).length
        return { inside, covered: inside / characters.filter((point) => contains(grow(table, 0.5), point)).length }
      })
      const isTable =
        parts.some(({ inside, covered }) => inside >= own.length * MIN_INSIDE && covered >= MIN_COVERED) ||
        (parts.reduce((sum, { inside }) => sum + inside, 0) < own.length * MAX_INSIDE_OTHER ? false : null)
      found.push({ features: features as LabeledGrid['features'], isTable, source })
      return isTable === true ? Infinity : -Infinity
    },
  })
  const weight = Math.min(1, MAX_PAGE_WEIGHT / Math.max(1, found.length))
  return found.map((grid) => ({ ...grid, weight }))
}

/** Boxes of the outermost tables. */
function tablesOfTags({ tags, spans }: RawPage): Box[] {
  if (tags === undefined) return []
  const tableOf = new Map<number, number>()
  let count = 0
  const walk = ({ role, children }: TagElement, table: number | null): void => {
    const own = table ?? (role === 'Table' ? count++ : null)
    for (const child of children)
      if (typeof child !== 'number') walk(child, own)
      else if (own !== null) tableOf.set(child, own)
  }
  walk(tags.root, null)
  const boxes: (Box | undefined)[] = Array.from({ length: count })
  spans.forEach(({ text, box, edges }, at) => {
    const runs = tags.markedContent[at] ?? []
    runs.forEach(({ start, mcid }, index) => {
      const end = runs[index + 1]?.start ?? text.length
      const table = tableOf.get(mcid)
      if (table === undefined || text.slice(start, end).trim() === '') return
      const run = { ...box, x0: edges?.[start] ?? box.x0, x1: edges?.[end] ?? box.x1 }
      const known = boxes[table]
      boxes[table] =
        known === undefined
          ? run
          : {
              x0: Math.min(known.x0, run.x0),
              y0: Math.min(known.y0, run.y0),
              x1: Math.max(known.x1, run.x1),
              y1: Math.max(known.y1, run.y1),
            }
    })
  })
  return boxes.filter((box) => box !== undefined)
}
