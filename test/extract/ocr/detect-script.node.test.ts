/** Pages in seven scripts, in fonts that the classifier was not trained with. */
import { expect, test } from 'vitest'
import { PIXELS_PER_POINT } from '../../../src/extract/image/frame.ts'
import { open as openImage } from '../../../src/extract/image/open.ts'
import { detectForeignScript } from '../../../src/extract/ocr/detect-script.ts'
import { readByOcr } from '../../../src/extract/ocr/ocr.ts'
import { prepare } from '../../../src/imaging/prepare-page.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import type { GrayRaster } from '../../../src/model/raster.ts'
import { createParseDeps } from '../../../src/runtime/parse-deps.node.ts'
import { fixture } from '../../fixtures/fixtures.ts'

const context = { ...createParseDeps({}), password: null }

async function pageOf(script: string): Promise<GrayRaster> {
  const document = await openImage(await fixture(`script-${script}`), '.png', context)
  // 900 × 320 pixels.
  const box = { x0: 0, y0: 0, x1: 900 / PIXELS_PER_POINT, y1: 320 / PIXELS_PER_POINT }
  const { width, height, pixels } = await document.drawRegion(0, box, { scale: PIXELS_PER_POINT, maxPixels: 4_000_000 })
  document.close()
  return { width, height, pixels: Uint8Array.from({ length: width * height }, (_, i) => pixels[4 * i + 1] ?? 255) }
}

test.each([
  ['latin', null],
  ['cyrillic', 'Cyrillic'],
  ['han', 'Han'],
  ['kana', 'Kana'],
  ['hangul', 'Hangul'],
  ['arabic', 'Arabic'],
  ['devanagari', 'Devanagari'],
] as const)('%s', async (name, script) => {
  const prepared = prepare(await pageOf(name), { dpi: 150, maxPixels: 4_000_000 })
  expect(detectForeignScript(prepared)).toBe(script)
})

test('a script without a model is reported with the model to add, and has no garbage', async () => {
  const raster = await pageOf('devanagari')
  const size = { pageIndex: 0, width: (raster.width / 150) * 72, height: (raster.height / 150) * 72 }
  const { spans, warnings } = await readByOcr(raster, size, defaultOptions, context)
  expect(spans.map(({ text }) => text).join('')).not.toMatch(/\p{L}/u)
  expect(warnings).toEqual([
    expect.stringMatching(
      /^Page 1: the text is in a script without an installed OCR model \(Devanagari\); \d+ uncertain lines were dropped\. Add the model "hin": sheaf models add hin$/,
    ),
  ])
})
