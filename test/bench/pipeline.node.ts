/**
 * Compares the CPU time of the pipeline, from the digital set to Markdown and JSON on one thread, with the minimum that
 * mupdf needs for the same pages: load, `toStructuredText('preserve-spans,vectors').asJSON(100)`, `JSON.parse`. Target:
 * ratio ≤ 2.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDocument } from '../../src/extract/open-document.ts'
import { detectFileType } from '../../src/extract/registry.ts'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'
import { finish, parsePages } from '../../src/parse.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'

const folder = join(import.meta.dirname, '../../../shared/bench/corpus/digital/files')
if (!existsSync(folder)) {
  console.log('The corpus (../shared/bench) does not exist: nothing is measured.')
  process.exit(0)
}
const files = readdirSync(folder).filter((name) => name.endsWith('.pdf'))
const deps = createParseDeps({})
const options: ParseOptions = {
  ...defaultOptions,
  ocr: 'off',
  elementFormats: { ...defaultOptions.elementFormats, image: 'none' },
}
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

/** CPU time of the process, which varies less than wall time on a shared machine. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

interface Times {
  baseline: number
  ours: number
}

/**
 * Rounds over all files: the first is cold, the best time of each file warm. After four rounds V8 is still compiling
 * (ratio 2.15, after ten rounds 1.81); a thread of a service reaches that state after some thousand pages.
 */
const rounds = 10
const cold: Times = { baseline: 0, ours: 0 }
const best = new Map<string, Times & { pages: number }>()
for (let round = 0; round < rounds; round++) {
  for (const name of files) {
    const bytes = new Uint8Array(readFileSync(join(folder, name)))
    const sample = { head: bytes.subarray(0, 65536), tail: bytes.subarray(-65536), size: bytes.length, fileName: name }
    if (detectFileType(sample) !== '.pdf') continue
    let start = cpuMs()
    const pages = baseline(bytes)
    const baselineMs = cpuMs() - start
    start = cpuMs()
    await ours(bytes, name)
    const oursMs = cpuMs() - start
    const before = best.get(name) ?? { baseline: Infinity, ours: Infinity }
    best.set(name, { pages, baseline: Math.min(before.baseline, baselineMs), ours: Math.min(before.ours, oursMs) })
    if (round > 0) continue
    cold.baseline += baselineMs
    cold.ours += oursMs
  }
}

const all = [...best]
const pages = all.reduce((total, [, times]) => total + times.pages, 0)
const warm = all.reduce<Times>(
  (total, [, times]) => ({ baseline: total.baseline + times.baseline, ours: total.ours + times.ours }),
  { baseline: 0, ours: 0 },
)
console.log(`${all.length} files, ${pages} pages`)
for (const [name, times] of [
  ['first round', cold],
  [`best of ${rounds}`, warm],
] as const)
  console.log(
    `${name}: baseline ${(times.baseline / pages).toFixed(2)} ms/page, ours ${(times.ours / pages).toFixed(2)} ms/page, ratio ${(times.ours / times.baseline).toFixed(2)}`,
  )
for (const [name, times] of all.sort(([, a], [, b]) => b.ours - a.ours).slice(0, 8))
  console.log(
    `  ${(times.ours / times.baseline).toFixed(1).padStart(5)} ×  ${times.ours.toFixed(0).padStart(5)} ms  ${name}`,
  )
