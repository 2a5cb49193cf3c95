/** Selecting and copying text: in the result, and over the words of the page images. */
import { describe, expect, test } from 'vitest'
import { illustratedPdf } from '../jobs/documents.ts'
import { copySelection, dropFile } from './browser.node.ts'
import { isDone, sample, type WebTests } from './web-tests.ts'
import { type Point, placeOf, pointOnPage, selectedText } from './word-places.ts'

/** For one runtime, because only code in the browser is tested. */
export function testSelection(web: WebTests): void {
  describe('selection', () => {
    test('a double click selects the word of the page image, in any line', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      for (const [name, words] of [
        ['paper', ['temperatures', 'depends', 'describe', 'minute', 'glass', 'spout', 'insulation', 'evaporates']],
        ['report', ['came', 'August', 'largest', 'watered', 'straw', 'flood', 'Orchard', '143.3', 'exception']],
      ] as const) {
        await page.goto(`/?${name}#sample=${name}`)
        await isDone(page)
        await page.locator('.page').first().locator('.text-line').first().waitFor()
        const found: string[] = []
        for (const word of words) {
          const { x, y } = await pointOnPage(page.locator('.page').first(), placeOf(sample(`${name}.pdf`), 0, word))
          await page.mouse.dblclick(x, y)
          found.push((await selectedText(page)).trim())
        }
        expect(found).toEqual(words)
      }
      await web.expectNoShift(page)
      expect(problems).toEqual([])
    })

    test('text is selected over lines and gaps, and copied as words', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/#sample=report')
      await isDone(page)
      await page.locator('.page').first().locator('.text-line').first().waitFor()
      const sheet = page.locator('.page').first()
      const at = (word: string): Promise<Point> => pointOnPage(sheet, placeOf(sample('report.pdf'), 0, word))
      const start = await at('sown with winter')
      const end = await at('Three stations')
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      await page.mouse.move(start.x, (start.y + end.y) / 2 - 8, { steps: 3 })
      // Between the two blocks the selection stays where it was.
      expect(await selectedText(page)).not.toContain('Harvest')
      await page.mouse.move(end.x, end.y, { steps: 5 })
      await page.mouse.up()
      expect(await copySelection(page)).toMatch(/^\w* ?\w+ wheat for the first time\.\n1 Weather and soil\nThree/)
      expect(await page.locator('.box.selected').count()).toBe(0)
      await page.mouse.click((await sheet.boundingBox())!.x + 5, start.y)
      expect(await selectedText(page)).toBe('')

      const paragraph = page.locator('.segment', { hasText: 'This report sums up' })
      const { x, y, width, height } = (await paragraph.boundingBox())!
      await page.mouse.move(x + 60, y + 20)
      await page.mouse.down()
      await page.mouse.move(x + width - 12, y + height - 10, { steps: 4 })
      await page.mouse.up()
      expect(await copySelection(page)).toMatch(/^\w.* for the first time\.$/)
      expect(await page.locator('.segment.selected').count()).toBe(0)
      await paragraph.dblclick()
      expect(await copySelection(page)).toMatch(/^\w+ ?$/)
      expect(problems).toEqual([])
    })

    test('formulas are copied as TeX, and all of a long document is copied', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/#sample=paper')
      await isDone(page)
      await page.locator('.katex').first().waitFor()
      await page.locator('.panel').focus()
      await page.keyboard.press('Control+a')
      const paper = await copySelection(page)
      expect(paper).toMatch(/follows\s+\$\$T\(t\)=A\+\\left\(T_0-A\\right\)e\^\{-kt\}\$\$\n/)

      await page.goto('/?long')
      await dropFile(page, { name: 'long.pdf', type: 'application/pdf', bytes: illustratedPdf(40) })
      await isDone(page)
      for (const pane of ['.pages-scroll', '.panel']) {
        await page.locator(pane).focus()
        await page.keyboard.press('Control+a')
        const text = await copySelection(page)
        const chapters = [...text.matchAll(/^Chapter (\d+): what was counted$/gm)].map(([, number]) => Number(number))
        expect([pane, chapters]).toEqual([pane, Array.from({ length: 40 }, (_, index) => index + 1)])
      }
      expect(problems).toEqual([])
    })
  })
}
