/** Streams that grow a thousandfold when they are unpacked. */
import { constants, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { open } from '../../../src/extract/pdf/open.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import { boundMemory } from '../../../wasm/bounded-memory.node.ts'
import { pagesPdf } from '../../fixtures/pdf-writer.ts'
import { noOcr } from '../no-ocr.ts'

test('a font of 1.5 GB is refused with the reason, within a gigabyte', { timeout: 60_000 }, async () => {
  // Blocks after a full flush do not depend on each other, so one can be repeated.
  const block = deflateRawSync(new Uint8Array(50_000_000), { finishFlush: constants.Z_FULL_FLUSH })
  const stream = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: 30 }, () => block)])
  const bytes = pagesPdf(
    [{ content: 'BT /Big 20 Tf 50 500 Td (a) Tj ET', fonts: '/Big 7 0 R' }],
    [
      '<< /Type /Font /Subtype /TrueType /BaseFont /Big /FirstChar 97 /LastChar 97 /Widths [500] /FontDescriptor 8 0 R >>',
      '<< /Type /FontDescriptor /FontName /Big /Flags 32 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent 0 /CapHeight 700 /StemV 80 /FontFile2 9 0 R >>',
      { entries: '/Filter /FlateDecode', stream },
    ],
  )
  const document = await open(bytes, '.pdf', noOcr)
  const outcome = await document.readPage(0, defaultOptions).catch((error: unknown) => error)
  document.close()
  expect(outcome).toMatchObject({
    code: 1132,
    message: expect.stringMatching(/needs more memory at page 1 than a page/),
  })
  expect(process.memoryUsage().rss).toBeLessThan(2 ** 31)
})

test('memory grows up to its limit', () => {
  const memory = new WebAssembly.Memory({ initial: 1 })
  boundMemory({ exports: { memory } }, 4 * 65_536)
  expect(memory.grow(3)).toBe(1)
  expect(() => memory.grow(1)).toThrow('limited to 262144 bytes')
  expect(memory.buffer.byteLength).toBe(4 * 65_536)
})
