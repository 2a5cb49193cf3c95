/**
 * The whole pipeline to Markdown + JSON over the digital set, one thread, against the least that mupdf needs for
 * the same pages, in CPU time: load, `toStructuredText('preserve-spans,vectors').asJSON(100)`, `JSON.parse`. Target: ratio ≤ 2.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sniffFileType } from '../../src/extract/extractors.ts'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'
import { finish, openDocument, parsePages } from '../../src/parse.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'

const folder = join(import.meta.dirname, '../../../shared/bench/corpus/digital/files')
if (!existsSync(folder)) {
  console.log('The corpus (../shared/bench) is not here: nothing measured.')
  process.exit(0)
}
const files = readdirSync(folder).filter((name) => name.endsWith('.pdf'))
const deps = createParseDeps({})
const options: ParseOptions = { ...defaultOptions, ocr: 'off', elementFormats: { ...defaultOptions.elementFormats, image: 'none' } }
const mupdf = await import('mupdf')

function baseline(bytes: Uint8Array): number {
  const document = mupdf.Document.openDocument(bytes, 'application/pdf')
  const pages = document.countPages()
  for (let index = 0; index < pages; index++) {
    const page = document.loadPage(index)
    const text = page.toStructuredText('preserve-spans,vectors')
    JSON.parse(text.asJSON(100))
    text.destroy()
    page.destroy()
  }
  document.destroy()
  return pages
}

async function ours(bytes: Uint8Array, fileName: string): Promise<void> {
  const { document, info } = await openDocument({ bytes, fileName, fileType: '.pdf', password: null }, deps)
  try {
    const pages = await Array.fromAsync(
      parsePages(
        document,
        Array.from({ length: info.pageCount }, (_, index) => index),
        options,
      ),
    )
    await finish(pages, info, { options, links: { kind: 'none' } })
  } finally {
    document.close()
  }
}

/** CPU time of the process: steadier than wall time where the cores are shared. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const rounds = 3
let baselineMs = 0
let oursMs = 0
let pages = 0
const worst: { name: string; ratio: number; ms: number }[] = []
for (const name of files) {
  const bytes = new Uint8Array(readFileSync(join(folder, name)))
  const sample = { head: bytes.subarray(0, 65536), tail: bytes.subarray(-65536), size: bytes.length, fileName: name }
  if (sniffFileType(sample) !== '.pdf') continue
  const times = { baseline: Infinity, ours: Infinity }
  let count = 0
  for (let round = 0; round < rounds; round++) {
    let start = cpuMs()
    count = baseline(bytes)
    times.baseline = Math.min(times.baseline, cpuMs() - start)
    start = cpuMs()
    await ours(bytes, name)
    times.ours = Math.min(times.ours, cpuMs() - start)
  }
  pages += count
  baselineMs += times.baseline
  oursMs += times.ours
  worst.push({ name, ratio: times.ours / times.baseline, ms: times.ours })
}
console.log(
  `${files.length} files, ${pages} pages, best of ${rounds}: baseline ${(baselineMs / pages).toFixed(2)} ms/page, ours ${(oursMs / pages).toFixed(2)} ms/page, ratio ${(oursMs / baselineMs).toFixed(2)}`,
)
for (const { name, ratio, ms } of worst.sort((a, b) => b.ms - a.ms).slice(0, 8))
  console.log(`  ${ratio.toFixed(1).padStart(5)} ×  ${ms.toFixed(0).padStart(5)} ms  ${name}`)
