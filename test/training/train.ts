/**
 * Trains the score of titles and writes `src/assemble/headings/model.ts`: `node test/training/train.ts SOURCE [SOURCE …]`. A source is a folder of
 * PDFs (`sources.ts`), or a list in JSON: `{ pdf, html?, set, group, blind, weight? }`, printed from `html` or with an outline or tags of its own. Groups
 * (a genre, a package) are on one side only: blind ones are measured, never learnt from. What was learnt from: `docs/decisions/012-title-score.md`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultOptions } from '../../src/model/options.ts'
import type { RawPage } from '../../src/model/raw-page.ts'
import { openDocument } from '../../src/parse.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { type Model, pointsOf, type TreeNode, trainTrees } from './boosting.ts'
import { type LabelledLine, labelLines, type Wanted, wantedOfHtml, wantedOfOutline } from './lines.ts'
import { type Entry, entriesOf, pagesToRead } from './sources.ts'
import { wantedOfTags } from './tagged-headings.ts'

export interface Sample extends Entry {
  readonly lines: readonly LabelledLine[]
  readonly lost: number
}

/** A document counts as much as so many lines; long ones no more. */
const LINES = 20
/** Where an outline is silent, a line that the rules call a title may be one all the same. */
const DOUBTED = 0.5
/** The score that overrules the rules. */
const SURE = 1.5
export const training = { trees: 150, depth: 4, rate: 0.1, leafWeight: 8, damping: 8, rows: 0.7, features: 0.5 }

if (import.meta.main) {
  const deps = createParseDeps({})
  const samples: Sample[] = []
  let [read, unread] = [0, 0]
  for (const entry of process.argv.slice(2).flatMap(entriesOf)) {
    const raws = await readRaws(entry.pdf)
    if (raws === null) unread++
    else {
      read++
      samples.push(...samplesOf(entry, raws))
    }
  }
  console.log(`${read} documents read, ${unread} not; ${samples.length} samples with known titles`)
  const model = train(samples)
  writeFileSync(join(import.meta.dirname, '../../src/assemble/headings/model.ts'), weightsOf(model))
  for (const set of new Set(samples.map((sample) => sample.set)))
    console.log(
      set,
      figures(
        model,
        samples.filter((sample) => sample.blind && sample.set === set),
      ),
    )

  /** `null`: encrypted, broken or too long. */
  async function readRaws(path: string): Promise<RawPage[] | null> {
    const source = { bytes: new Uint8Array(readFileSync(path)), fileName: 'a.pdf', fileType: '.pdf', password: null }
    const opened = await openDocument(source, deps).catch(() => null)
    if (opened === null) return null
    const pages: RawPage[] = []
    for (const page of pagesToRead(opened.document.pageCount))
      pages.push(await opened.document.readPage(page, { ...defaultOptions, ocr: 'off' }))
    opened.document.close()
    return pages
  }
}

/** A document as a whole, and the middle one of its pages alone: pages come without their documents, too. */
export function samplesOf(entry: Entry, raws: readonly RawPage[]): Sample[] {
  const made = entry.set === 'made'
  const wanted = wantedOf(entry, raws, made)
  const whole = labelLines(raws, wanted, { whole: entry.html !== undefined, ...(made ? { fewest: 0 } : {}) })
  const page = raws.length < 2 || made ? undefined : raws[raws.length >> 1]
  const part = page === undefined ? null : labelLines([page], wanted, { whole: entry.html !== undefined, fewest: 1 })
  return [whole, part].flatMap((found) => (found === null ? [] : [{ ...entry, ...found }]))
}

/**
 * Printed pages tell by their tags where a heading stands; the HTML alone does not tell it from an entry of a contents list. Other PDFs have an outline,
 * or else tags of theirs.
 */
function wantedOf({ html }: Entry, raws: readonly RawPage[], made: boolean): Wanted[] {
  const listed = html === undefined ? wantedOfOutline(raws) : []
  if (listed.length > 0) return listed
  return html === undefined || raws.some(({ tags }) => tags !== undefined)
    ? wantedOfTags(raws, { made })
    : wantedOfHtml(readFileSync(html, 'utf8'), { made })
}

export function train(samples: readonly Sample[]): Model {
  const rows = samples
    .filter(({ blind }) => !blind)
    .flatMap(({ lines, html, weight = 1 }) => {
      const known = lines.filter(({ title }) => title !== null)
      const each = (weight * LINES) / Math.max(LINES, known.length)
      return known.map((line) => ({
        line,
        weight: html === undefined && line.title === false && line.ruled ? each * DOUBTED : each,
      }))
    })
  const titles = Uint8Array.from(rows, ({ line }) => Number(line.title))
  return trainTrees(
    { numbers: rows.map(({ line }) => line.numbers), titles, weights: Float64Array.from(rows, ({ weight }) => weight) },
    training,
  )
}

/** The file `weights.ts`; numbers of four digits, points in hundredths. */
export function weightsOf({ base, trees }: Model): string {
  const short = (value: number): string => String(Number(value.toPrecision(4)))
  const write = (tree: readonly TreeNode[], at: number): string => {
    const { feature, below, yes, no, points } = tree[at]!
    return feature < 0
      ? String(Math.round(points * 100))
      : `${feature}:${short(below)} ${write(tree, yes)} ${write(tree, no)}`
  }
  const lines = trees.map((tree) => `  '${write(tree, 0)}',\n`).join('')
  const note =
    '/** What `score.ts` goes by, one line a tree; written by `test/training/train.ts`. The data behind it: `docs/decisions/012-title-score.md`. */'
  return `${note}\nexport const base = ${short(base)}\n\nexport const trees: readonly string[] = [\n${lines}]\n`
}

/** Precision and recall of the rules, and of the rules with the score. */
export function figures(model: Model, samples: readonly Sample[]): string {
  const scoreOf = (numbers: readonly number[]): number =>
    model.trees.reduce((sum, tree) => sum + pointsOf(tree, numbers), model.base)
  const judged = samples.flatMap(({ lines }) =>
    lines
      .filter(({ title }) => title !== null)
      .map((line) => ({ ...line, scored: scoreOf(line.numbers) > (line.ruled ? -SURE : SURE) })),
  )
  const lost = samples.reduce((sum, sample) => sum + sample.lost, 0)
  const titles = judged.filter(({ title }) => title === true).length + lost
  const tell = (isTitle: (line: (typeof judged)[number]) => boolean): string => {
    const called = judged.filter(isTitle)
    const right = called.filter(({ title }) => title === true).length
    return `precision ${(right / called.length).toFixed(3)} recall ${(right / titles).toFixed(3)}`
  }
  return `${samples.length} documents: rules ${tell(({ ruled }) => ruled)}, with the score ${tell(({ scored }) => scored)}`
}
