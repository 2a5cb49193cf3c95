/**
 * One thread of an ablation: reads the raw pages of its documents once, then lays them out with one unit off at a time.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { type AblationDocument, cellKey, createScorer, type Output, type Score } from './documents.ts'
import { installHooks, switches, units } from './instrument.ts'

export interface WorkerInput {
  readonly bench: string
  readonly documents: readonly AblationDocument[]
  /** Tests the names of the units to switch off. */
  readonly only: string
  /** Pages read of each document. */
  readonly maxPages: number
  /** Units that do something in more documents than this are skipped. */
  readonly maxReached: number
}

/** The effect of one unit on one document whose output changes without it. */
export interface Change {
  readonly set: string
  readonly id: string
  readonly before: Score | null
  readonly after: Score | null
}

export type WorkerReport =
  | { readonly kind: 'baseline'; readonly scores: readonly (readonly [string, Score | null])[] }
  | { readonly kind: 'unit'; readonly name: string; readonly reached: number; readonly changes: readonly Change[] }
  | { readonly kind: 'done' }

installHooks()
const { layoutPage } = await import('../../src/layout/layout.ts')
const { assemble } = await import('../../src/assemble/assemble.ts')
const { render } = await import('../../src/render/registry.ts')
const { openDocument } = await import('../../src/extract/open-document.ts')
const { defaultOptions } = await import('../../src/model/options.ts')
const { createParseDeps } = await import('../../src/runtime/parse-deps.node.ts')

const input: WorkerInput = workerData
const deps = createParseDeps({})
const scratch = mkdtempSync(join(tmpdir(), 'sheaf-ablation-'))
const score = await createScorer(input.bench, scratch)
const post = (report: WorkerReport): void => parentPort?.postMessage(report)

type RawPages = Awaited<ReturnType<typeof readPages>>

interface Prepared {
  readonly document: AblationDocument
  readonly raw: RawPages
  readonly used: ReadonlySet<number>
  readonly output: Output
  readonly score: Score | null
}

try {
  const prepared: Prepared[] = []
  for (const document of input.documents) {
    const raw = await readPages(document).catch(() => null)
    if (raw === null) continue
    switches.used.clear()
    const output = await layOut(document, raw)
    if (output === null) continue
    prepared.push({ document, raw, used: new Set(switches.used), output, score: score(document, output) })
  }
  post({ kind: 'baseline', scores: prepared.map(({ document, score }) => [document.set, score] as const) })
  const only = new RegExp(input.only)
  for (const [id, { name }] of units.entries()) {
    if (!only.test(name)) continue
    const reached = prepared.filter(({ used }) => used.has(id))
    if (reached.length > input.maxReached) continue
    const changes: Change[] = []
    switches.off = id
    for (const { document, raw, output, score: before } of reached) {
      const without = await layOut(document, raw)
      if (JSON.stringify(without) === JSON.stringify(output)) continue
      const after =
        before === null ? null : without === null ? { value: 0, weight: before.weight } : score(document, without)
      changes.push({ set: document.set, id: document.id, before, after })
    }
    switches.off = -1
    post({ kind: 'unit', name, reached: reached.length, changes })
  }
  post({ kind: 'done' })
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function readPages({ path }: AblationDocument) {
  const source = {
    bytes: new Uint8Array(readFileSync(path)),
    fileName: 'document.pdf',
    fileType: '.pdf',
    password: null,
  }
  const { document, info } = await openDocument(source, deps)
  try {
    const pages = []
    for (let index = 0; index < Math.min(info.pageCount, input.maxPages); index++) {
      pages.push(await document.readPage(index, defaultOptions))
    }
    return { pages, info: { ...info, pageCount: pages.length } }
  } finally {
    document.close()
  }
}

/** The document without the enrichment of figures; `null` where layout fails without the unit. */
async function layOut(document: AblationDocument, { pages, info }: RawPages): Promise<Output | null> {
  const options = {
    ...defaultOptions,
    elementFormats: { ...defaultOptions.elementFormats, image: 'none' },
    features: { ...defaultOptions.features, keep_header_footer: document.keepHeaderFooter },
    outputFormats: ['markdown'],
  } as typeof defaultOptions
  try {
    const laid = pages.map((raw) => layoutPage(raw.deskewed === undefined ? raw : { ...raw, ...raw.deskewed }))
    const assembled = assemble(laid, info, options)
    const outputs = await render(assembled, [], { options, links: { kind: 'none' } })
    const blocks = assembled.pages.flatMap((page) => page.blocks.map((block) => ({ block, page: page.pageIndex + 1 })))
    return {
      markdown: outputs.markdown ?? '',
      titles: blocks.flatMap(({ block, page }) =>
        block.kind === 'title' ? [{ text: block.text, level: block.level, page }] : [],
      ),
      cells: blocks.flatMap(({ block }) => (block.kind === 'table' ? [block.cells.map(cellKey)] : [])),
    }
  } catch {
    return null
  }
}
