/** The MuPDF instance: errors, memory, and traps, after which documents stay usable. */
import { describe, expect, test } from 'vitest'
import { encodePng } from '../../../src/engines/image-codecs.ts'
import { type DocumentHandle, openPersistent } from '../../../src/engines/mupdf/document.ts'
import { drawColor, drawGray } from '../../../src/engines/mupdf/drawing.ts'
import { loadMupdf, type Mupdf, mupdfMemoryBytes } from '../../../src/engines/mupdf/mupdf.ts'
import { MupdfError, MupdfTrap } from '../../../src/engines/mupdf/mupdf-errors.ts'
import { readStructuredText } from '../../../src/engines/stext/stext.ts'
import { fixture } from '../../fixtures/fixtures.ts'

const mebibyte = 1024 * 1024
/** An address out of bounds: reading it traps. */
const nowhere = 0xfffffff0

async function hold(bytes: Uint8Array, mimeType = 'application/pdf'): Promise<DocumentHandle> {
  const opened = await openPersistent(bytes, mimeType, { password: null })
  if (typeof opened === 'string') throw new Error(opened)
  return opened
}

function trap(mupdf: Mupdf): unknown {
  return mupdf.call(() => mupdf.module._wasm_stext_page_get_first_block(nowhere))
}

describe('a trapped instance', () => {
  test('a bad address traps, and the instance refuses every later call', async () => {
    const mupdf = await loadMupdf()
    expect(() => trap(mupdf)).toThrow(MupdfTrap)
    expect(mupdf.trapped).toBe(true)
    expect(() => mupdf.openDocument(new Uint8Array(8), 'application/pdf')).toThrow(MupdfTrap)
    const next = await loadMupdf()
    expect(next).not.toBe(mupdf)
    expect(next.trapped).toBe(false)
  })

  test('an open document continues in a new instance', async () => {
    const opened = await hold(await fixture('pdf-301-pages'))
    const text = (pageIndex: number): Promise<string | undefined> =>
      opened.withPage(
        pageIndex,
        ({ mupdf, pointer, frame }) => readStructuredText(mupdf, pointer, { frame }).spans[0]?.text,
      )
    expect(await text(0)).toBe('Page 1')
    await expect(opened.withPage(1, ({ mupdf }) => trap(mupdf))).rejects.toThrow(MupdfTrap)
    expect(await text(2)).toBe('Page 3')
    expect(await text(300)).toBe('Page 301')
    opened.close()
  })

  test('a page that traps once is read by the new instance', async () => {
    const opened = await hold(await fixture('pdf-digital'))
    let tries = 0
    const spans = await opened.withPage(0, ({ mupdf, pointer, frame }) => {
      tries += 1
      if (tries === 1) trap(mupdf)
      return readStructuredText(mupdf, pointer, { frame }).spans.length
    })
    expect([tries, spans > 0]).toEqual([2, true])
    opened.close()
  })

  test('a trap while a document is closed does not affect results', async () => {
    const opened = await hold(await fixture('pdf-digital'))
    const used = await opened.withPage(0, ({ mupdf }) => mupdf)
    Object.assign(used.module, { _wasm_drop_document: () => used.module._wasm_stext_page_get_first_block(nowhere) })
    expect(() => opened.close()).not.toThrow()
    expect(used.trapped).toBe(true)
    expect((await hold(await fixture('pdf-digital'))).pageCount).toBeGreaterThan(0)
  })

  test('two documents survive a trap of their shared instance', async () => {
    const [first, second] = [await hold(await fixture('pdf-digital')), await hold(await fixture('pdf-two-columns'))]
    await expect(first.withPage(0, ({ mupdf }) => trap(mupdf))).rejects.toThrow(MupdfTrap)
    const count = (opened: DocumentHandle): Promise<number> =>
      opened.withPage(0, ({ mupdf, pointer, frame }) => readStructuredText(mupdf, pointer, { frame }).spans.length)
    expect(await count(second)).toBe(49)
    expect(await count(first)).toBe(8)
    first.close()
    second.close()
  })
})

describe('documents', () => {
  test('an invalid document is a MupdfError, and the instance stays usable', async () => {
    const before = await loadMupdf()
    await expect(hold(new TextEncoder().encode('not a document at all'))).rejects.toThrow(MupdfError)
    await expect(hold(await fixture('pdf-corrupt'))).rejects.toThrow(MupdfError)
    expect(await loadMupdf()).toBe(before)
    expect(before.trapped).toBe(false)
  })

  test('passwords: missing, wrong, right', async () => {
    const bytes = await fixture('pdf-encrypted')
    expect(await openPersistent(bytes, 'application/pdf', { password: null })).toBe('needs password')
    expect(await openPersistent(bytes, 'application/pdf', { password: 'barn' })).toBe('wrong password')
    const opened = await openPersistent(bytes, 'application/pdf', { password: 'sheaf' })
    expect(typeof opened === 'string' ? opened : opened.pageCount).toBe(1)
    if (typeof opened !== 'string') opened.close()
  })

  test('a file is read in place: 40 MB of it take no linear memory', async () => {
    const small = await fixture('pdf-digital')
    const large = new Uint8Array(40 * mebibyte)
    large.set(small)
    // Spaces after the end are legal and force a repair that reads the whole file.
    large.fill(0x20, small.length)
    const before = (await loadMupdf()).memoryBytes
    const opened = await hold(large)
    expect(await opened.withPage(0, ({ frame }) => frame.width)).toBe(595)
    opened.close()
    expect(mupdfMemoryBytes() - before).toBeLessThan(4 * mebibyte)
  })
})

describe('drawing', () => {
  test('gray and color, on white', async () => {
    const opened = await hold(await fixture('image-png-transparent'), 'image/png')
    const [gray, color] = await opened.withPage(0, ({ mupdf, pointer, frame }) => {
      const size = { width: 600, height: 300 }
      const matrix = [600 / frame.width, 0, 0, 300 / frame.height, 0, 0] as const
      return [drawGray(mupdf, pointer, matrix, size), drawColor(mupdf, pointer, matrix, size)]
    })
    opened.close()
    expect([gray.pixels.length, color.pixels.length]).toEqual([600 * 300, 600 * 300 * 4])
    expect(gray.pixels[299]).toBe(255)
    expect([...color.pixels.subarray((230 * 600 + 520) * 4, (230 * 600 + 520) * 4 + 4)]).toEqual([255, 0, 0, 255])
    expect([...color.pixels.subarray(299 * 4, 299 * 4 + 4)]).toEqual([255, 255, 255, 255])
  })

  // The largest usual scan: the decoded image alone takes 33 MiB.
  test('an A4 scan of 300 dpi in color with alpha, drawn at 150 dpi, needs less than 80 MiB of linear memory', async () => {
    const size = { width: 2480, height: 3508 }
    const pixels = new Uint8ClampedArray(size.width * size.height * 4).fill(255)
    for (let at = 0; at < pixels.length; at += 4 * 97) pixels[at] = at % 251
    const scan = await encodePng({ ...size, pixels })
    const fresh = await loadMupdf()
    fresh.retired = true
    const opened = await hold(scan, 'image/png')
    await opened.withPage(0, ({ mupdf, pointer, frame }) =>
      drawGray(mupdf, pointer, [1240 / frame.width, 0, 0, 1754 / frame.height, 0, 0], { width: 1240, height: 1754 }),
    )
    const peak = mupdfMemoryBytes()
    opened.close()
    expect(peak).toBeGreaterThan(0)
    expect(peak).toBeLessThanOrEqual(80 * mebibyte)
  })

  test('an instance that has grown large is not reused for the next document', async () => {
    const before = await loadMupdf()
    const opened = await hold(await fixture('pdf-digital'))
    await opened.withPage(0, ({ mupdf, pointer }) =>
      drawColor(mupdf, pointer, [10, 0, 0, 10, 0, 0], { width: 5950, height: 8420 }),
    )
    expect(before.memoryBytes).toBeGreaterThan(96 * mebibyte)
    opened.close()
    expect(await loadMupdf()).not.toBe(before)
    expect(mupdfMemoryBytes()).toBeLessThan(40 * mebibyte)
  })
})
