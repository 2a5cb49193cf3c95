/** The DoclingDocument of the service, shown by docling's own web components in Chromium. */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { type DocItem, type DoclingDocument, isDocling, iterateDocumentItems } from '@docling/docling-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '../../fixtures/fixtures.ts'
import { type Browser, hasChromium, openBrowser, takeScreenshot } from '../../web/browser.node.ts'
import { formInit } from '../form.ts'
import { openApp } from '../open-app.node.ts'

const components = createRequire(import.meta.url).resolve('@docling/docling-components/dist/index.es.js')
const html = `<!doctype html><title>docling</title><link rel="icon" href="data:,">
<script type="module" src="/components.js"></script>
<docling-img src="/document.json"><docling-overlay></docling-overlay></docling-img>
<docling-table src="/document.json"></docling-table>`

describe.skipIf(!hasChromium)('docling-components in Chromium', () => {
  let documentJson = ''
  const server = createServer((request, response) => {
    const isScript = request.url === '/components.js'
    const type = isScript ? 'text/javascript' : request.url === '/document.json' ? 'application/json' : 'text/html'
    response.setHeader('content-type', `${type}; charset=utf-8`)
    if (isScript) createReadStream(components).pipe(response)
    else response.end(request.url === '/document.json' ? documentJson : html)
  })
  let app: Awaited<ReturnType<typeof openApp>>
  let browser: Browser
  let apiKey: string

  beforeAll(async () => {
    app = await openApp()
    apiKey = (await app.createKey({ freePerDay: 100, freePerMonth: 100, paidPages: 0 })).apiKey
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    browser = await openBrowser(`http://127.0.0.1:${address.port}`)
  })
  afterAll(async () => {
    await browser?.close()
    server.close()
    await app?.close()
  })

  async function show(name: string): Promise<{ document: DoclingDocument; page: Page; problems: string[] }> {
    const init = formInit([
      { name: 'files', fileName: `${name}.pdf`, value: await fixture(name) },
      { name: 'to_formats', value: 'json' },
      { name: 'include_page_images', value: 'true' },
    ])
    const response = await app.call('/v1/convert/file', {
      ...init,
      headers: { ...init.headers, 'x-api-key': apiKey },
    })
    const { document } = (await response.json()) as { document: { json_content: DoclingDocument } }
    documentJson = JSON.stringify(document.json_content)
    const { page, problems } = await browser.open()
    await page.goto('/')
    await page.locator('docling-img-page').first().waitFor()
    await page.locator('docling-table-page').first().waitFor()
    await takeScreenshot(page, `docling-components-${name}`)
    return { document: document.json_content, page, problems }
  }

  test.each(['pdf-tagged-report', 'pdf-ruled-table'])('%s: page images, boxes, texts and tables', async (name) => {
    const { document, page, problems } = await show(name)
    const items = [...iterateDocumentItems(document, { traversePictures: true })].map(([item]) => item)
    const documentItems = items.filter((item): item is DocItem => isDocling.DocItem(item))
    const { texts = [], tables = [], pictures = [], pages = {} } = document
    expect(documentItems).toHaveLength(texts.length + tables.length + pictures.length)
    const numbers = Object.keys(pages)
    expect(await page.locator('docling-img-page').count()).toBe(numbers.length)

    for (const number of numbers) {
      expect(pages[number]?.image?.uri).toMatch(/^data:image\/(png|jpeg);base64,/)
      const boxes = documentItems.filter(({ prov = [] }) => prov.some(({ page_no: at }) => String(at) === number))
      const shown = page.locator('docling-img-page').nth(Number(number) - 1)
      expect(await shown.locator('rect[part^=item]').count()).toBe(boxes.length)
      const inside = await shown.locator('svg.base').evaluate((element) => {
        const outer = element.getBoundingClientRect()
        const boxes = Array.from(element.querySelectorAll('rect[part^=item]') as Iterable<typeof element>)
        return boxes.map((box) => {
          const { left, top, right, bottom, width, height } = box.getBoundingClientRect()
          const isVisible = width > 1 && height > 1
          return (
            isVisible &&
            left > outer.left - 1 &&
            top > outer.top - 1 &&
            right < outer.right + 1 &&
            bottom < outer.bottom + 1
          )
        })
      })
      expect(inside).toEqual(boxes.map(() => true))
    }

    const listed = await page
      .locator('docling-table')
      .locator('docling-item-text p, docling-item-table td')
      .allInnerTexts()
    const shownTexts = new Set(listed.map(collapse))
    for (const { text = '' } of texts) expect(shownTexts).toContain(collapse(text))
    for (const { data } of tables)
      for (const { text = '' } of data.table_cells ?? []) expect(shownTexts).toContain(collapse(text))
    expect(await inkOfTexts(page, document)).not.toContain(0)
    expect(problems).toEqual([])
  })
})

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Dark pixels of the page image within the box of each text of the first page. */
async function inkOfTexts(page: Page, { texts = [], pages = {} }: DoclingDocument): Promise<number[]> {
  const boxes = texts.flatMap(({ prov: [found] = [] }) => (found?.page_no === 1 ? [found.bbox] : []))
  const { image, size } = pages['1'] ?? {}
  return await page.evaluate(
    async ({ uri, width, found }) => {
      const { createImageBitmap, OffscreenCanvas } = globalThis as unknown as {
        createImageBitmap(blob: Blob): Promise<{ readonly width: number; readonly height: number }>
        OffscreenCanvas: new (
          width: number,
          height: number,
        ) => {
          getContext(
            type: '2d',
            options: { willReadFrequently: boolean },
          ): {
            drawImage(image: object, x: number, y: number): void
            getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray }
          }
        }
      }
      const bitmap = await createImageBitmap(await (await fetch(uri)).blob())
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true })
      context.drawImage(bitmap, 0, 0)
      const scale = bitmap.width / width
      return found.map(({ l, t, r, b }) => {
        const { data } = context.getImageData(l * scale, t * scale, (r - l) * scale, (b - t) * scale)
        return data.filter((value, index) => index % 4 === 0 && value < 128).length
      })
    },
    { uri: image?.uri ?? '', width: size?.width ?? 1, found: boxes },
  )
}
