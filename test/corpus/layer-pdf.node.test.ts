import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const fixtures = join(import.meta.dirname, '../fixtures')
const folder = mkdtempSync(join(tmpdir(), 'sheaf-layered-'))
/** Text, left edge of the first line and number of visible letters of the file and its copy, and number of other copies. */
const script = `
import { readFileSync } from 'node:fs'
import * as mupdf from 'mupdf'
import { toLayeredJob } from '${join(import.meta.dirname, 'layer-pdf.ts')}'

function measure({ path }) {
  const page = mupdf.Document.openDocument(readFileSync(path), 'application/pdf').loadPage(0)
  const text = page.toStructuredText('')
  const { bbox } = JSON.parse(text.asJSON(1)).blocks[0].lines[0]
  let visible = 0
  const count = (text) => text.walk({ showGlyph: () => visible++ })
  page.run(new mupdf.Device({ fillText: count, strokeText: count }), mupdf.Matrix.identity)
  return { words: text.asText().split(/\\s+/).filter(Boolean), left: bbox.x, visible }
}

const job = { id: 'copy', path: '${join(fixtures, 'pdf-ruled-table/source.pdf')}' }
const others = [{ id: 'text', path: '${import.meta.filename}' }].flatMap((one) => toLayeredJob(one, '${folder}'))
const [copy] = toLayeredJob(job, '${folder}')
console.log(JSON.stringify({ original: measure(job), copy: measure(copy), others: others.length }))
`

afterAll(() => rmSync(folder, { recursive: true }))

// In a process of its own, because the npm package of MuPDF replaces global functions of the engine.
test('the words of a copy are invisible and in their places, and only PDFs have a copy', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { original, copy, others } = JSON.parse(output)
  expect(original.visible).toBeGreaterThan(0)
  expect(copy.visible).toBe(0)
  expect(copy.words).toEqual(original.words)
  expect(Math.abs(copy.left - original.left)).toBeLessThan(2)
  expect(others).toBe(0)
})
