/** Each view in both color schemes and at a phone's width: no finding of axe-core, nothing that scrolls sideways. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { tabs } from '../../src/web/playground/view-names.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { plainPdf } from '../jobs/documents.ts'
import { dropFile, findBarriers, takeScreenshot } from './browser.node.ts'
import { createKeyFor, isDone, type WebTests, waitToSee } from './web-tests.ts'

const phoneWidth = 390

function isFocused(element: { matches(selector: string): boolean }): boolean {
  return element.matches(':focus')
}

/** Opens each view in turn and calls `check`. */
async function visitViews(page: Page, web: WebTests, check: (name: string) => Promise<void>): Promise<void> {
  await page.goto('/')
  await page.locator('.options-card summary').click()
  await check('start')
  await page.goto('/#sample=paper')
  await isDone(page)
  for (const tab of tabs) {
    await page.locator(`#tab-${tab}`).dispatchEvent('click')
    await page.locator(`#panel-${tab}`).waitFor({ state: 'attached' })
    await check(tab)
  }
  await page.goto('/dashboard')
  await page.locator('.tiles').waitFor()
  await check('account')
  await page.getByRole('tab').nth(1).click()
  await check('operator-sign-in')
  await page.locator('input[type=password]').fill(web.target().adminToken)
  await page.locator('button[type=submit]').click()
  await page.locator('.tiles').waitFor()
  await check('operator')
  await page.goto('/docs')
  await page.locator('h2').nth(3).waitFor()
  await check('reference')
}

/** For one runtime, because the pages are the same on each. */
export function testViews(web: WebTests): void {
  describe('views', () => {
    test('no accessibility violations in light and dark', async () => {
      const { page } = await web.browser().open({ key: web.key() })
      const findings: Record<string, string[]> = {}
      await visitViews(page, web, async (name) => {
        findings[`${name}, light`] = await findBarriers(page)
        await page.emulateMedia({ colorScheme: 'dark' })
        findings[`${name}, dark`] = await findBarriers(page, 'contrast')
        await takeScreenshot(page, `view-dark-${name}`)
        await page.emulateMedia({ colorScheme: 'light' })
      })
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([])
      expect(Object.keys(findings).length).toBe(2 * (tabs.length + 5))
    }, 180_000)

    test('on a phone nothing scrolls sideways', async () => {
      const { page } = await web.browser().open({ key: web.key(), width: phoneWidth })
      const findings: Record<string, string[]> = {}
      const widths: [name: string, width: number][] = []
      await visitViews(page, web, async (name) => {
        // Of the two panes of a document, the tabs are in the second one.
        const switchToResult = page.locator('.pane-switch button').nth(1)
        if (await switchToResult.isVisible()) await switchToResult.click()
        findings[name] = await findBarriers(page, 'structure')
        widths.push([name, await page.locator('html').evaluate((element) => element.scrollWidth)])
        await takeScreenshot(page, `view-phone-${name}`)
      })
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([])
      expect(widths.filter(([, width]) => width > phoneWidth)).toEqual([])
    }, 180_000)

    test('a very long file name fits', async () => {
      const { page, problems } = await web.browser().open({ key: await createKeyFor(web.target()) })
      const name = `${'a-long-name-without-spaces-'.repeat(9)}.html`
      const overflows: string[] = []
      const measure = async (view: string): Promise<void> => {
        for (const width of [1360, phoneWidth]) {
          await page.setViewportSize({ width, height: 844 })
          const parts = await page
            .locator('html, .panel')
            .evaluateAll((all) =>
              all.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.className),
            )
          if (parts.length > 0) overflows.push(`${view}, ${width}: ${parts}`)
        }
        await page.setViewportSize({ width: 1360, height: 900 })
      }
      await page.goto('/')
      for (const text of ['first', 'second']) {
        await dropFile(page, { name, type: 'text/html', bytes: new TextEncoder().encode(`<p>The ${text} text.</p>`) })
        await page.locator('.segment', { hasText: `The ${text} text.` }).waitFor()
      }
      await measure('document')
      await page.locator('#tab-compare').click()
      await page.locator('.compare-table').waitFor()
      await measure('compare')
      await page.getByRole('button', { name: 'New document' }).click()
      await page.locator('.recents .recent-name').first().waitFor()
      await measure('start')
      expect(overflows).toEqual([])
      expect(problems).toEqual([])
    })

    test('on a phone, tasks and keys are lists without hidden parts', async () => {
      const key = await createKeyFor(web.target())
      const form = new FormData()
      form.append('api_key', key)
      form.append('file', new Blob([plainPdf(2).slice()]), 'a-name-that-is-rather-long-for-a-phone.pdf')
      await fetch(`${web.target().url}/api/v1/parse/async`, { method: 'POST', body: form })
      const { page, problems } = await web.browser().open({ key, width: phoneWidth })
      await page.goto('/dashboard')
      const row = page.getByRole('row', { name: 'a-name-that-is' })
      await row.getByText('Done', { exact: true }).waitFor()
      const isWithin = async (part: Locator): Promise<boolean> => {
        const { x, width } = (await part.boundingBox())!
        return x >= 0 && x + width <= phoneWidth
      }
      for (const part of await row.getByRole('cell').all()) expect(await isWithin(part)).toBe(true)
      expect(await isWithin(row.getByRole('link', { name: 'Open' }))).toBe(true)
      // Screen readers still find a table with its headers.
      expect(await page.getByRole('columnheader', { name: 'Duration' }).count()).toBe(1)
      await web.expectNoBarriers(page)
      await web.look(page, 'phone-tasks')
      await page.getByRole('tab').nth(1).click()
      await page.locator('input[type=password]').fill(web.target().adminToken)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Create a key' }).waitFor()
      for (const name of ['Add pages', 'Disable'])
        expect(await isWithin(page.getByRole('button', { name }).first())).toBe(true)
      const requests = page.getByRole('region', { name: /Requests since/ })
      expect(await requests.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      expect(await page.locator('html').evaluate((element) => element.scrollWidth)).toBe(phoneWidth)
      await web.expectNoBarriers(page)
      expect(problems).toEqual([])
    })

    test('a wide table scrolls alone, and uses the width of the pane', async () => {
      const { page, problems } = await web.browser().open({ key: await createKeyFor(web.target()) })
      const row = (cell: (at: number) => string): string =>
        `<tr>${Array.from({ length: 24 }, (_, at) => cell(at)).join('')}</tr>`
      const html = `<h1>Wide</h1><table>${row((at) => `<th>Column ${at}</th>`)}${row((at) => `<td>${at} bundles</td>`)}</table>`
      await page.goto('/')
      await dropFile(page, { name: 'wide.html', type: 'text/html', bytes: new TextEncoder().encode(html) })
      await isDone(page)
      expect(await page.title()).toBe('wide.html · Sheaf')
      // HTML has no page images, for which only the playground asked.
      expect(await page.locator('.warnings').count()).toBe(0)
      const panel = page.locator('.panel')
      for (const width of [1360, phoneWidth])
        for (const [tab, region] of [
          ['document', '.segment:has(table)'],
          ['tables', '.table-scroll'],
        ] as const) {
          await page.setViewportSize({ width, height: 844 })
          await page.locator(`#tab-${tab}`).click()
          const table = panel.locator(region)
          await table.waitFor()
          const sizes = await panel.evaluate((element) => [element.scrollWidth, element.clientWidth])
          expect([tab, width, sizes[0]]).toEqual([tab, width, sizes[1]])
          expect(await table.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
          const outer = (await panel.boundingBox())!
          const inner = (await table.boundingBox())!
          expect(outer.x + outer.width - inner.x - inner.width).toBeLessThan(70)
        }
      expect(problems).toEqual([])
    })

    test('images of documents without page geometry have their own size', async () => {
      const { page, problems } = await web.browser().open({ key: await createKeyFor(web.target()) })
      const image = Buffer.from(await fixture('image-png')).toString('base64')
      const html = `<p>Before the image.</p><img src="data:image/png;base64,${image}"><p>After the image.</p>`
      await page.goto('/')
      await dropFile(page, { name: 'image.html', type: 'text/html', bytes: new TextEncoder().encode(html) })
      await isDone(page)
      const shown = page.locator('.segment img')
      const naturalWidth = (): Promise<number> =>
        shown.evaluate((element) => Number(Reflect.get(element, 'naturalWidth')))
      await expect.poll(naturalWidth, { timeout: 10_000 }).toBeGreaterThan(0)
      expect(await shown.evaluate((element) => element.clientWidth)).toBe(await naturalWidth())
      await web.expectNoShift(page)
      expect(problems).toEqual([])
    })

    test('the keyboard skips the header, and Escape closes menus and dialogs', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/#sample=report')
      await isDone(page)
      await page.keyboard.press('Tab')
      const skip = page.getByRole('button', { name: 'Skip to the content' })
      expect(await skip.evaluate(isFocused)).toBe(true)
      await web.look(page, 'skip')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      expect(await page.getByRole('button', { name: 'New document' }).evaluate(isFocused)).toBe(true)

      await page.locator('.segment').nth(1).click()
      const download = page.locator('summary', { hasText: 'Download' })
      const items = page.locator('.menu li')
      await download.focus()
      await page.keyboard.press('Enter')
      await items.first().waitFor()
      await page.keyboard.press('Escape')
      await items.first().waitFor({ state: 'hidden' })
      expect(await download.evaluate(isFocused)).toBe(true)
      expect(await page.locator('.segment.selected').count()).toBe(1)
      await download.click()
      await items.first().waitFor()
      await page.locator('.result-bar').click({ position: { x: 5, y: 5 } })
      await items.first().waitFor({ state: 'hidden' })

      for (const name of ['Options', 'Keyboard']) {
        const opener = page.getByRole('button', { name, exact: true })
        await opener.focus()
        await page.keyboard.press('Enter')
        await page.locator('dialog[open]').waitFor()
        await page.keyboard.press('Escape')
        await page.locator('dialog').waitFor({ state: 'detached' })
        expect([name, await opener.evaluate(isFocused)]).toEqual([name, true])
      }
      expect(problems).toEqual([])
    })

    test('the outline has the headings with their levels and leads to them', async () => {
      const { page, problems } = await web.browser().open({ key: await createKeyFor(web.target()) })
      await page.goto('/#sample=report')
      await isDone(page)
      await page.getByRole('button', { name: 'Outline' }).click()
      const headings = page.getByRole('navigation', { name: 'Outline' }).locator('.heading')
      expect(await headings.allTextContents()).toEqual([
        'Harvest Report of the Hill Farm1',
        ...[
          '1 Weather and soil1',
          '1.1 What was changed1',
          '2 Yield1',
          '3 Money2',
          '4 Decisions for the general meeting2',
        ],
      ])
      const levels = await headings.evaluateAll((list) => list.map(({ className }) => className.replace(/\D+/, '')))
      expect(levels).toEqual(['1', '2', '3', '2', '2', '2'])
      await headings.nth(4).click()
      await page.locator('.segment.selected', { hasText: '3 Money' }).waitFor()
      await page.waitForURL(/page=2&block=1\.0/)
      expect(await page.locator('.heading[aria-current]').textContent()).toContain('3 Money')
      await web.expectNoBarriers(page)
      await web.look(page, 'outline')
      await page.reload()
      await headings.first().waitFor()
      expect(problems).toEqual([])
    })

    test('the result follows a page that is chosen, and the zoom keeps its place', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/')
      await dropFile(page, { name: 'long.pdf', type: 'application/pdf', bytes: plainPdf(60) })
      await isDone(page)
      await page.getByRole('spinbutton', { name: 'Page number' }).fill('20')
      await page.keyboard.press('Enter')
      const heading = page.locator('.segment', { hasText: 'This is page 20 of' })
      await waitToSee(page, heading)
      await expect
        .poll(() => heading.evaluate((element) => element.getBoundingClientRect().top), { timeout: 3000 })
        .toBeLessThan(500)
      const middleOf = (): Promise<number> =>
        page.locator('.page[data-page="19"]').evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect()
          const pane = element.parentElement!.getBoundingClientRect()
          return Math.round((100 * ((pane.top + pane.bottom) / 2 - top)) / (bottom - top))
        })
      const middle = await middleOf()
      const zooms: string[] = []
      for (const name of ['Zoom in', 'Zoom in', 'Zoom out', 'Fit to width']) {
        if (name === 'Fit to width') await page.locator('.zoom').click()
        else await page.getByRole('button', { name }).click()
        zooms.push((await page.locator('.zoom').textContent()) ?? '')
        await expect.poll(async () => Math.abs((await middleOf()) - middle), { timeout: 3000 }).toBeLessThan(3)
      }
      expect(zooms).toEqual(['75 %', '100 %', '75 %', 'Fit'])
      expect(problems).toEqual([])
    })
  })
}
