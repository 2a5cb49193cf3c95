/**
 * OCR of clean and degraded pages against native Tesseract on the raw image (one thread), side by side in one run:
 * character errors, words found, time. The truth is the text layer of the same pages.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { warmUp } from '../../src/engines/tesseract.ts'
import { readByOcr } from '../../src/extract/ocr/ocr.ts'
import { layoutPage } from '../../src/layout/layout.ts'
import { defaultOptions } from '../../src/model/options.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import type { Span } from '../../src/model/raw-page.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import type { Split } from '../corpus/holdout.ts'
import { benchFolder, type CleanPage, corpusPages } from './clean-pages.ts'
import { degrade, type Kind } from './degrade.ts'

export const dpi = 200
/** Character errors of native Tesseract on the clean page up to which both have one order. */
const sameOrder = 0.05

export interface RecognitionOptions {
  readonly kinds: readonly Kind[]
  readonly pages: number
  readonly split: Split
  /** Seed of all random choices: one value for tuning, another for the reported results. */
  readonly seed: number
  /** Print each page. */
  readonly each: boolean
}

/** A line of the table that the benchmark ends with. */
export interface Row {
  readonly what: string
  /** Whom we are compared with, and its figure. */
  readonly beside: string
  readonly ours: string
  readonly reach: string
  /** `null` if the row is only reported and has no target. */
  readonly reached: boolean | null
}

interface Score {
  readonly errors: number
  /** Errors with the text in the order of the answer. */
  readonly ordered: number
  readonly words: number
  readonly ms: number
}

export function nativeIsHere(): boolean {
  return spawnSync('tesseract', ['--version'], { stdio: 'ignore' }).status === 0
}

/** Reads every page in every state, ours and natively; prints as it goes. */
export async function recognizeDegraded(options: RecognitionOptions): Promise<Row[]> {
  const { lev } = (await import(join(benchFolder, 'metrics.mjs'))) as { lev(a: number[], b: number[]): number }
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-ocr-'))
  const file = join(folder, 'page.pgm')
  const deps = createParseDeps({})
  await warmUp('eng', deps.loadModel)
  const pages = corpusPages(options.pages, options.split, dpi)
  console.log(
    `${pages.length} pages (${options.split}), ${dpi} dpi, seed ${options.seed}; mean CER % in the engine's order | in ours, words found %, wall ms a page`,
  )
  /**
   * Pages whose text layer has the order in which native Tesseract reads them. On other pages the error does not
   * measure recognition.
   */
  const alike = new Set(
    pages.filter(({ raster, text }) => errorsOf(text, readNatively(raster, file).text) <= sameOrder),
  )
  const rows: Row[] = []
  for (const kind of options.kinds) {
    const scores: Pair[] = []
    for (const [index, page] of pages.entries()) {
      const raster = degrade(page.raster, kind, options.seed * 1000 + index)
      const native = readNatively(raster, file)
      const ours = await readOurs(raster, deps)
      scores.push({ page, native: score(page, native), ours: score(page, ours) })
      if (options.each) print(`  ${page.id}`, scores.slice(-1))
    }
    const ordered = scores.filter(({ page }) => alike.has(page))
    print(kind, scores)
    print(`  ${alike.size} alike`, ordered)
    rows.push(toRow(kind, `all ${scores.length}`, scores), toRow(kind, `${ordered.length} in one order`, ordered))
  }
  rmSync(folder, { recursive: true })
  return rows

  function errorsOf(truth: string, text: string): number {
    const wanted = codesOf(truth)
    return lev(wanted, codesOf(text)) / wanted.length
  }

  function score(page: CleanPage, { text, ordered = text, ms }: { text: string; ordered?: string; ms: number }): Score {
    return {
      errors: errorsOf(page.text, text),
      ordered: errorsOf(page.text, ordered),
      words: wordsFound(page.text, text),
      ms,
    }
  }
}

interface Pair {
  readonly page: CleanPage
  readonly native: Score
  readonly ours: Score
}

function meanOf(scores: readonly Pair[], pick: (score: Pair) => number): number {
  return scores.reduce((sum, score) => sum + pick(score), 0) / scores.length
}

/** Native above this is a page that it cannot read: there ours has to. */
const unread = 0.15
const wanted = { clean: 0.003, degraded: 0.02 } as const

/**
 * Clean pages: not worse than native by more than 0.3 points. Degraded ones: two points, where native reads less than
 * 85 %.
 */
function toRow(kind: Kind, which: string, scores: readonly Pair[]): Row {
  const [native, ours] = [meanOf(scores, (score) => score.native.errors), meanOf(scores, (score) => score.ours.errors)]
  const row = { what: `CER ${kind}, ${which}, %`, beside: `native ${percent(native)}`, ours: percent(ours) }
  if (kind === 'clean')
    return { ...row, reach: `≤ ${percent(native + wanted.clean)}`, reached: ours <= native + wanted.clean }
  // On pages that native reads in another order the error is that of the order.
  return which.startsWith('all') || native <= unread
    ? { ...row, reach: '–', reached: null }
    : { ...row, reach: '≤ 2.00', reached: ours <= wanted.degraded }
}

function print(name: string, scores: readonly Pair[]): void {
  const mean = (pick: (score: Pair) => number): number => meanOf(scores, pick)
  const theirs = `${percent(mean(({ native }) => native.errors)).padStart(6)}  ${percent(mean(({ native }) => native.words))} %`
  const errors = `${percent(mean(({ ours }) => ours.errors)).padStart(6)} | ${percent(mean(({ ours }) => ours.ordered)).padStart(6)}`
  const [nativeMs, oursMs] = [mean(({ native }) => native.ms), mean(({ ours }) => ours.ms)]
  const times = `${nativeMs.toFixed(0).padStart(5)} → ${oursMs.toFixed(0).padStart(5)} ms, × ${(oursMs / nativeMs).toFixed(2)}`
  console.log(
    `${name.slice(0, 14).padEnd(14)} native ${theirs}   sheaf ${errors}  ${percent(mean(({ ours }) => ours.words))} %   ${times}`,
  )
}

function readNatively(raster: GrayRaster, path: string): { text: string; ms: number } {
  writeFileSync(path, Buffer.concat([Buffer.from(`P5\n${raster.width} ${raster.height}\n255\n`), raster.pixels]))
  const start = performance.now()
  const { stdout } = spawnSync('tesseract', [path, '-', '--dpi', String(dpi)], {
    encoding: 'utf8',
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return { text: stdout, ms: performance.now() - start }
}

async function readOurs(
  raster: GrayRaster,
  deps: ReturnType<typeof createParseDeps>,
): Promise<{ text: string; ordered: string; ms: number }> {
  const size = { pageIndex: 0, width: (raster.width / dpi) * 72, height: (raster.height / dpi) * 72 }
  const start = performance.now()
  const read = await readByOcr(raster, size, { ...defaultOptions, ocrLanguages: ['eng'] }, { ...deps, password: null })
  const ms = performance.now() - start
  const { spans, paths, images, width, height } = read.deskewed ?? { ...read, ...size }
  const raw = { pageIndex: 0, spans, paths, images, width, height, warnings: [] }
  const ordered = layoutPage(raw).blocks.map((block) =>
    block.kind === 'table' ? block.cells.map(({ text }) => text).join(' ') : block.text,
  )
  return { text: inEngineOrder(spans), ordered: ordered.join('\n'), ms }
}

/** As native Tesseract prints it: what is compared here is recognition, not layout. */
function inEngineOrder(spans: readonly Span[]): string {
  let text = ''
  let line = -1
  for (const span of spans) {
    text += `${span.engineLine === line ? ' ' : '\n'}${span.text}`
    line = span.engineLine
  }
  return text
}

/**
 * Removes differences that no reader would call an error: dashes and quotes get one form, bullets are dropped,
 * whitespace becomes one space.
 */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[•·●○◦*°¢«»]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function codesOf(text: string): number[] {
  return Array.from(plain(text), (char) => char.codePointAt(0) ?? 0)
}

/** F1 over the bag of words: blind to the reading order, in which both may differ from the text layer. */
function wordsFound(truth: string, text: string): number {
  const bag = new Map<string, number>()
  const wanted = plain(truth).split(' ')
  const found = plain(text).split(' ')
  for (const word of wanted) bag.set(word, (bag.get(word) ?? 0) + 1)
  let hits = 0
  for (const word of found) {
    const left = bag.get(word) ?? 0
    if (left > 0) hits++
    bag.set(word, left - 1)
  }
  return (2 * hits) / (wanted.length + found.length)
}

function percent(share: number): string {
  return (share * 100).toFixed(2)
}
