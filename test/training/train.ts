/**
 * Trains the heading classifier and writes `src/assemble/headings/heading-model.json`: `node test/training/train.ts
 * SOURCE [SOURCE …]`. A source is a folder of PDFs (`sources.ts`) or a JSON list of `SourceDocument`s. The data is
 * described in `docs/decisions/012-heading-classifier.md`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RULES_LOG_ODDS } from '../../src/assemble/headings/classifier.ts'
import type { FeatureName } from '../../src/assemble/headings/features.ts'
import { openDocument } from '../../src/extract/open-document.ts'
import { logOdds, type Tree, type TreeModel } from '../../src/model/boosted-trees.ts'
import { defaultOptions } from '../../src/model/options.ts'
import type { RawPage } from '../../src/model/raw-page.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { type TrainingSettings, trainTrees } from './boosting.ts'
import {
  applyRules,
  headingsOfHtml,
  headingsOfOutline,
  type KnownHeading,
  type LabeledLine,
  labelLines,
} from './label-lines.ts'
import { listSources, pagesToRead, type SourceDocument } from './sources.ts'
import { headingsOfTags } from './tagged-headings.ts'

export interface LabeledDocument extends SourceDocument {
  readonly lines: readonly LabeledLine[]
  /** Number of headings that are no line of their own. */
  readonly missed: number
}

/** Documents with more known lines count as much as documents with this many. */
const MAX_DOCUMENT_WEIGHT = 20
/** Weight of a line that an outline does not list, although the rules make it a heading. */
const DOUBTFUL_WEIGHT = 0.5

export const trainingSettings: TrainingSettings = {
  trees: 150,
  depth: 4,
  learningRate: 0.1,
  minLeafWeight: 8,
  lambda: 8,
  rowRatio: 0.7,
  featureRatio: 0.5,
}

if (import.meta.main) {
  const sources = process.argv.slice(2)
  if (sources.length === 0 || sources.includes('--help')) {
    console.log(
      'node test/training/train.ts SOURCE [SOURCE …]\n\n  SOURCE  a folder of PDFs named GROUP__name.pdf, or a JSON list of documents',
    )
    process.exit()
  }
  const documents: LabeledDocument[] = []
  let [read, failed] = [0, 0]
  for (const source of sources.flatMap(listSources)) {
    const raws = await readPages(source.pdf)
    if (raws === null) failed++
    else {
      read++
      documents.push(...labelDocument(source, raws))
    }
  }
  console.log(`${read} documents read, ${failed} failed; ${documents.length} samples with known headings`)
  const model = train(documents)
  writeFileSync(join(import.meta.dirname, '../../src/assemble/headings/heading-model.json'), formatModel(model))
  for (const [set, samples] of Map.groupBy(documents, ({ set }) => set))
    console.log(
      set,
      evaluate(
        model,
        samples.filter(({ blind }) => blind),
      ),
    )
}

/** `null` for files that are encrypted or broken. */
export async function readPages(path: string): Promise<RawPage[] | null> {
  const source = { bytes: new Uint8Array(readFileSync(path)), fileName: 'a.pdf', fileType: '.pdf', password: null }
  const opened = await openDocument(source, createParseDeps({})).catch(() => null)
  if (opened === null) return null
  const pages: RawPage[] = []
  for (const page of pagesToRead(opened.document.pageCount))
    pages.push(await opened.document.readPage(page, { ...defaultOptions, ocr: 'off' }))
  opened.document.close()
  return pages
}

/** The whole document, and its middle page alone, since single pages are converted too. */
function labelDocument(source: SourceDocument, raws: readonly RawPage[]): LabeledDocument[] {
  const generated = source.set === 'made'
  const known = knownHeadings(source, raws, generated)
  const isComplete = source.html !== undefined
  const page = raws.length < 2 || generated ? undefined : raws[raws.length >> 1]
  const samples = [
    labelLines(applyRules(raws), known, { isComplete, ...(generated ? { minHeadings: 0 } : {}) }),
    page === undefined ? null : labelLines(applyRules([page]), known, { isComplete, minHeadings: 1 }),
  ]
  return samples.flatMap((sample) => (sample === null ? [] : [{ ...source, ...sample }]))
}

/**
 * From the outline, else from tags, else from the HTML, which does not distinguish headings from equal entries of a
 * contents list.
 */
export function knownHeadings({ html }: SourceDocument, raws: readonly RawPage[], generated: boolean): KnownHeading[] {
  const listed = html === undefined ? headingsOfOutline(raws) : []
  if (listed.length > 0) return listed
  return html === undefined || raws.some(({ tags }) => tags !== undefined)
    ? headingsOfTags(raws, { generated })
    : headingsOfHtml(readFileSync(html, 'utf8'), { generated })
}

export function train(documents: readonly LabeledDocument[], settings = trainingSettings): TreeModel<FeatureName> {
  const samples = documents
    .filter(({ blind }) => !blind)
    .flatMap(({ lines, html, weight = 1 }) => {
      const known = lines.filter(({ isHeading }) => isHeading !== null)
      const lineWeight = (weight * MAX_DOCUMENT_WEIGHT) / Math.max(MAX_DOCUMENT_WEIGHT, known.length)
      return known.map(({ features, isHeading, byRules }) => {
        const isDoubtful = html === undefined && isHeading === false && byRules
        return {
          features,
          isHeading: isHeading === true,
          weight: isDoubtful ? lineWeight * DOUBTFUL_WEIGHT : lineWeight,
        }
      })
    })
  return trainTrees(samples, settings)
}

/** The model as JSON, one tree per line: thresholds with four digits, points in hundredths. */
export function formatModel({ features, base, trees }: TreeModel<string>): string {
  const round = (value: number): number => Number(value.toPrecision(4))
  const roundTree = (tree: Tree): Tree =>
    typeof tree === 'number'
      ? Math.round(tree * 100) / 100
      : [tree[0], round(tree[1]), roundTree(tree[2]), roundTree(tree[3])]
  const lines = trees.map((tree) => `    ${JSON.stringify(roundTree(tree))}`)
  return `{\n  "features": ${JSON.stringify(features)},\n  "base": ${round(base)},\n  "trees": [\n${lines.join(',\n')}\n  ]\n}\n`
}

/** Precision and recall of the rules alone and with the classifier. */
export function evaluate(
  model: TreeModel<FeatureName>,
  documents: readonly LabeledDocument[],
  odds: { heading: number; text: number } = RULES_LOG_ODDS,
): string {
  const lines = documents.flatMap((document) => document.lines.filter(({ isHeading }) => isHeading !== null))
  const missed = documents.reduce((sum, document) => sum + document.missed, 0)
  const headings = lines.filter(({ isHeading }) => isHeading === true).length + missed
  const scoresOf = (predict: (line: LabeledLine) => boolean): string => {
    const predicted = lines.filter(predict)
    const right = predicted.filter(({ isHeading }) => isHeading === true).length
    return `precision ${(right / predicted.length).toFixed(3)} recall ${(right / headings).toFixed(3)}`
  }
  const byClassifier = ({ features, byRules }: LabeledLine): boolean =>
    logOdds(model, features) > (byRules ? -odds.heading : odds.text)
  return `${documents.length} documents: rules ${scoresOf(({ byRules }) => byRules)}, with the classifier ${scoresOf(byClassifier)}`
}
