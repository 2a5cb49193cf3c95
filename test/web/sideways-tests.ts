/** Text that runs up or down on the page is selected along its lines. */
import { describe, expect, test } from 'vitest'
import { pagesPdf, paragraph } from '../fixtures/pdf-writer.ts'
import { copySelection, dropFile } from './browser.node.ts'
import { isDone, type WebTests } from './web-tests.ts'
import { placeOf, pointOnPage, selectedText } from './word-places.ts'

const lines = [
  'The well was dug in the spring of 1978, when the old one',
  'had fallen dry for the third time. It is eleven metres',
  'deep and has never failed.',
]

/** Lines from a point: up the page, each at the right of the one before, or down and at the left. */
function sideways(direction: 'up' | 'down', [x, y]: readonly [number, number], texts: readonly string[]): string {
  const [matrix, step] = direction === 'up' ? ['0 1 -1 0', 14] : ['0 -1 1 0', -14]
  return texts.map((text, index) => `BT /Body 11 Tf ${matrix} ${x + step * index} ${y} Tm (${text}) Tj ET\n`).join('')
}

/** Pages that lie on their side, then upright pages with sideways labels. */
const sidewaysPdf = pagesPdf([
  { content: sideways('up', [90, 200], lines) },
  { content: sideways('down', [420, 700], lines) },
  {
    content:
      paragraph('Body', 11, [72, 780], ['Upright text is most of what is on this page, and its labels', 'are few.']) +
      sideways('up', [300, 300], ['Temperature']) +
      sideways('down', [420, 600], ['Income in crowns']),
  },
])

/** For one runtime, because only code in the browser is tested. */
export function testSideways(web: WebTests): void {
  describe('sideways text', () => {
    test('is selected by words and over its lines', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/')
      await dropFile(page, { name: 'sideways.pdf', type: 'application/pdf', bytes: sidewaysPdf })
      await isDone(page)
      for (const [number, turn, text, words] of [
        [0, 3, lines.join(' '), ['spring', 'fallen', 'eleven', 'never']],
        [1, 1, lines.join(' '), ['spring', 'fallen', 'eleven', 'never']],
        [2, 3, 'Temperature', ['Temperature']],
        [2, 1, 'Income in crowns', ['Income', 'crowns']],
      ] as const) {
        const sheet = page.locator(`.page[data-page="${number}"]`)
        const at = async (word: string) => await pointOnPage(sheet, placeOf(sidewaysPdf, number, word))
        await page.getByRole('spinbutton', { name: 'Page number' }).fill(String(number + 1))
        await page.keyboard.press('Enter')
        const found = sheet.locator(`.block-text[data-turn="${turn}"]`)
        await found.first().waitFor()
        expect([number, turn, await found.allTextContents()]).toEqual([number, turn, [text]])
        for (const word of words) {
          const { x, y } = await at(word)
          await page.mouse.dblclick(x, y)
          expect((await selectedText(page)).trim()).toBe(word)
        }
        if (text.length < 20) continue
        const [start, end] = [await at('spring'), await at('eleven')]
        await page.mouse.move(start.x, start.y)
        await page.mouse.down()
        await page.mouse.move(end.x, end.y, { steps: 5 })
        await page.mouse.up()
        const copied = await copySelection(page)
        expect(copied).toMatch(/^\w* of 1978, when the old one had fallen dry for the third time. It is e\w*$/)
        await web.look(page, `sideways-${turn}`)
      }
      expect(problems).toEqual([])
    })
  })
}
