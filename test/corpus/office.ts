/**
 * `node test/corpus/office.ts [--office auto|convert|direct] [--set office|poi|tika] [--types .doc,.ppt] [--detail]`:
 * compares headings, rows, cells, merges and words of the output with the XML of DOCX, PPTX and XLSX files. DOC and PPT
 * files are first converted to DOCX and PPTX by LibreOffice.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { detectFileType } from '../../src/extract/registry.ts'
import { defaultOptions, officeModes, type ParseOptions } from '../../src/model/options.ts'
import { parse } from '../../src/parse.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { sampleOf } from '../../src/uploads/sampler.ts'
import { openCachingConverter } from './converted.ts'
import { newerForm } from './newer-form.ts'
import { readTruth } from './office-truth.ts'
import { normal, type Truth, type TruthTable, wordsOf } from './office-truth-parts.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    office: { type: 'string', default: 'auto' },
    set: { type: 'string', default: 'office' },
    limit: { type: 'string' },
    types: { type: 'string', default: '.docx,.docm,.pptx,.xlsx' },
    detail: { type: 'boolean', default: false },
  },
})
const bench = resolve(process.env.BENCH_DIR ?? join(import.meta.dirname, '../../../shared/bench'))
const folder = values.set === 'office' ? join(bench, 'corpus/office/files') : join(bench, 'robustness', values.set)
const types = new Set(values.types.split(','))

const options: ParseOptions = {
  ...defaultOptions,
  office: officeModes.find((mode) => mode === values.office) ?? 'auto',
  outputFormats: ['json'],
  elementFormats: { ...defaultOptions.elementFormats, image: 'none' },
  features: {
    ...defaultOptions.features,
    enable_text_cross_page: true,
    enable_table_cross_page: true,
    enable_title_level_recognition: true,
  },
}

interface OutputCell {
  readonly row: number
  readonly col: number
  readonly row_span: number
  readonly col_span: number
  readonly text: string
}

interface OutputBlock {
  readonly type: string
  readonly content: string
  readonly format: string
  readonly cells?: readonly OutputCell[]
}

/** Number of correct items, and of all. */
interface Count {
  right: number
  all: number
}

type Tally = Record<'headings' | 'rows' | 'cells' | 'merges' | 'words', Count>

const newTally = (): Tally => ({
  headings: { right: 0, all: 0 },
  rows: { right: 0, all: 0 },
  cells: { right: 0, all: 0 },
  merges: { right: 0, all: 0 },
  words: { right: 0, all: 0 },
})

const converter = options.office === 'direct' ? null : openCachingConverter()
const deps = { ...createParseDeps({}), ...(converter === null ? {} : { converter }) }
if (existsSync(folder)) await main()
else console.log(`The corpus does not exist in ${folder} (BENCH_DIR: another folder): nothing is measured.`)
await converter?.close()

async function main(): Promise<void> {
  const names =
    positionals.length > 0
      ? positionals
      : readdirSync(folder)
          .sort()
          .map((name) => join(folder, name))
  const totals = new Map<string, Tally & { files: number }>()
  let left = Number(values.limit ?? Number.POSITIVE_INFINITY)
  for (const path of names) {
    const bytes = new Uint8Array(readFileSync(path))
    const fileName = basename(path)
    const fileType = detectFileType({ ...sampleOf(bytes), fileName })
    if (fileType === null || !types.has(fileType) || left-- <= 0) continue
    try {
      const { bytes: xmlBytes, fileType: xmlType } = newerForm(bytes, fileType) ?? { bytes, fileType }
      const truth = readTruth(xmlBytes, xmlType)
      const { outputs } = await parse(
        { bytes, fileName, fileType, password: null },
        { options, links: { kind: 'none' } },
        deps,
      )
      const { pages } = JSON.parse(outputs.json ?? '{}') as {
        pages: readonly { readonly blocks: readonly OutputBlock[] }[]
      }
      const tally = compare(
        truth,
        pages.flatMap(({ blocks }) => blocks),
      )
      console.log(line(fileName, tally))
      const script =
        /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Devanagari}]/u
      const latin = truth.words.filter((word) => script.test(word)).length <= 0.2 * truth.words.length
      add(totals, `${fileType} ${latin ? 'Latin' : 'other scripts'}`, tally)
    } catch (error) {
      console.log(
        `${fileName.slice(0, 50).padEnd(50)} ${error instanceof Error ? error.message.slice(0, 100) : String(error)}`,
      )
    }
  }
  console.log('')
  for (const [type, tally] of [...totals].sort()) console.log(line(`${type} (${tally.files})`, tally))
}

function add(totals: Map<string, Tally & { files: number }>, type: string, tally: Tally): void {
  const total = totals.get(type) ?? { ...newTally(), files: 0 }
  total.files++
  for (const name of Object.keys(tally) as (keyof Tally)[]) {
    total[name].right += tally[name].right
    total[name].all += tally[name].all
  }
  totals.set(type, total)
}

function line(name: string, tally: Tally): string {
  const counts = (Object.keys(tally) as (keyof Tally)[])
    .filter((key) => key !== ('files' as string))
    .map((key) => {
      const { right, all } = tally[key]
      return `${key} ${all === 0 ? '–' : `${right}/${all} ${((100 * right) / all).toFixed(1)}%`}`
    })
  return `${name.slice(0, 50).padEnd(50)} ${counts.join('  ')}`
}

function compare(truth: Truth, blocks: readonly OutputBlock[]): Tally {
  const tally = newTally()
  const titles = blocks.filter(({ type }) => type === 'title').map(({ content }) => normal(content))
  for (const heading of truth.headings) {
    const at = titles.findIndex((title) => same(title, heading))
    if (at >= 0) titles.splice(at, 1)
    else detail(`heading "${heading}"`)
    tally.headings.right += at >= 0 ? 1 : 0
    tally.headings.all++
  }
  const found = blocks.filter(({ type, cells }) => type === 'table' && cells !== undefined)
  const free = new Set(found)
  for (const table of truth.tables) {
    const best = [...free]
      .map((block) => ({ block, score: compareTable(table, block) }))
      .sort((a, b) => b.score.cells.right - a.score.cells.right)[0]
    const score = best === undefined || best.score.cells.right === 0 ? compareTable(table, null) : best.score
    if (best !== undefined && best.score.cells.right > 0) free.delete(best.block)
    if (score.cells.right < score.cells.all)
      detail(
        `table of ${table.rows} rows: cells ${score.cells.right}/${score.cells.all}: ${score.wrong.slice(0, 6).join(' | ')}`,
      )
    for (const name of ['rows', 'cells', 'merges'] as const) {
      tally[name].right += score[name].right
      tally[name].all += score[name].all
    }
  }
  const output = new Map<string, number>()
  for (const { content } of blocks)
    for (const word of wordsOf(content.replace(/<[^>]+>/g, ' '))) output.set(word, (output.get(word) ?? 0) + 1)
  const missing: string[] = []
  for (const word of truth.words) {
    const left = output.get(word) ?? 0
    output.set(word, left - 1)
    tally.words.all++
    if (left > 0) tally.words.right++
    else missing.push(word)
  }
  if (missing.length > 0) detail(`words: ${missing.slice(0, 20).join(' ')}`)
  return tally
}

/** Compares headings. Numbers of numbered headings are part of their printed text. */
function same(printed: string, written: string): boolean {
  return (
    printed === written ||
    printed.replace(/^(?:(?:chapter|section|appendix|article)\s)?(?:[\p{N}]+\s|[a-z]\s|[ivx]+\s)*/u, '') === written ||
    printed.endsWith(` ${written}`)
  )
}

function compareTable(
  table: TruthTable,
  block: OutputBlock | null,
): Pick<Tally, 'rows' | 'cells' | 'merges'> & { wrong: string[] } {
  const cells = new Map((block?.cells ?? []).map((cell) => [`${cell.row},${cell.col}`, cell]))
  const score = {
    rows: { right: 0, all: table.rows },
    cells: { right: 0, all: 0 },
    merges: { right: 0, all: 0 },
    wrong: [] as string[],
  }
  for (const cell of table.cells) {
    const out = cells.get(`${cell.row},${cell.col}`)
    const right =
      out !== undefined &&
      (cell.text === null
        ? cell.mayHide === true || out.text.trim() !== ''
        : squeezed(normal(out.text)) === squeezed(cell.text))
    score.cells.all++
    if (right) score.cells.right++
    else
      score.wrong.push(
        `${cell.row},${cell.col} "${cell.text ?? '#'}" is "${out === undefined ? 'missing' : normal(out.text)}"`,
      )
    if (cell.rowSpan === 1 && cell.colSpan === 1) continue
    score.merges.all++
    if (out !== undefined && out.row_span === cell.rowSpan && out.col_span === cell.colSpan) score.merges.right++
  }
  const rows = new Set([...cells.values()].map(({ row }) => row)).size
  const filled = new Set((block?.cells ?? []).filter(({ text }) => text.trim() !== '').map(({ row }) => row)).size
  score.rows.right =
    rows === table.rows || filled === table.rows ? table.rows : Math.max(0, table.rows - Math.abs(rows - table.rows))
  return score
}

/** Removes spaces inside a cell, because they depend on its line breaks. */
function squeezed(text: string): string {
  return text.replaceAll(' ', '')
}

function detail(text: string): void {
  if (values.detail) console.log(`    ${text}`)
}
