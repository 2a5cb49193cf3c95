/** Reading a document while it is parsed: nothing moves, and a selection is kept. */
import { describe, expect, test } from 'vitest'
import { pagesPdf, paragraph, show } from '../fixtures/pdf-writer.ts'
import { illustratedPdf } from '../jobs/documents.ts'
import { dropFile } from './browser.node.ts'
import { startTask } from './task-tests.ts'
import { chooseOptions, createKeyFor, isDone, sample, type WebTests, waitToSee } from './web-tests.ts'
import { selectedText } from './word-places.ts'

/** Pages with a header, whose blocks are numbered again at the end, and with headings of two levels. */
function headedPdf(pageCount: number): Uint8Array {
  return pagesPdf(
    Array.from({ length: pageCount }, (_, page) => ({
      content:
        show('Italic', 9, [72, 810], 'Annual report of the Hill Farm') +
        show('Body', 9, [290, 30], String(page + 1)) +
        (page % 3 === 0 ? show('Bold', 16, [72, 775], `Part ${page / 3 + 1}`) : '') +
        show('Bold', 12, [72, 745], `Section of page ${page + 1}`) +
        Array.from({ length: 7 }, (_, at) =>
          paragraph(
            'Body',
            11,
            [72, 710 - 90 * at],
            [
              `Paragraph ${at + 1} of page ${page + 1} tells what was done on the farm in the week ${9 * page + at}, by`,
              'whom it was done, and why, so that the members who could not come know it.',
            ],
          ),
        ).join(''),
    })),
  )
}

/** Evaluated in the page, where it is the function of the browser. */
declare const getComputedStyle: (element: unknown) => { readonly transform: string; readonly fontSize: string }

/** For one runtime, because only code in the browser is tested. */
export function testReading(web: WebTests): void {
  describe('reading while pages arrive', () => {
    test('a selection is kept, and figures have their place before they exist', async () => {
      const { page, problems } = await web.browser().open({ key: await createKeyFor(web.target()) })
      await startTask(page, { name: 'figures.pdf', bytes: illustratedPdf(6) })
      const text = page.locator('.segment', { hasText: 'After the picture' }).first()
      await waitToSee(page, text)
      await text.locator('p').selectText()
      const topOf = (): Promise<number> => text.evaluate((element) => element.getBoundingClientRect().top)
      const top = await topOf()
      await web.look(page, 'reading')
      await page.locator('.page').nth(1).waitFor()
      expect(await selectedText(page)).toMatch(/^After the picture/)
      await isDone(page)
      const image = page.locator('.segment img').first()
      const widthOf = (): Promise<number> => image.evaluate((element) => Number(Reflect.get(element, 'naturalWidth')))
      await expect.poll(widthOf, { timeout: 30_000 }).toBeGreaterThan(0)
      expect(Math.abs((await topOf()) - top)).toBeLessThan(4)
      await web.expectNoShift(page)
      expect(problems).toEqual([])
    }, 120_000)

    test('the text in view and the selection stay at their place in the final result', async () => {
      const { page, problems } = await web.browser().open({ key: await createKeyFor(web.target()) })
      await startTask(page, { name: 'headed.pdf', bytes: headedPdf(8) })
      await page.locator('.page[data-page="3"]').waitFor({ timeout: 80_000 })
      await page.locator('.panel').hover()
      await page.mouse.wheel(0, 900)
      const text = page.locator('.segment', { hasText: 'Paragraph 3 of page 2 ' })
      await text.click()
      await page.waitForTimeout(500)
      const topOf = (): Promise<number> => text.evaluate((element) => element.getBoundingClientRect().top)
      const top = await topOf()
      expect(await page.locator('.status.done').count()).toBe(0)
      await isDone(page)
      await page.waitForTimeout(500)
      expect(Math.abs((await topOf()) - top)).toBeLessThan(3)
      expect(await page.locator('.segment.selected').allTextContents()).toEqual([
        expect.stringContaining('Paragraph 3 of page 2 '),
      ])
      expect(problems).toEqual([])
    }, 120_000)

    test('without page images, texts of large cells are as those of others', async () => {
      const { page } = await web.browser().open({ key: web.key() })
      await page.goto('/')
      await chooseOptions(page, { page_images: 'false' })
      await dropFile(page, { name: 'report.pdf', type: 'application/pdf', bytes: sample('report.pdf') })
      await isDone(page)
      const texts = page.locator('.page .type-table .block-text')
      await texts.first().waitFor()
      const stretches = await texts.evaluateAll((all) =>
        all.map((text) => Number(/matrix\((.*?),/.exec(getComputedStyle(text).transform)?.[1] ?? 1)),
      )
      expect(stretches.length).toBeGreaterThan(20)
      // A cell of two rows has the size of the others.
      const sizes = await page
        .locator('.page[data-page="0"] .type-table .block-text')
        .evaluateAll((all) => all.map((text) => Number.parseFloat(getComputedStyle(text).fontSize)))
      expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThan(1.3)
      expect(Math.max(...stretches)).toBeLessThanOrEqual(1.6)
      await web.look(page, 'without-images')
    })
  })
}
