/** The playground with samples, dropped and pasted files, its views, comparison, and a hostile document. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { copySelection, dropFile, pasteFile, selectText } from './browser.node.ts'
import { chooseOptions, createKeyFor, isDone, sample, type WebTests } from './web-tests.ts'

export function testPlayground(web: WebTests): void {
  describe('playground', () => {
    test('a sample asks for the key first; a wrong key is refused with the reason', async () => {
      const { page } = await web.browser().open()
      await page.goto('/')
      await web.expectNoBarriers(page)
      await web.look(page, 'start')
      await page.getByText('Headings, nested lists').click()
      await page.getByLabel('Key', { exact: true }).fill('sk-wrong')
      await page.getByText('Save and check').click()
      await page.getByText('Invalid API key').waitFor()
      await page.getByLabel('Key', { exact: true }).fill(web.key())
      await page.getByText('Save and check').click()
      await isDone(page)
      await web.expectNoShift(page)
      expect(new URL(page.url()).hash).toContain('sample=report')
    })

    test('drop a PDF, find its blocks in the text and back, search, switch tabs, download', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/')
      await dropFile(page, { name: 'report.pdf', type: 'application/pdf', bytes: sample('report.pdf') })
      await isDone(page)
      await page.locator('.page').first().locator('.text-line').first().waitFor()
      await web.expectNoShift(page)
      const table = page.locator('.box.type-table').first()
      await selectText(page, table.locator('.block-text').nth(0), table.locator('.block-text').nth(1))
      expect(await copySelection(page)).toMatch(/^Field\t\w+/)
      await selectText(page, page.locator('.block-text').nth(0), page.locator('.block-text').nth(1))
      expect(await copySelection(page)).toMatch(/^Harvest Report[^\t]*\n./)
      // Selecting text selects no block, and screen readers do not read it twice.
      expect(await page.locator('.box.selected, .block-text:not([aria-hidden=true])').count()).toBe(0)
      await table.click()
      expect(await page.locator('.segment.selected th').first().textContent()).toBe('Field')
      await page.locator('.segment', { hasText: 'The orchard is the exception' }).click()
      expect(await page.locator('.box.selected button').getAttribute('aria-label')).toContain(
        'The orchard is the exception',
      )
      await page.locator('.segment', { hasText: 'Weather and soil' }).hover()
      expect(await page.locator('.box.hovered button').getAttribute('aria-label')).toContain('Weather and soil')
      await page.keyboard.press('n')
      await page.getByPlaceholder('Search').fill('barn roof')
      await page.keyboard.press('Enter')
      await page.locator('.box.match.selected').waitFor()
      expect(new URL(page.url()).hash).toMatch(/block=1\.\d+/)
      await page.getByPlaceholder('Search').fill('')
      await web.expectNoBarriers(page)
      await web.look(page, 'document')

      for (const [tab, text] of [
        ['Markdown', '# Harvest Report'],
        ['Blocks', 'Heading'],
        ['Tables', 'Yield by field'],
        ['Figures', 'Income and costs'],
        ['Chunks', 'tokens'],
        ['Code', 'curl -sS'],
      ] as const) {
        await page.getByRole('tab', { name: tab }).click()
        await page.locator('[role=tabpanel]', { hasText: text }).waitFor()
      }
      await page.getByRole('tab', { name: 'Tables' }).click()
      await web.look(page, 'tables')
      const [workbook] = await Promise.all([
        page.waitForEvent('download'),
        page.getByText('All tables as XLSX').click(),
      ])
      expect(
        readFileSync(await workbook.path())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK')
      await page.getByText('Download', { exact: true }).first().click()
      const [zip] = await Promise.all([page.waitForEvent('download'), page.getByText('Zip', { exact: true }).click()])
      expect(zip.suggestedFilename()).toBe('report.zip')
      expect(
        readFileSync(await zip.path())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK')
      expect(problems).toEqual([])
    })

    test('two results of one file are compared', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/#sample=paper')
      await isDone(page)
      await page.locator('.katex').first().waitFor()
      await web.expectNoShift(page)
      await chooseOptions(page, { formula: 'ascii' })
      await page.getByRole('button', { name: 'Parse again' }).click()
      await isDone(page)
      await page.getByRole('tab', { name: /Compare/ }).click()
      await page.getByText(/Different lines: \d+/).waitFor()
      expect(await page.locator('.compare-table tr.changed mark').count()).toBeGreaterThan(0)
      await web.expectNoBarriers(page)
      await web.look(page, 'compare')
      expect(problems).toEqual([])
    })

    test('a key that is refused is replaced, and the document is parsed', async () => {
      const { page } = await web.browser().open({ key: 'sk-refused' })
      await page.goto('/#sample=report')
      await page.getByText('code 1107').waitFor()
      await page.getByRole('button', { name: 'Use another key' }).click()
      await page.getByLabel('Key', { exact: true }).fill(web.key())
      await page.keyboard.press('Enter')
      await isDone(page)
      await page.evaluate("localStorage.setItem('sheaf.key', 'sk-refused')")
    })

    test('a quota that does not suffice is explained', async () => {
      const poor = await createKeyFor(web.target(), { free_per_day: 1, free_per_month: 1 })
      const { page } = await web.browser().open({ key: poor })
      await page.goto('/#sample=report')
      await page.getByText('code 1123').waitFor()
      await page.getByText('Choose fewer pages in the options, or have pages added').waitFor()
      await web.expectNoBarriers(page)
    })

    test('a hostile document stays text', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/')
      const html = `<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1><table><tr><th>&lt;img src=x onerror=alert(2)&gt;</th><td>a</td></tr>
        <tr><td>[x](javascript:alert(3))</td><td>b</td></tr></table><p>[click](javascript:alert(4)) &lt;svg onload=alert(5)&gt;</p>
        <p>![x](https://elsewhere.example/p.png) &lt;iframe src="https://elsewhere.example"&gt; $\\href{javascript:alert(6)}{x}$</p>`
      const name = '<img src=x onerror=alert(7)>.html'
      await dropFile(page, { name, type: 'text/html', bytes: new TextEncoder().encode(html) })
      await isDone(page)
      for (const tab of ['Document', 'Markdown', 'Blocks', 'Tables', 'Chunks', 'Code']) {
        await page.getByRole('tab', { name: tab }).click()
        await page
          .locator(`#panel-${tab.toLowerCase()} :is(.segment, pre, .block-row, table, .card, .empty)`)
          .first()
          .waitFor()
        const active = page.locator(
          '[role=tabpanel] :is(script, iframe, svg:not(.icon), object, form, a[href^="javascript" i], img[src^="http"], [onerror], [onload])',
        )
        expect([tab, await active.count()]).toEqual([tab, 0])
      }
      expect(await page.locator('h1').textContent()).toContain('onerror')
      expect(problems).toEqual([])
    })
  })
}

/** For one runtime, because only code in the browser differs from the tests above. */
export function testPlaygroundInBrowser(web: WebTests): void {
  describe('playground, in the browser', () => {
    test('a pasted image is parsed, and no tab is cut off', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/')
      await chooseOptions(page, { ocr: 'off' })
      await pasteFile(page, { name: 'image.png', type: 'image/png', bytes: await fixture('image-png') })
      await isDone(page)
      await page.locator('.page img').first().waitFor()
      const overflow = await page.locator('.result-bar .tabs').evaluate((row) => row.scrollWidth - row.clientWidth)
      expect(overflow).toBe(0)
      expect(problems).toEqual([])
    })

    test('several files are parsed one after another, and the first one is shown', async () => {
      const { page, problems } = await web.browser().open({ key: await createKeyFor(web.target()) })
      await page.goto('/')
      const fileOf = (name: string) => ({ name, mimeType: 'text/html', buffer: Buffer.from(`<p>Of ${name}</p>`) })
      await page.locator('input[type=file]').setInputFiles(['a.html', 'b.html', 'c.html'].map(fileOf))
      const results = page.getByRole('combobox', { name: 'Results' })
      await results.locator('option').nth(2).waitFor({ state: 'attached' })
      await page.locator('.segment', { hasText: 'Of a.html' }).waitFor()
      await results.selectOption('2: b.html')
      await page.locator('.segment', { hasText: 'Of b.html' }).waitFor()
      expect(problems).toEqual([])
    })

    test('results are kept in this browser until they are removed, and without IndexedDB there are none', async () => {
      const { page, problems } = await web.browser().open({ key: await createKeyFor(web.target()) })
      const parses: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/parse/')) parses.push(request.url())
      })
      const bytes = new TextEncoder().encode('<h1>To be kept</h1><p>A text.</p>')
      await page.goto('/')
      for (const name of ['first.html', 'second.html']) {
        await dropFile(page, { name, type: 'text/html', bytes })
        await page.waitForURL(/#recent=\d+/)
        await isDone(page)
        if (name === 'second.html') await page.reload()
        await page.locator('.segment', { hasText: 'To be kept' }).waitFor()
        await page.getByRole('button', { name: 'New document' }).click()
        await page.getByRole('button', { name, exact: true }).waitFor()
      }
      await web.expectNoBarriers(page)
      await web.look(page, 'recents')
      await page.getByRole('button', { name: 'first.html', exact: true }).click()
      await page.locator('.segment', { hasText: 'To be kept' }).waitFor()
      expect(parses.length).toBe(2)
      await page.getByRole('button', { name: 'New document' }).click()
      await page.getByRole('button', { name: 'Remove first.html' }).click()
      await page.getByRole('button', { name: 'first.html', exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Clear all' }).click()
      await page.locator('.recents li').waitFor({ state: 'detached' })

      await page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
      await page.goto('/?private')
      await page.getByText('This browser keeps no results').waitFor()
      await dropFile(page, { name: 'third.html', type: 'text/html', bytes })
      await isDone(page)
      expect(problems).toEqual([])
    })

    test('errors are explained in the language of the page, with the text of the service below', async () => {
      const poor = await createKeyFor(web.target(), { free_per_day: 1, free_per_month: 1 })
      const { page } = await web.browser().open({ key: poor, language: 'zh-CN', width: 390 })
      await page.goto('/#sample=report')
      const notice = page.locator('.notice.error')
      await notice.getByText('剩余页数不足以解析该文档。').waitFor()
      await notice.getByText('请在选项中减少页数').waitFor()
      expect(await notice.locator('[lang=en]').textContent()).toMatch(/2 pages/)
      await web.expectNoBarriers(page)
      await web.look(page, 'phone-chinese-error')
      await page.getByLabel('语言').selectOption('en')
      await notice.getByText('The pages left do not suffice for the document.').waitFor()

      await page.goto('/dashboard')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByLabel('Language').selectOption('zh-CN')
      await page.locator('input[type=password]').fill('sk-wrong')
      await page.keyboard.press('Enter')
      await notice.getByText('密钥缺失或无效。').waitFor()
      expect(await notice.locator('[lang=en]').textContent()).toContain('Invalid API key')
      await web.expectNoBarriers(page)
    })

    test('Chinese, on a phone, in the dark', async () => {
      const { page, problems } = await web.browser().open({ key: web.key(), width: 390, dark: true, language: 'zh-CN' })
      await page.goto('/')
      await page.getByText('拖入或粘贴文档').waitFor()
      await web.look(page, 'phone-start')
      await page.goto('/#sample=notice')
      await isDone(page)
      await page.locator('.page img').first().waitFor()
      await web.expectNoShift(page)
      await web.expectNoBarriers(page)
      await web.look(page, 'phone-pages')
      await page.getByRole('button', { name: '结果' }).click()
      await page.locator('.segment h1').first().waitFor()
      await web.look(page, 'phone-result')
      const width = await page.locator('html').evaluate((element) => element.scrollWidth)
      expect(width).toBeLessThanOrEqual(390)
      expect(problems).toEqual([])
    })
  })
}
