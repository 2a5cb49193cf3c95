import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as mupdf from 'mupdf'
import { expect, test } from 'vitest'
import { scalePdf } from './scale-pdf.ts'

const source = readFileSync(join(import.meta.dirname, '../fixtures/pdf-rotated/source.pdf'))

test('pages and their text have the factor', () => {
  const measure = (bytes: Uint8Array): number[] => {
    const page = mupdf.Document.openDocument(bytes, 'application/pdf').loadPage(0)
    const [x0, , x1] = page.getBounds()
    const first = JSON.parse(page.toStructuredText('').asJSON(1)).blocks[0].lines[0]
    return [x1 - x0, first.bbox.x, first.bbox.w]
  }
  const [width, x, w] = measure(source)
  const scaled = measure(scalePdf(source, 0.5)!)
  for (const [at, value] of [width!, x!, w!].entries()) expect(Math.abs(scaled[at]! - value / 2)).toBeLessThanOrEqual(1)
})

test('files that are no PDF have no copy', () => {
  expect(scalePdf(new TextEncoder().encode('text'), 0.5)).toBeNull()
})
