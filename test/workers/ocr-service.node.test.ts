/** The service with the OCR Worker, both bundled: pages go through the `OCR` binding. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { formInit } from '../http/form.ts'
import { type Bundle, openBundle } from './bundle.node.ts'

interface Answer {
  readonly code: number
  readonly message: string
  readonly data: {
    readonly result: {
      readonly outputs: {
        readonly markdown: string
        readonly json: { readonly pages: { readonly blocks: unknown[] }[] }
      }
    } | null
  }
}

let withOcrWorker: Bundle
let single: Bundle
beforeAll(async () => {
  withOcrWorker = await openBundle({}, { ocrWorker: true })
  single = await openBundle()
})
afterAll(async () => {
  await withOcrWorker.close()
  await single.close()
})

async function parse(bundle: Bundle, id: string, fields: Record<string, string> = {}): Promise<Answer> {
  const { apiKey } = await bundle.createKey({ freePerDay: 100, freePerMonth: 100, paidPages: 0 })
  const init = formInit([
    { name: 'api_key', value: apiKey },
    { name: 'element_formats', value: '{"image":"none"}' },
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'file', fileName: 'scan', value: await fixture(id) },
  ])
  return (await (await bundle.call('/api/v1/parse/sync', init)).json()) as Answer
}

test.each(['pdf-scan', 'image-png'])(
  '%s: the same result as with Tesseract in the service',
  { timeout: 120_000 },
  async (id) => {
    const [bound, inside] = [await parse(withOcrWorker, id), await parse(single, id)]
    expect(bound.message).toContain('parsed')
    expect(bound.data.result?.outputs.markdown).toBe(inside.data.result?.outputs.markdown)
    expect(bound.data.result?.outputs.json.pages.map(({ blocks }) => blocks)).toEqual(
      inside.data.result?.outputs.json.pages.map(({ blocks }) => blocks),
    )
  },
)

test('a language that the OCR Worker lacks is a parameter error with the available ones', async () => {
  const { code, message } = await parse(withOcrWorker, 'image-png', { ocr_languages: 'tlh' })
  expect(code).toBe(1133)
  expect(message).toMatch(/"tlh" is not installed.*eng/)
})
