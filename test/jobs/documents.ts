/** PDFs for the tests of tasks: pages with text, and an image on each. Runs in both runtimes. */
import { type PdfObject, pagesPdf, paragraph, show } from '../fixtures/pdf-writer.ts'

const pixels = 48

/** `from`: number of the first page. */
export function illustratedPdf(pageCount: number, { from = 1 }: { from?: number } = {}): Uint8Array {
  const numbers = Array.from({ length: pageCount }, (_, index) => from + index)
  const pictures = numbers.map(
    (number): PdfObject => ({
      entries: `/Type /XObject /Subtype /Image /Width ${pixels} /Height ${pixels} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
      stream: noise(number),
    }),
  )
  const pages = numbers.map((number, index) => ({
    content:
      show('Bold', 18, [72, 760], `Chapter ${number}: what was counted`) +
      paragraph(
        'Body',
        11,
        [72, 720],
        [
          `On the ${number}. day the harvest was brought in before noon, and all of it was counted`,
          'twice, once by the people who had cut it and once by those who stored it. The two',
          `counts agreed but for ${number} bundles, which nobody could account for that evening.`,
        ],
      ) +
      `q 240 0 0 240 170 380 cm /Pic Do Q\n${paragraph('Body', 11, [72, 340], ['After the picture the text goes on, as it does on every page of this book, and it', 'ends with a full stop, so that nothing is carried over to the page that follows.'])}`,
    resources: `/XObject << /Pic ${7 + index} 0 R >>`,
  }))
  return pagesPdf(pages, pictures)
}

export function plainPdf(pageCount: number, title = 'Plain'): Uint8Array {
  return pagesPdf(
    Array.from({ length: pageCount }, (_, index) => ({
      content:
        show('Bold', 18, [72, 760], `${title} ${index + 1}`) +
        paragraph(
          'Body',
          11,
          [72, 720],
          [`This is page ${index + 1} of a document without pictures,`, 'made for a test.'],
        ),
    })),
  )
}

/** Deterministic noise (Mulberry32), which does not compress. */
function noise(seed: number): Uint8Array {
  let state = seed
  return Uint8Array.from({ length: pixels * pixels * 3 }, () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) & 0xff
  })
}
