/**
 * Scores tables of printed PDFs by genre: `node test/training/score-tables.node.ts LIST [METRICS]`. LIST is the JSON of
 * `make-tables.node.ts`, METRICS the bench's `metrics.mjs`. Truth: the `<table>` elements of the HTML.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openDocument } from '../../src/extract/open-document.ts'
import { defaultOptions } from '../../src/model/options.ts'
import type { RawPage } from '../../src/model/raw-page.ts'
import { finish, parsePages } from '../../src/parse.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { listSources } from './sources.ts'

/** Minimum TEDS of a found table. */
const MIN_FOUND = 0.4

const [, , file = 'training-tables/list.json', bench = '../shared/bench'] = process.argv
const { extractTables, tedsTables } = await import(
  pathToFileURL(join(process.env.BENCH_DIR ?? bench, 'metrics.mjs')).href
)
const deps = createParseDeps({})
const options = {
  ...defaultOptions,
  ocr: 'off' as const,
  elementFormats: { ...defaultOptions.elementFormats, image: 'none' as const },
}

interface Totals {
  tables: number
  found: number
  teds: number
  wrong: number
}
const groups = new Map<string, Totals & { worst: [number, string][] }>()
for (const { pdf, html, group } of listSources(file)) {
  const truth: unknown[] = extractTables(readFileSync(html!, 'utf8').replace(/<style>[\s\S]*?<\/style>/g, ''))
  const source = {
    bytes: new Uint8Array(readFileSync(pdf)),
    fileName: 'a.pdf',
    fileType: '.pdf' as const,
    password: null,
  }
  const outputs = await parseUntagged(source)
  writeFileSync(pdf.replace('.pdf', '.md'), outputs.markdown ?? '')
  const rest: unknown[] = extractTables(outputs.markdown ?? '')
  const total = groups.get(group) ?? { tables: 0, found: 0, teds: 0, wrong: 0, worst: [] }
  for (const table of truth) {
    const scores = rest.map((other) => tedsTables([table], [other], false) as number)
    const best = Math.max(0, ...scores)
    total.tables++
    total.teds += best
    total.worst.push([best, pdf])
    if (best < MIN_FOUND) continue
    total.found++
    rest.splice(scores.indexOf(best), 1)
  }
  total.wrong += rest.length
  if (rest.length > 0) total.worst.push([-1, pdf])
  groups.set(group, total)
}
const line = (name: string, { tables, found, teds, wrong }: Totals): string =>
  `${name.padEnd(16)} ${String(tables).padStart(5)} ${(found / tables).toFixed(3)} ${(teds / tables).toFixed(3)} ${String(wrong).padStart(4)}`
console.log('genre            tables found TEDS  false')
const sum = { tables: 0, found: 0, teds: 0, wrong: 0 }
for (const [name, total] of groups) {
  const worst = total.worst
    .sort((a, b) => a[0] - b[0])
    .filter(([score]) => score < 0.8)
    .slice(0, 5)
    .map(([score, pdf]) => `${pdf.split('/').at(-1)!.replace('.pdf', '')}:${score.toFixed(2)}`)
  console.log(`${line(name, total)}  ${worst.join(' ')}`)
  for (const key of ['tables', 'found', 'teds', 'wrong'] as const) sum[key] += total[key]
}
console.log(line('all', sum))

/** Without the tags of the printed PDF, which state the tables. */
async function parseUntagged(source: Parameters<typeof openDocument>[0]) {
  const { document, info } = await openDocument(source, deps)
  const readPage = async (page: number): Promise<RawPage> => {
    const { tags: _, ...raw } = await document.readPage(page, options)
    return raw
  }
  const indexes = Array.from({ length: info.pageCount }, (_, index) => index)
  const pages = await Array.fromAsync(parsePages({ ...document, readPage }, indexes, options))
  document.close()
  return await finish(pages, info, { options, links: { kind: 'none' } })
}
