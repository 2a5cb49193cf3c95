/**
 * The documents that an ablation runs over, and the score of a document's output; higher is better. It imports nothing
 * of `src`, because the loader hooks must be installed first.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadScorer } from '../corpus/scorer.ts'

export interface AblationDocument {
  readonly set: string
  readonly id: string
  readonly path: string
  /** Options that differ from the defaults. */
  readonly keepHeaderFooter: boolean
}

export interface Output {
  readonly markdown: string
  /** Titles with their level and page, and cells of tables: the parts that the fixtures have a truth for. */
  readonly titles: readonly { readonly text: string; readonly level: number; readonly page: number }[]
  readonly cells: readonly (readonly string[])[]
}

/** A document's score (0 to 1) and its weight in its set's mean; `null` where the set has no truth. */
export interface Score {
  readonly value: number
  readonly weight: number
}

const fixtures = join(import.meta.dirname, '../fixtures')
/** Sets of the bench that are scored against Markdown. */
const markdownSets = ['odl', 'digital', 'tables']

/** `extra`: a folder of PDFs without a truth, of which only the changed outputs are counted. */
export function listDocuments(bench: string, extra: string | null): AblationDocument[] {
  return [
    ...markdownSets.flatMap((set) => pdfsIn(join(bench, 'corpus', set, 'files'), set, true)),
    ...pdfsIn(join(bench, 'facts/files'), 'facts', false),
    ...fixturePdfs(join(fixtures, 'levels'), 'levels'),
    ...fixturePdfs(join(fixtures, 'tables'), 'generated tables'),
    ...fixturePdfs(fixtures, 'fixtures'),
    ...(extra === null ? [] : pdfsIn(extra, 'extra', false)),
  ]
}

function pdfsIn(folder: string, set: string, keepHeaderFooter: boolean): AblationDocument[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .sort()
    .map((name) => ({ set, id: name.slice(0, -'.pdf'.length), path: join(folder, name), keepHeaderFooter }))
}

function fixturePdfs(folder: string, set: string): AblationDocument[] {
  return readdirSync(folder)
    .sort()
    .map((id) => ({ set, id, path: join(folder, id, 'source.pdf'), keepHeaderFooter: true }))
    .filter(({ path }) => existsSync(path))
}

interface Fact {
  readonly pdf: string
  readonly category: string
}

export type ScoreDocument = (document: AblationDocument, output: Output) => Score | null

/** `scratch`: a folder for the predictions that the bench's scorer reads. */
export async function createScorer(bench: string, scratch: string): Promise<ScoreDocument> {
  const scorer = await loadScorer(bench)
  const { check }: { check(fact: Fact, markdown: string): [boolean, string] } = await import(
    pathToFileURL(join(bench, 'facts.mjs')).href
  )
  const facts = Map.groupBy(readJson<Fact[]>(join(bench, 'facts/facts.json')), ({ pdf }) => basename(pdf, '.pdf'))
  return (document, output) => {
    const { set, id } = document
    if (markdownSets.includes(set)) {
      const predictions = join(scratch, set)
      mkdirSync(predictions, { recursive: true })
      writeFileSync(join(predictions, `${id}.md`), output.markdown)
      const truth = join(bench, 'corpus', set, 'gt')
      if (!existsSync(join(truth, `${id}.md`))) return null
      const [score] = scorer.run(truth, predictions, new Set([id]), set === 'digital').docs
      return { value: (set === 'tables' ? score?.teds : score?.overall) ?? 0, weight: 1 }
    }
    if (set === 'facts') {
      const mine = facts.get(basename(id)) ?? []
      const held = mine.filter((fact) => check(fact, output.markdown)[0]).length
      return mine.length === 0 ? null : { value: held / mine.length, weight: mine.length }
    }
    if (set === 'levels') return scoreTitles(document.path, output)
    if (set === 'generated tables') return scoreCells(document.path, output)
    return null
  }
}

const flat = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/** Headings at their exact level, over headings wanted plus false titles. */
function scoreTitles(path: string, { titles }: Output): Score {
  const truth = readJson<{ headings: { text: string; level: number; page: number }[]; optional: { text: string }[] }>(
    join(path, '../expected.json'),
  )
  const open = titles.map((title) => ({ ...title, text: flat(title.text), used: false }))
  let exact = 0
  for (const { text, level, page } of truth.headings) {
    const title = open.find((one) => !one.used && one.page === page && one.text === flat(text))
    if (title === undefined) continue
    title.used = true
    if (title.level === level) exact++
  }
  const optional = new Set(truth.optional.map(({ text }) => flat(text)))
  const extra = open.filter(({ used, text }) => !used && !optional.has(text)).length
  return { value: exact / Math.max(1, truth.headings.length + extra), weight: 1 }
}

/** Cells at their place with their spans and text, over the larger of cells wanted and found. */
function scoreCells(path: string, { cells }: Output): Score {
  const truth = readJson<{ tables: CellTruth[][] }>(join(path, '../expected.json')).tables.map((table) =>
    table.map(cellKey),
  )
  const right = truth.reduce((sum, table, at) => {
    const found = new Set(cells[at])
    return sum + table.filter((key) => found.has(key)).length
  }, 0)
  return { value: right / Math.max(1, truth.flat().length, cells.flat().length), weight: 1 }
}

interface CellTruth {
  readonly row: number
  readonly col: number
  readonly rowSpan: number
  readonly colSpan: number
  readonly text: string
}

export const cellKey = ({ row, col, rowSpan, colSpan, text }: CellTruth): string =>
  [row, col, rowSpan, colSpan, text.normalize('NFKC').replace(/\s+/g, '')].join(' ')

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8'))
}
