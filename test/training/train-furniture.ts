/**
 * Trains the furniture classifier and writes `src/assemble/furniture-model.json`: `node
 * test/training/train-furniture.ts SOURCE [SOURCE …]`. A source is a folder of PDFs ("GROUP__name.pdf") of several
 * pages, labeled by repetition, or the list of `make-running-headers.node.ts`. With a file of `label-scan-furniture.node.ts`
 * (".jsonl") it trains trees that correct this classifier on OCR pages, `furniture-model-ocr.json`.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { colorlessStyleKey, findFurnitureAtEdge, findHeadingStyles } from '../../src/assemble/furniture.ts'
import { MIN_LOG_ODDS } from '../../src/assemble/furniture-classifier.ts'
import {
  type EdgeCandidate,
  type FurnitureFeature,
  type FurnitureFeatures,
  furnitureFeatures,
} from '../../src/assemble/furniture-features.ts'
import storedModel from '../../src/assemble/furniture-model.json' with { type: 'json' }
import { gapToBody, isPageNumberLine, pageBodyOf } from '../../src/assemble/page-edges.ts'
import { findRepeated, POSITION_TOLERANCE } from '../../src/assemble/repeated-blocks.ts'
import { isTextual, type TextualBlock } from '../../src/assemble/text-blocks.ts'
import { openDocument } from '../../src/extract/open-document.ts'
import { layoutPage } from '../../src/layout/layout.ts'
import { logOdds, type TreeModel } from '../../src/model/boosted-trees.ts'
import type { Block, DocumentPage } from '../../src/model/document.ts'
import { centerY } from '../../src/model/geometry.ts'
import { defaultOptions } from '../../src/model/options.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { trainTrees } from './boosting.ts'
import type { MarginDocument } from './make-running-headers.node.ts'
import { pagesToRead } from './sources.ts'
import { formatModel } from './train.ts'

/** Whether a block is furniture; `null` where it is unknown. */
export type Truth = (page: DocumentPage, block: Block, edge: 'header' | 'footer') => boolean | null

export interface LabeledCandidate {
  readonly features: FurnitureFeatures
  readonly isFurniture: boolean
  readonly blind: boolean
  readonly set: string
  readonly weight: number
  readonly text: string
}

/** Minimum pages of a document that is labeled by repetition. */
const MIN_PAGES = 4
/** Weight of a document, and of one of its blocks: single pages count like longer documents. */
const DOCUMENT_WEIGHT = 8
const MAX_BLOCK_WEIGHT = 3
const MAX_FILES_PER_GROUP = 3

const settings = {
  trees: 240,
  depth: 4,
  learningRate: 0.1,
  minLeafWeight: 6,
  lambda: 6,
  rowRatio: 0.7,
  featureRatio: 0.5,
}

const ocrSettings = { ...settings, trees: 40, minLeafWeight: 4 }
const textModel = storedModel as unknown as TreeModel<FurnitureFeature>

if (import.meta.main) {
  const sources = process.argv.slice(2)
  const isOcr = sources.every((source) => source.endsWith('.jsonl'))
  const candidates: LabeledCandidate[] = []
  for (const source of sources) candidates.push(...(isOcr ? readLabels(source) : await labelDocuments(source)))
  const samples = candidates
    .filter(({ blind }) => !blind)
    .map(({ features, isFurniture, weight }) => ({ features, isHeading: isFurniture, weight }))
  const model = isOcr ? trainTrees(samples, ocrSettings, textModel) : trainTrees(samples, settings)
  const file = isOcr ? 'furniture-model-ocr.json' : 'furniture-model.json'
  writeFileSync(join(import.meta.dirname, '../../src/assemble', file), formatModel(model))
  for (const [set, members] of Map.groupBy(candidates, ({ set }) => set)) {
    const blind = members.filter((member) => member.blind)
    const scoreOf = (features: FurnitureFeatures): number =>
      logOdds(model, features) + (isOcr ? logOdds(textModel, features) : 0)
    const chosen = blind.filter(({ features }) => scoreOf(features) > MIN_LOG_ODDS)
    const right = chosen.filter(({ isFurniture }) => isFurniture).length
    const all = blind.filter(({ isFurniture }) => isFurniture).length
    console.log(
      `${set}: ${members.length} blocks, ${blind.length} blind; precision ${(right / chosen.length).toFixed(3)} recall ${(right / all).toFixed(3)}`,
    )
  }
}

/** A page read by OCR with a label of each block. */
export interface LabeledScan {
  readonly set: string
  readonly group: string
  readonly page: DocumentPage
  readonly labels: readonly Readonly<Record<'header' | 'footer', boolean | null>>[]
}

function readLabels(file: string): LabeledCandidate[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.flatMap((line) => {
    const { set, group, page, labels }: LabeledScan = JSON.parse(line)
    return labelPages([page], (_, block, edge) => labels[page.blocks.indexOf(block)]![edge], { set, group })
  })
}

async function labelDocuments(source: string): Promise<LabeledCandidate[]> {
  const labeled: LabeledCandidate[] = []
  for (const { pdf, set, group, truthOf, minPages } of listFurnitureSources(source)) {
    const pages = await layOut(pdf, minPages)
    labeled.push(...labelPages(pages, truthOf(pages), { set, group }))
  }
  return labeled
}

/** A document, and how the furniture of its pages is known. */
export interface FurnitureSource {
  readonly pdf: string
  readonly set: string
  readonly group: string
  readonly minPages: number
  readonly truthOf: (pages: readonly DocumentPage[]) => Truth
}

export function listFurnitureSources(source: string): FurnitureSource[] {
  if (statSync(source).isDirectory())
    return filesOf(source).map((name) => ({
      pdf: join(source, name),
      set: 'repeated',
      group: groupOf(name),
      minPages: MIN_PAGES,
      truthOf: truthOfRepetition,
    }))
  const list: MarginDocument[] = JSON.parse(readFileSync(source, 'utf8'))
  return list.map((document) => ({
    pdf: document.pdf,
    set: 'made',
    group: basename(document.pdf),
    minPages: 1,
    truthOf: () => truthOfMargins(document),
  }))
}

function filesOf(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.pdf'))
  return [...Map.groupBy(names.sort(), groupOf).values()].flatMap((files) => files.slice(0, MAX_FILES_PER_GROUP))
}

function groupOf(name: string): string {
  return name.slice(0, name.lastIndexOf('__'))
}

/** Pages without tags and outline; none of a shorter, encrypted or broken document. */
export async function layOut(path: string, minPages: number): Promise<DocumentPage[]> {
  const source = { bytes: new Uint8Array(readFileSync(path)), fileName: 'a.pdf', fileType: '.pdf', password: null }
  const opened = await openDocument(source, createParseDeps({})).catch(() => null)
  if (opened === null) return []
  const pages: DocumentPage[] = []
  if (opened.document.pageCount >= minPages)
    for (const page of pagesToRead(opened.document.pageCount)) {
      const { outline: _, tags: __, ...raw } = await opened.document.readPage(page, { ...defaultOptions, ocr: 'off' })
      pages.push({ ...layoutPage(raw), mergeFromPrevious: false })
    }
  opened.document.close()
  return pages
}

/** Everything in the margins of a generated page is furniture. */
export function truthOfMargins({ margins }: MarginDocument): Truth {
  return ({ height }, { box }, edge) =>
    edge === 'header' ? centerY(box) < margins.top : centerY(box) > height - margins.bottom
}

/**
 * Blocks that repeat on other pages, blocks of their style at their height, and page numbers. Other blocks outside the
 * text area are unknown.
 */
export function truthOfRepetition(pages: readonly DocumentPage[]): Truth {
  const repeated = findRepeated(pages)
  const known = pages.flatMap((page, at) =>
    page.blocks.filter((_, index) => repeated[at]!.has(index)).map((block) => ({ block, page })),
  )
  const isKnown = (page: DocumentPage, block: TextualBlock): boolean =>
    isPageNumberLine(block.text) ||
    known.some(
      ({ block: other, page: { height } }) =>
        isTextual(other) &&
        colorlessStyleKey(other) === colorlessStyleKey(block) &&
        Math.abs(centerY(other.box) / height - centerY(block.box) / page.height) <= POSITION_TOLERANCE / 2,
    )
  const areas = pages.flatMap((page) =>
    page.blocks.flatMap((block) =>
      isTextual(block) && block.style.lineCount > 1 && !isKnown(page, block)
        ? [[block.box.y0 / page.height, block.box.y1 / page.height] as const]
        : [],
    ),
  )
  const top = Math.min(...areas.map(([y0]) => y0))
  const bottom = Math.max(...areas.map(([, y1]) => y1))
  return (page, block) => {
    if (!isTextual(block)) return false
    if (isKnown(page, block)) return true
    return block.box.y0 / page.height >= top - POSITION_TOLERANCE &&
      block.box.y1 / page.height <= bottom + POSITION_TOLERANCE
      ? false
      : null
  }
}

/** The candidates of all pages, each taken for a document of its own. */
export function labelPages(
  pages: readonly DocumentPage[],
  truth: Truth,
  { set, group }: { readonly set: string; readonly group: string },
): LabeledCandidate[] {
  const blind = createHash('md5').update(group).digest()[0]! % 3 === 0
  const found = pages.flatMap((page) => {
    const headingStyles = findHeadingStyles([page])
    const labeled: Omit<LabeledCandidate, 'weight'>[] = []
    const decide = (candidate: EdgeCandidate): boolean => {
      const block = page.blocks[candidate.index]!
      const isFurniture = truth(page, block, candidate.edge)
      if (isFurniture !== null && isTextual(block))
        labeled.push({ features: furnitureFeatures(candidate), isFurniture, blind, set, text: block.text })
      return isFurniture === true
    }
    for (const edge of ['header', 'footer'] as const) {
      const furniture = findFurnitureAtEdge(page, edge, { repeated: new Set(), headingStyles, decide }).map(
        ([index]) => index,
      )
      // The search meets some blocks after others on their row.
      if (furniture.length > 1)
        for (const index of furniture) {
          const others = new Set(furniture.filter((other) => other !== index))
          decide(candidateAt(page, edge, { index, found: others, headingStyles }))
        }
    }
    return labeled
  })
  const weight = Math.min(MAX_BLOCK_WEIGHT, DOCUMENT_WEIGHT / Math.max(1, found.length))
  return found.map((candidate) => ({ ...candidate, weight }))
}

function candidateAt(
  page: DocumentPage,
  edge: 'header' | 'footer',
  { index, found, headingStyles }: { index: number; found: ReadonlySet<number>; headingStyles: ReadonlySet<string> },
): EdgeCandidate {
  const hasHeadingStyle = headingStyles.has(colorlessStyleKey(page.blocks[index] as TextualBlock))
  return {
    page,
    edge,
    index,
    found,
    gap: gapToBody(page, index, { edge, found }),
    body: pageBodyOf(page),
    hasHeadingStyle,
  }
}
