/** Marks of a comparison on the pages: they and the differences in the text lead to each other. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pagesPdf, paragraph, show } from '../fixtures/pdf-writer.ts'
import { dropFile, findBarriers } from './browser.node.ts'
import { isDone, type WebTests } from './web-tests.ts'

/** Two pages with a title each. */
function versionPdf(...pages: readonly (readonly (readonly [y: number, ...lines: string[]])[])[]): Uint8Array {
  return pagesPdf(
    pages.map((paragraphs, index) => ({
      content:
        show('Bold', 18, [72, 760], `Chapter ${index + 1}: the orchard`) +
        paragraphs.map(([y, ...lines]) => paragraph('Body', 11, [72, y], lines)).join(''),
    })),
  )
}

/** Evaluated in the page, where it is the function of the browser. */
declare const getComputedStyle: (element: unknown) => {
  readonly borderTopStyle: string
  readonly animationName: string
}

const planted = [
  'The orchard was planted in the year 1978, on the slope',
  'behind the barn, and has been mown by hand ever since.',
] as const
const frost = 'The late frost of May damaged a fifth of the blossoms.'
const before = versionPdf(
  [
    [700, ...planted],
    [600, 'The old well is dry and will be filled with stones in autumn.'],
    [500, frost],
  ],
  [[700, 'The members meet on the last Saturday of October.']],
)
const after = versionPdf(
  [
    [700, ...planted],
    [500, frost.replace('a fifth', 'a third')],
  ],
  [
    [700, 'The members meet on the last Saturday of October.'],
    [300, 'New trees are ordered from the nursery in Linden.'],
  ],
)

async function openComparison(page: Page): Promise<void> {
  await page.goto('/')
  await dropFile(page, { name: 'before.pdf', type: 'application/pdf', bytes: before })
  await isDone(page)
  await dropFile(page, { name: 'after.pdf', type: 'application/pdf', bytes: after })
  await page.getByRole('heading', { name: 'after.pdf' }).waitFor()
  await isDone(page)
  await page.locator('#tab-compare').dispatchEvent('click')
  await page.locator('.compare-table tr.linked').first().waitFor({ state: 'attached' })
}

const labels = {
  removed: 'Removed, Text: The old well is dry',
  changed: 'Changed, Text: The late frost',
  added: 'Added, Text: New trees',
} as const

function markOf(page: Page, kind: keyof typeof labels): Locator {
  return page.getByRole('button', { name: labels[kind] })
}

function lineOf(page: Page, text: string): Locator {
  return page.locator('.compare-table tr.linked', { hasText: text })
}

/** Waits until a part is in the visible part of its pane. */
async function isInView(page: Page, selector: string): Promise<void> {
  const measure = (): Promise<boolean> =>
    page.locator(selector).evaluate((part) => {
      const inner = part.getBoundingClientRect()
      const outer = part.closest('[data-scroll]')?.getBoundingClientRect()
      return outer !== undefined && inner.height > 0 && inner.top >= outer.top && inner.bottom <= outer.bottom
    })
  await expect.poll(measure, { timeout: 10_000 }).toBe(true)
}

function focusedLabel(page: Page): Promise<string | null> {
  return page.locator(':focus').getAttribute('aria-label')
}

/** For one runtime, because only code in the browser is tested. */
export function testComparison(web: WebTests): void {
  describe('comparison on the pages', () => {
    test('marks and differences lead to each other', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await openComparison(page)
      await page.locator('.page img').first().waitFor()
      expect(await page.locator('.kinds li').allTextContents()).toEqual(['Added 1', 'Removed 1', 'Changed 1'])
      const lines = await page
        .locator('.kind-swatch')
        .evaluateAll((list) => list.map((item) => getComputedStyle(item).borderTopStyle))
      expect(new Set(lines).size).toBe(3)
      // The boxes of types would hide the marks.
      expect(await page.locator('.page .box:not(.bare)').count()).toBe(0)

      await markOf(page, 'changed').click()
      await page.locator('tr.selected', { hasText: 'third of the blossoms' }).waitFor()
      await lineOf(page, 'New trees').click()
      await page.locator('.mark.selected.kind-added').waitFor()
      await isInView(page, '.mark.selected')
      expect(await page.locator('.mark.selected, tr.selected').count()).toBe(2)
      await web.expectNoBarriers(page)
      await web.look(page, 'compare-marks')
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await findBarriers(page, 'contrast')).toEqual([])
      await web.look(page, 'compare-marks-dark')

      await page.keyboard.press('b')
      await page.locator('.mark').first().waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: 'Document' }).click()
      await page.keyboard.press('b')
      await page.locator('.page .box:not(.bare)').first().waitFor()
      expect(await page.locator('.mark, .kinds').count()).toBe(0)
      expect(problems).toEqual([])
    })

    test('the keyboard walks through the differences', async () => {
      const { page } = await web.browser().open({ key: web.key() })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await openComparison(page)
      await markOf(page, 'removed').focus()
      await page.keyboard.press('Enter')
      await page.locator('tr.selected', { hasText: 'old well' }).waitFor()
      await isInView(page, 'tr.selected')
      const selected = page.locator('.mark.selected')
      expect(await selected.evaluate((item) => getComputedStyle(item).animationName)).toBe('none')
      for (const [key, kind] of [
        ['n', 'changed'],
        ['ArrowDown', 'added'],
        // The last one stays.
        ['n', 'added'],
        ['p', 'changed'],
      ] as const) {
        await page.keyboard.press(key)
        await page.locator(`.mark.selected.kind-${kind}:focus`).waitFor()
        expect(await focusedLabel(page)).toContain(labels[kind])
        await isInView(page, 'tr.selected')
      }
      await page.keyboard.press('Escape')
      await selected.waitFor({ state: 'detached' })
      await lineOf(page, 'New trees').getByRole('button', { name: 'Added. Show on page 2' }).focus()
      await page.keyboard.press('Enter')
      await isInView(page, '.mark.selected.kind-added')
      await page.keyboard.press('p')
      await page.locator('tr.selected :focus').waitFor()
      expect(await focusedLabel(page)).toBe('Changed. Show on page 1')
    })

    test('on a phone, a mark shows its difference and a difference its mark', async () => {
      const { page } = await web.browser().open({ key: web.key(), width: 390 })
      await openComparison(page)
      await markOf(page, 'removed').click()
      await isInView(page, 'tr.selected')
      await page.locator('tr.selected :focus').waitFor()
      await web.look(page, 'phone-compare')
      // Both sides of a line are below each other.
      const table = page.locator('.panel .table-scroll')
      expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      expect(await page.getByRole('columnheader').count()).toBe(3)
      await lineOf(page, 'New trees').getByRole('button').click()
      await isInView(page, '.mark.selected')
      await page.locator('.mark.kind-added:focus').waitFor()
      await web.look(page, 'phone-compare-marks')
      expect(await findBarriers(page, 'structure')).toEqual([])
      expect(await page.locator('html').evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(390)
    })

    test('pages and differences scroll together, unless it is switched off', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      const longPdf = (frostYear: number): Uint8Array =>
        versionPdf(
          ...Array.from({ length: 12 }, (_, index) =>
            Array.from(
              { length: 9 },
              (_, line) =>
                [700 - 60 * line, `In ${frostYear + index} the frost of week ${line} damaged the blossoms.`] as const,
            ),
          ),
        )
      await page.goto('/')
      for (const [name, year] of [
        ['old.pdf', 1900],
        ['new.pdf', 1950],
      ] as const) {
        await dropFile(page, { name, type: 'application/pdf', bytes: longPdf(year) })
        await page.getByRole('heading', { name }).waitFor()
        await isDone(page)
      }
      await page.locator('#tab-compare').click()
      await page.locator('.compare-table tr.linked').first().waitFor()
      const number = page.getByRole('spinbutton', { name: 'Page number' })
      const [pages, table] = [page.locator('.pages-scroll'), page.locator('.panel')]
      const topOf = (part: Locator): Promise<number> => part.evaluate((element) => Math.round(element.scrollTop))
      const wheel = async (part: Locator, by: number): Promise<void> => {
        await part.hover()
        await page.mouse.wheel(0, by)
        await page.waitForTimeout(300)
      }
      const pageInTable = (): Promise<number> =>
        table.evaluate((pane) => {
          const { top, height } = pane.getBoundingClientRect()
          const line = top + (height * pane.scrollTop) / (pane.scrollHeight - pane.clientHeight)
          const parts = [...pane.querySelectorAll('[data-section]')]
          const part = parts.findLast((each) => each.getBoundingClientRect().top <= line)
          return Number(part?.getAttribute('data-section')) + 1
        })
      await wheel(pages, 4200)
      const first = Number(await number.inputValue())
      expect(first).toBeGreaterThan(3)
      expect(Math.abs((await pageInTable()) - first)).toBeLessThanOrEqual(1)
      await wheel(table, 600)
      expect(Number(await number.inputValue())).toBeGreaterThan(first)
      expect(Math.abs((await pageInTable()) - Number(await number.inputValue()))).toBeLessThanOrEqual(1)
      await wheel(table, 100_000)
      expect(await number.inputValue()).toBe('12')
      await web.look(page, 'compare-together')
      expect(await page.locator('.mark').count()).toBeGreaterThan(5)
      await wheel(pages, -100_000)
      expect(await topOf(table)).toBe(0)

      await page.getByRole('button', { name: 'Scroll pages and result together' }).click()
      await wheel(pages, 3000)
      expect(await topOf(table)).toBe(0)
      await page.keyboard.press('s')
      await page.getByRole('tab', { name: 'Document' }).click()
      await expect.poll(() => topOf(table), { timeout: 5000 }).toBeGreaterThan(100)
      await wheel(table, 100_000)
      await wheel(table, 100_000)
      expect(await number.inputValue()).toBe('12')
      expect(problems).toEqual([])
    })

    test('the marks of a result end with it', async () => {
      const { page } = await web.browser().open({ key: web.key() })
      await openComparison(page)
      await lineOf(page, 'New trees').click()
      await page.locator('.mark.selected').waitFor()
      // Seen from the earlier result, the same blocks are removed and added.
      await page.getByRole('combobox', { name: 'Results' }).selectOption('1')
      await page.locator('.compare-table tr.added', { hasText: 'old well' }).waitFor()
      expect(await page.locator('.kinds li').allTextContents()).toEqual(['Added 1', 'Removed 1', 'Changed 1'])
      expect(await page.locator('.mark.selected').count()).toBe(0)
      await page.getByRole('button', { name: 'Added, Text: The old well' }).waitFor()
    })
  })
}
