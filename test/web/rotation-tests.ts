/** Rotated pages: boxes, words, hits and links stay where the page image shows them. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { plainPdf } from '../jobs/documents.ts'
import { dropFile } from './browser.node.ts'
import { isDone, sample, type WebTests } from './web-tests.ts'
import { type Point, placeOf, pointOnPage, selectedText } from './word-places.ts'

/** Where a point of the page is after quarter turns clockwise. */
function turned({ x, y }: Point, turns: number): Point {
  return turns === 0 ? { x, y } : turned({ x: 1 - y, y: x }, turns - 1)
}

async function edgesOf(part: Locator): Promise<{ readonly top: number; readonly right: number }> {
  const { x, y, width } = (await part.boundingBox())!
  return { top: y, right: x + width }
}

/** Middle of the current hit on the pages, as parts of the page. */
async function placeOfHit(page: Page): Promise<Point> {
  return await page.evaluate(() => {
    interface Area {
      readonly left: number
      readonly top: number
      readonly width: number
      readonly height: number
    }
    interface Hit {
      readonly startContainer: { readonly parentElement: { closest(selector: string): Hit | null } }
      getBoundingClientRect(): Area
    }
    const { CSS } = globalThis as unknown as { CSS: { highlights: Map<string, Iterable<Hit>> } }
    for (const hit of CSS.highlights.get('search-current') ?? []) {
      const sheet = hit.startContainer.parentElement.closest('.page')?.getBoundingClientRect()
      if (sheet === undefined) continue
      const { left, top, width, height } = hit.getBoundingClientRect()
      return { x: (left + width / 2 - sheet.left) / sheet.width, y: (top + height / 2 - sheet.top) / sheet.height }
    }
    return { x: -1, y: -1 }
  })
}

/** For one runtime, because only code in the browser is tested. */
export function testRotation(web: WebTests): void {
  describe('rotation', () => {
    test('words, boxes and hits are where the rotated image shows them', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/?turned#sample=paper')
      await isDone(page)
      const sheet = page.locator('.page').first()
      await sheet.locator('.text-line').first().waitFor()
      const search = page.getByPlaceholder('Search')
      const bytes = sample('paper.pdf')
      for (const [turns, word, beside] of [
        [1, 'temperatures', 'the difference of the tempe'],
        [2, 'describe', 'can desc'],
        [3, 'insulation', 'ation.'],
      ] as const) {
        await page.getByRole('button', { name: 'Rotate the pages', exact: true }).click()
        await sheet.locator(`.sheet[data-turn="${turns}"]`).waitFor()
        const area = (await sheet.boundingBox())!
        expect([turns, area.width > area.height]).toEqual([turns, turns % 2 === 1])
        const place = turned(placeOf(bytes, 0, word), turns)
        const reveal = await pointOnPage(sheet, { x: 0.5, y: place.y })
        await page.mouse.move(reveal.x, 600)
        await page.mouse.wheel(0, reveal.y - 600)
        await page.waitForTimeout(200)
        const { x, y } = await pointOnPage(sheet, place)
        await page.mouse.dblclick(x, y)
        expect((await selectedText(page)).trim()).toBe(word)
        // From the margin next to the line, which is above or below it on a page that lies on its side.
        const { top, right } = await edgesOf(sheet)
        await page.mouse.move(...(turns === 2 ? ([right - 8, y] as const) : ([x, top + 8] as const)))
        await page.mouse.down()
        await page.mouse.move(x, y, { steps: 4 })
        await page.mouse.up()
        // To the middle of the word.
        expect(await selectedText(page)).toBe(beside)
        await search.fill(word)
        await search.press('Enter')
        await expect
          .poll(
            async () => {
              const hit = await placeOfHit(page)
              return Math.hypot(hit.x - place.x, hit.y - place.y)
            },
            { timeout: 5000 },
          )
          .toBeLessThan(0.02)
        await web.look(page, `turned-${turns}`)
      }
      await web.expectNoBarriers(page)
      expect(problems).toEqual([])
    })

    test('the rotation is kept while paging, links lead to their block, and another document is upright', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/?paged#sample=report&turn=1')
      await isDone(page)
      await page.keyboard.press('j')
      await page.waitForURL(/page=2/)
      const shown = page.locator('.page[data-page="1"]')
      await shown.locator('.sheet[data-turn="1"] .box').first().waitFor()
      expect(await page.locator('.thumbnail img[data-turn="1"]').count()).toBe(2)
      await page.evaluate(() => {
        const { location } = globalThis as unknown as { location: { hash: string } }
        location.hash = '#sample=report&page=1&block=0.6'
      })
      const box = page.locator('.box.selected[data-key="0.6"]')
      await box.waitFor()
      const isInside = (): Promise<boolean> =>
        box.evaluate((element) => {
          const inner = element.getBoundingClientRect()
          const outer = element.closest('.pages-scroll')!.getBoundingClientRect()
          return inner.top >= outer.top && inner.bottom <= outer.bottom
        })
      await expect.poll(isInside, { timeout: 5000 }).toBe(true)
      // The label is upright and above its box.
      const label = (await box.locator('.box-label').boundingBox())!
      expect(label.width).toBeGreaterThan(label.height)
      expect(label.y + label.height).toBeLessThan((await box.boundingBox())!.y + 2)
      await page.keyboard.press('R')
      await page.locator('.sheet[data-turn="0"]').first().waitFor()
      await page.keyboard.press('R')
      await page.waitForURL(/turn=3/)
      await page.locator('.sheet[data-turn="3"]').first().waitFor()
      await dropFile(page, { name: 'next.pdf', type: 'application/pdf', bytes: plainPdf(2) })
      await page.getByRole('heading', { name: 'next.pdf' }).waitFor()
      await page.locator('.sheet[data-turn="0"]').first().waitFor()
      expect(problems).toEqual([])
    })
  })
}
