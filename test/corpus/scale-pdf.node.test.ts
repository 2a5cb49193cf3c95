import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const source = join(import.meta.dirname, '../fixtures/pdf-rotated/source.pdf')
const folder = mkdtempSync(join(tmpdir(), 'sheaf-scaled-'))
/** Page width, and left edge and width of the first line, of the file and its copies. */
const script = `
import { readFileSync } from 'node:fs'
import * as mupdf from 'mupdf'
import { toScaledJob } from '${join(import.meta.dirname, 'scale-pdf.ts')}'

function measure({ path }) {
  const page = mupdf.Document.openDocument(readFileSync(path), 'application/pdf').loadPage(0)
  const [x0, , x1] = page.getBounds()
  const { bbox } = JSON.parse(page.toStructuredText('').asJSON(1)).blocks[0].lines[0]
  return [x1 - x0, bbox.x, bbox.w]
}

const job = { id: 'copy', path: '${source}' }
const text = { id: 'text', path: '${import.meta.filename}' }
console.log(JSON.stringify([job, ...[job, text].flatMap((one) => toScaledJob(one, '${folder}', 0.5))].map(measure)))
`

afterAll(() => rmSync(folder, { recursive: true }))

// In a process of its own, because the npm package of MuPDF replaces global functions of the engine.
test('pages and their text have the factor, and only PDFs have a copy', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [original, scaled, ...others]: readonly number[][] = JSON.parse(output)
  for (const [at, value] of original!.entries()) expect(Math.abs(scaled![at]! - value / 2)).toBeLessThanOrEqual(1)
  expect(others).toEqual([])
})
