/**
 * Trains the heading classifier of OCR pages and writes `src/assemble/headings/heading-model-ocr.json`: `node
 * test/training/train-scans.node.ts SOURCE [SOURCE …]`, with the sources of `train.ts`. Pages are rendered as gray JPEG
 * and read by OCR; a line is a heading where the page with text has one.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OCR_RULES_LOG_ODDS } from '../../src/assemble/headings/classifier.ts'
import { headingFeatures } from '../../src/assemble/headings/features.ts'
import { area, overlapArea } from '../../src/model/geometry.ts'
import type { RawPage } from '../../src/model/raw-page.ts'
import { applyRules, type LabeledLine, labelLines } from './label-lines.ts'
import { hashOf, readScan, scaledBox } from './scans.ts'
import { listSources, type SourceDocument } from './sources.ts'
import {
  evaluate,
  formatModel,
  knownHeadings,
  type LabeledDocument,
  readPages,
  train,
  trainingSettings,
} from './train.ts'

const PAGES_PER_DOCUMENT = 2
/** Minimum fraction of a line's area in headings, and maximum fraction in headings or unknown lines of other lines. */
const MIN_HEADING_RATIO = 0.5
const MAX_HEADING_RATIO = 0.2
const MAX_UNKNOWN_RATIO = 0.3
/** Fewer than for pages with text, because estimated font data says less. */
const TREES = 100

const documents: LabeledDocument[] = []
for (const source of process.argv.slice(2).flatMap(listSources)) documents.push(...(await labelScans(source)))
const settings = { ...trainingSettings, trees: TREES }
const blind = documents.filter((document) => document.blind)
const model = train(documents, settings)
console.log(`${documents.length} pages; ${evaluate(model, blind, OCR_RULES_LOG_ODDS)}`)
const final = train(
  documents.map((document) => ({ ...document, blind: false })),
  settings,
)
writeFileSync(join(import.meta.dirname, '../../src/assemble/headings/heading-model-ocr.json'), formatModel(final))

async function labelScans(source: SourceDocument): Promise<LabeledDocument[]> {
  const raws = await readPages(source.pdf)
  if (raws === null) return []
  const generated = source.set === 'made'
  const truth = labelLines(applyRules(raws), knownHeadings(source, raws, generated), {
    isComplete: source.html !== undefined,
    ...(generated ? { minHeadings: 0 } : {}),
  })
  if (truth === null) return []
  const samples: LabeledDocument[] = []
  for (const raw of choosePages(source, raws)) {
    const scan = await readScan(source.pdf, raw.pageIndex)
    samples.push({ ...source, ...transferLabels(scan, raw, truth.lines) })
  }
  return samples
}

function choosePages({ pdf }: SourceDocument, raws: readonly RawPage[]): RawPage[] {
  const chosen = Array.from({ length: PAGES_PER_DOCUMENT * 3 }, (_, at) => raws[hashOf(`${pdf}${at}`) % raws.length]!)
  return [...new Set(chosen)].slice(0, PAGES_PER_DOCUMENT)
}

/** Labels the lines of a scan by the area that they share with lines of the page with text. */
function transferLabels(scan: RawPage, page: RawPage, known: readonly LabeledLine[]) {
  const scale = scan.width / page.width
  const truth = known
    .filter((line) => line.page === page.pageIndex)
    .map(({ box, isHeading }) => ({ box: scaledBox(box, scale), isHeading }))
  const lines = [...headingFeatures(applyRules([scan]))].map(([block, features]): LabeledLine => {
    const ratioOf = (label: boolean | null): number => {
      const shared = truth.map((line) => (line.isHeading === label ? overlapArea(line.box, block.box) : 0))
      return shared.reduce((sum, value) => sum + value, 0) / Math.max(1, area(block.box))
    }
    const headings = ratioOf(true)
    const isUnknown = headings > MAX_HEADING_RATIO || ratioOf(null) > MAX_UNKNOWN_RATIO
    const isHeading = headings > MIN_HEADING_RATIO ? true : isUnknown ? null : false
    return { text: block.text, page: 0, box: block.box, features, byRules: block.kind === 'title', isHeading }
  })
  const found = lines.filter(({ isHeading }) => isHeading === true).length
  const wanted = truth.filter(({ isHeading }) => isHeading === true).length
  return { lines, missed: Math.max(0, wanted - found) }
}
