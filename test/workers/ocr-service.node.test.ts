/** The service's Worker with its second one for OCR, both bundled as they would be deployed: pages go through the `OCR` binding. */
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

let together: Bundle
let alone: Bundle
beforeAll(async () => {
  together = await openBundle({}, { ocrEngine: true })
  alone = await openBundle()
})
afterAll(async () => {
  await together.close()
  await alone.close()
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
  '%s: the same answer as with Tesseract in the one Worker',
  { timeout: 120_000 },
  async (id) => {
    const [bound, inside] = [await parse(together, id), await parse(alone, id)]
    expect(bound.message).toContain('parsed')
    expect(bound.data.result?.outputs.markdown).toBe(inside.data.result?.outputs.markdown)
    expect(bound.data.result?.outputs.json.pages.map(({ blocks }) => blocks)).toEqual(
      inside.data.result?.outputs.json.pages.map(({ blocks }) => blocks),
    )
  },
)

test('a language that the second Worker lacks is a parameter error that names those it has', async () => {
  const { code, message } = await parse(together, 'image-png', { ocr_languages: 'tlh' })
  expect(code).toBe(1133)
  expect(message).toMatch(/"tlh" is not installed.*eng/)
})
