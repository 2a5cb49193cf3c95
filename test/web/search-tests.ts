/** Search in the playground: each hit is counted, marked and reached in reading order, wherever it is. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { dropFile } from './browser.node.ts'
import { chooseOptions, isDone, type WebTests, waitToSee } from './web-tests.ts'

const html = `<h1>The <b>green</b> meadow <a href="https://farm.example/">of the farm</a></h1>
  <p>A <a href="https://farm.example/a">green</a> mea<b>dow</b>, and a <i>green
  meadow</i> again.</p>
  <ul><li>Green <code>meadow</code></li><li>A field</li></ul>
  <table><tr><th>Green meadow</th><th>Field</th></tr><tr><td>1</td><td>a <u>green</u> meadow</td></tr></table>`

/** Evaluated in the page, where it is the function of the browser. */
declare const getComputedStyle: (
  element: unknown,
  part: string,
) => { readonly color: string; readonly backgroundColor: string }

/** Texts of the marked hits in the result, and the elements in which the current one begins. */
async function readMarks(page: Page): Promise<{ all: string[]; current: string[] }> {
  return await page.evaluate(() => {
    interface Element {
      readonly tagName: string
      closest(selector: string): Element | null
    }
    interface Mark {
      readonly startContainer: { readonly parentElement: Element }
      toString(): string
    }
    const { CSS } = globalThis as unknown as { CSS: { highlights: Map<string, Iterable<Mark>> } }
    const inResult = (name: string): Mark[] =>
      [...(CSS.highlights.get(name) ?? [])].filter((mark) => mark.startContainer.parentElement.closest('.panel'))
    return {
      all: inResult('search').map((mark) => mark.toString().replace(/\s+/g, ' ')),
      current: inResult('search-current').map(
        ({ startContainer }) => startContainer.parentElement.closest('h1, p, li, th, td')?.tagName ?? '',
      ),
    }
  })
}

export function testSearch(web: WebTests): void {
  describe('search', () => {
    test('hits in headings, links, lists and cells, across elements, are marked and reached in order', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/')
      await chooseOptions(page, { links: 'true' })
      await dropFile(page, { name: 'meadow.html', type: 'text/html', bytes: new TextEncoder().encode(html) })
      await isDone(page)
      await page.locator('.segment a').first().waitFor()
      const search = page.getByPlaceholder('Search')
      await search.fill('GREEN  meadow')
      await waitToSee(page, page.getByText('Matches: 6'))
      expect((await readMarks(page)).all.map((text) => text.toLowerCase())).toEqual(Array(6).fill('green meadow'))
      const visited: string[] = []
      for (let number = 1; number <= 7; number++) {
        await search.press('Enter')
        await page.getByText(`${((number - 1) % 6) + 1} of 6`, { exact: true }).waitFor()
        visited.push(...(await readMarks(page)).current)
      }
      expect(visited).toEqual(['H1', 'P', 'P', 'LI', 'TH', 'TD', 'H1'])
      await page.getByRole('button', { name: 'Previous match' }).click()
      await page.getByText('6 of 6', { exact: true }).waitFor()
      expect((await readMarks(page)).current).toEqual(['TD'])
      await search.fill('meadow of')
      await page.getByText('Matches: 1').waitFor()
      expect((await readMarks(page)).all).toEqual(['meadow of'])
      for (const text of ['field 1', 'nowhere']) {
        await search.fill(text)
        await page.getByText('No match').waitFor()
        expect((await readMarks(page)).all).toEqual([])
      }
      expect(problems).toEqual([])
    })

    test('a hit after a page break leads to the paragraph and the table that began before it', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/')
      const bytes = new Uint8Array(await fixture('pdf-cross-page'))
      await dropFile(page, { name: 'pages.pdf', type: 'application/pdf', bytes })
      await isDone(page)
      const search = page.getByPlaceholder('Search')
      for (const [text, tag] of [
        ['field 40 gave', 'P'],
        ['46.5', 'TD'],
      ] as const) {
        await search.fill(text)
        await search.press('Enter')
        await expect.poll(async () => (await readMarks(page)).current, { timeout: 5000 }).toEqual([tag])
        await page.locator('.box.match.selected').waitFor()
      }
      await web.look(page, 'search')
      expect(problems).toEqual([])
    })

    test('hits on the pages do not hide the words of the image', async () => {
      const { page } = await web.browser().open({ key: web.key() })
      await page.goto('/#sample=report')
      await isDone(page)
      const line = page.locator('.page .text-line').first()
      await line.waitFor()
      for (const name of ['search', 'search-current']) {
        const style = await line.evaluate((element, highlight) => {
          const { color, backgroundColor } = getComputedStyle(element, `::highlight(${highlight})`)
          return { color, backgroundColor }
        }, name)
        expect(style).toEqual({
          color: 'rgba(0, 0, 0, 0)',
          backgroundColor: name === 'search' ? 'rgba(255, 214, 64, 0.45)' : 'rgba(255, 138, 0, 0.55)',
        })
      }
    })
  })
}
