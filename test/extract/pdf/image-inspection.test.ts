/** Inspection of images: fingerprints at page edges. */
import { describe, expect, test } from 'vitest'
import { open as openPdf } from '../../../src/extract/pdf/open.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import { pagesPdf, show } from '../../fixtures/pdf-writer.ts'
import { noOcr } from '../no-ocr.ts'

/** Eight by eight pixels, the upper `dark` of their rows black. */
const picture = (dark: number): { entries: string; stream: Uint8Array } => ({
  entries: '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8',
  stream: Uint8Array.from({ length: 64 }, (_, at) => (at < dark * 8 ? 0 : 200)),
})
const stencil = (dark: number): { entries: string; stream: Uint8Array } => ({
  entries: '/Type /XObject /Subtype /Image /ImageMask true /Width 8 /Height 8 /BitsPerComponent 1',
  stream: Uint8Array.from({ length: 8 }, (_, row) => (row < dark ? 0 : 255)),
})

/** The inspection of each page's only image: 7 and 8 are images, 9 and 10 image masks. `y`: its bottom, from below. */
async function fingerprints(
  pages: readonly { readonly object: number; readonly y: number }[],
): Promise<(number | undefined)[]> {
  const sources = pages.map(({ object, y }) => ({
    content: `${show('Body', 12, [72, 400], 'Words below a picture')}\nq 120 0 0 60 72 ${y} cm /Pic Do Q`,
    resources: `/XObject << /Pic ${object} 0 R >>`,
  }))
  const bytes = pagesPdf(sources, [picture(3), picture(5), stencil(3), stencil(5)])
  const document = await openPdf(bytes, '.pdf', noOcr)
  const found: (number | undefined)[] = []
  for (let page = 0; page < pages.length; page++)
    found.push((await document.readPage(page, defaultOptions)).images[0]?.fingerprint)
  document.close()
  return found
}

const top = 760

describe('images at the edges', () => {
  test.each([
    ['pictures', 7, 8],
    ['stencils', 9, 10],
  ])('%s have equal fingerprints only if they are equal', async (_, first, second) => {
    const [one, again, other] = await fingerprints([first, first, second].map((object) => ({ object, y: top })))
    expect(one).toBeTypeOf('number')
    expect(again).toBe(one)
    expect(other).toBeTypeOf('number')
    expect(other).not.toBe(one)
  })

  test('those in the middle are not inspected', async () => {
    expect(await fingerprints([{ object: 7, y: 300 }])).toEqual([undefined])
  })
})
