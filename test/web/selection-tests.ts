/** Selecting and copying text: in the result, and over the words of the page images. */
import * as mupdf from 'mupdf'
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { illustratedPdf } from '../jobs/documents.ts'
import { copySelection, dropFile } from './browser.node.ts'
import { isDone, sample, type WebTests } from './web-tests.ts'
import { type Point, placeOf, pointOnPage, selectedText } from './word-places.ts'

/** Evaluated in the page, where it is the function of the browser. */
declare const getComputedStyle: (element: unknown) => { readonly outlineStyle: string }

const columns = ['就来了溪水从山上流下来穿过', '村庄流向远方的大河农民在田里', '播种孩子们在河边玩耍']

/** A page of vertical text, in the font for Chinese that MuPDF has. */
function verticalPdf(lines: readonly string[]): Uint8Array {
  const pdf = new mupdf.PDFDocument()
  const font = pdf.addCJKFont(new mupdf.Font('zh-Hans'), 'zh-Hans', 1, true)
  const hex = (line: string): string => Buffer.from(line, 'utf16le').swap16().toString('hex')
  const content = lines.map((line, index) => `BT /F 18 Tf ${460 - 28 * index} 760 Td <${hex(line)}> Tj ET\n`).join('')
  const resources = pdf.newDictionary()
  const fonts = pdf.newDictionary()
  fonts.put('F', font)
  resources.put('Font', fonts)
  pdf.insertPage(-1, pdf.addPage([0, 0, 595, 842], 0, resources, content))
  return pdf.saveToBuffer('').asUint8Array().slice()
}

/** Middle of the upper edge of a letter. */
async function letterAt(line: Locator, index: number): Promise<Point> {
  return await line.evaluate((element, place) => {
    interface Range {
      setStart(node: unknown, offset: number): void
      setEnd(node: unknown, offset: number): void
      getBoundingClientRect(): { readonly left: number; readonly top: number; readonly width: number }
    }
    const { Range } = globalThis as unknown as { Range: new () => Range }
    const range = new Range()
    range.setStart(element.firstChild, place)
    range.setEnd(element.firstChild, place + 1)
    const { left, top, width } = range.getBoundingClientRect()
    return { x: left + width / 2, y: top }
  }, index)
}

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

    test('a selection can begin in the margin or between blocks, and a triple click selects the paragraph', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/?margin#sample=report')
      await isDone(page)
      const sheet = page.locator('.page').first()
      await sheet.locator('.text-line').first().waitFor()
      const at = (word: string): Promise<Point> => pointOnPage(sheet, placeOf(sample('report.pdf'), 0, word))
      const { x: left } = (await sheet.boundingBox())!
      const drag = async (from: Point, to: Point): Promise<string> => {
        await page.mouse.move(from.x, from.y)
        await page.mouse.down()
        await page.mouse.move(to.x, to.y, { steps: 5 })
        await page.mouse.up()
        return await copySelection(page)
      }
      const first = await at('This report sums up')
      const second = await at('sown with winter')
      const heading = await at('Weather and soil')
      const text = await at('Three stations')
      // From the margin next to the first line to the same margin below the heading.
      expect(await drag({ x: left + 8, y: first.y }, { x: left + 8, y: (heading.y + text.y) / 2 })).toMatch(
        /^This report sums up[\s\S]*for the first time\.\n1 Weather and soil$/,
      )
      // From above the heading, downwards and upwards.
      const gap = { x: heading.x, y: (second.y + heading.y) / 2 }
      expect(await drag(gap, text)).toMatch(/^1 Weather and soil\nThree/)
      expect(await drag(gap, { x: left + 8, y: first.y })).toMatch(/^This report sums up[^\n]*for the first time\.$/)
      // From text into the margin.
      expect(await drag(text, { x: left + 8, y: heading.y })).toMatch(/^1 Weather and soil\nThree/)
      expect(await page.locator('.box.selected').count()).toBe(0)

      await page.mouse.click(second.x, second.y, { clickCount: 3 })
      expect(await copySelection(page)).toMatch(/^This report sums up.* for the first time\.$/)
      await page.mouse.click(left + 8, 700)
      expect(await selectedText(page)).toBe('')

      // A frame shows the focus of the keyboard, not of the mouse.
      await page.goto('/?frame#sample=report')
      await sheet.locator('.text-line').first().waitFor()
      const start = await at('This report sums up')
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      await page.mouse.move(start.x + 60, start.y + 30, { steps: 4 })
      await page.mouse.up()
      expect(await selectedText(page)).not.toBe('')
      const focused = page.locator('.pages-scroll:focus')
      const frame = (): Promise<string> => focused.evaluate((element) => getComputedStyle(element).outlineStyle)
      expect(await frame()).toBe('none')
      await page.keyboard.press('Shift')
      expect(await frame()).toBe('solid')
      expect(problems).toEqual([])
    })

    test('vertical Chinese text is selected along its columns, from right to left', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/')
      await dropFile(page, { name: 'columns.pdf', type: 'application/pdf', bytes: verticalPdf(columns) })
      await isDone(page)
      const lines = page.locator('.block-text[data-turn="1"] .text-line')
      await lines.nth(2).waitFor()
      expect(await lines.allTextContents()).toEqual(columns)
      const [first, second] = [(await lines.nth(0).boundingBox())!, (await lines.nth(1).boundingBox())!]
      expect(second.x + second.width).toBeCloseTo(first.x, 0)
      const start = await letterAt(lines.nth(0), 10)
      const end = await letterAt(lines.nth(1), 2)
      await page.mouse.move(start.x, start.y + 2)
      await page.mouse.down()
      await page.mouse.move(end.x, end.y + 2, { steps: 5 })
      await page.mouse.up()
      expect(await copySelection(page)).toBe('来穿过村庄')
      await web.look(page, 'vertical-selection')
      // From the margin at the right of the first column.
      await page.mouse.move(first.x + first.width + 60, start.y)
      await page.mouse.down()
      await page.mouse.move(end.x, end.y + 2, { steps: 5 })
      await page.mouse.up()
      expect(await copySelection(page)).toBe('就来了溪水从山上流下来穿过村庄')
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
