import { strFromU8, unzipSync } from 'fflate'
import { parse } from 'parse5'
import { expect, test } from 'vitest'
import type { Block, DocumentPage, TextBlock } from '../../src/model/document.ts'
import { render } from '../../src/render/registry.ts'
import type { ImageLinks } from '../../src/render/types.ts'
import { cell, documentOf, figure, optionsWith, page, picture, table, text, title } from './documents.ts'

const links: ImageLinks = { kind: 'url', base: 'http://localhost/f/' }

function html(pages: readonly DocumentPage[], more: { links?: ImageLinks; embedded?: ImageLinks } = {}): string {
  const options = optionsWith({ outputFormats: ['html'] })
  return render(documentOf(pages), [picture('p1-1.png')], { options, links, ...more }).html ?? ''
}

/** The blocks of a page with these blocks. */
function body(blocks: readonly Block[]): string {
  const file = html([page(blocks)])
  return /<div class="page" id="page-1" dir="auto">\n?([\s\S]*?)\n<\/div>\n<\/body>/.exec(file)?.[1] ?? file
}

test('one file with a title and a page anchor for each page, numbered as in the document', () => {
  const file = html([page([title('A & B', 2), title('Guide', 1)]), page([text('x')], { pageIndex: 4 })])
  expect(file).toMatch(/^<!doctype html>/)
  expect(file).toContain('<title>Guide</title>')
  expect(file).toContain('<h2>A &amp; B</h2>\n<h1>Guide</h1>')
  expect(file).toContain('<div class="page" id="page-5" dir="auto">\n<p>x</p>\n</div>')
  expect(html([page([text('x')])])).toContain('<title>report.pdf</title>')
  const errors: string[] = []
  parse(file, { onParseError: ({ code }) => errors.push(code) })
  expect(errors).toEqual([])
})

test('text is never markup', () => {
  const attack = '<script>alert(1)</script> & <img src=x onerror=alert(1)> "'
  const written = body([text(attack), title(attack), text(attack, { type: 'code' }), table(1, 1, [cell(0, 0, attack)])])
  expect(written).not.toMatch(/<script|<img/)
  expect(written.match(/&lt;script&gt;/g)).toHaveLength(4)
  expect(html([page([title('</title><script>')])])).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>')
})

test('lists are nested; printed numbers are kept', () => {
  const items = [
    { level: 0, marker: '3.', text: 'Three' },
    { level: 1, marker: '- ', text: 'Inner' },
    { level: 1, marker: 'a)', text: 'Letter' },
    { level: 0, marker: '4.', text: 'Four' },
    { level: 0, marker: '-', text: 'Other' },
  ]
  expect(body([text('', { items })])).toBe(
    '<ol><li value="3">Three<ul><li>Inner</li><li>a) Letter</li></ul></li><li value="4">Four</li></ol><ul><li>Other</li></ul>',
  )
})

test('tables have header rows, spans and their caption', () => {
  const cells = [cell(0, 0, 'H', { header: true, colSpan: 2 }), cell(1, 0, 'a'), cell(1, 1, 'b & c')]
  expect(body([text('Table 1', { type: 'table_caption' }), table(2, 2, cells, { captions: [0] })])).toBe(
    '<table><caption>Table 1</caption><thead><tr><th colspan="2">H</th></tr></thead><tbody><tr><td>a</td><td>b &amp; c</td></tr></tbody></table>',
  )
  const crossing = [cell(0, 0, 'H', { header: true, rowSpan: 2 }), cell(1, 1, 'b')]
  expect(body([table(2, 2, crossing)])).toContain('<table><tbody><tr><th rowspan="2">H</th></tr>')
})

test('figures have their image as a data URI, their text and their caption', () => {
  const written = body([figure('axis', 'p1-1.png', [1]), text('Figure 1', { type: 'figure_caption' })])
  expect(written).toBe(
    '<figure><img src="data:image/png;base64,iVBORw==" alt="axis"><figcaption>Figure 1</figcaption></figure>',
  )
  const long = 'word '.repeat(80).trim()
  expect(body([figure(long, 'p1-1.png')])).toContain(`alt=""><p>${long}</p></figure>`)
  const without = html([page([figure('axis', 'p1-1.png'), figure('')])], { links: { kind: 'none' } })
  expect(without).toContain('<figure><p>axis</p></figure>\n</div>')
  const filledLater = html([page([figure('', 'p1-1.png')])], { embedded: { kind: 'base64', base: 'token/' } })
  expect(filledLater).toContain('<img src="token/p1-1.png"')
})

test('formulas are MathML, followed by their number', () => {
  const tree = { kind: 'letter', text: 'x', style: 'italic' } as const
  const formula: TextBlock = { ...text('x', { type: 'equation' }), formula: { tree, number: '1' } }
  expect(body([formula])).toBe(
    '<div class="equation"><math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mi>x</mi></math><span>(1)</span></div>',
  )
})

test('other texts have elements of their own', () => {
  const types = ['header', 'footer', 'sider', 'cate', 'footnote', 'code'] as const
  expect(body(types.map((type) => text('a\nb', { type }))).split('\n')).toEqual([
    '<header>a<br>b</header>',
    '<footer>a<br>b</footer>',
    '<aside>a<br>b</aside>',
    '<nav>a<br>b</nav>',
    '<p class="footnote">a<br>b</p>',
    '<pre><code>a',
    'b</code></pre>',
  ])
})

test('hyperlinks are kept', () => {
  const linked: TextBlock = { ...text('See here.'), links: [{ text: 'here', url: 'https://example.com/?a=1&b' }] }
  expect(body([linked])).toBe('<p>See <a href="https://example.com/?a=1&amp;b">here</a>.</p>')
})

test('in the zip images are files', () => {
  const { zip } = render(documentOf([page([figure('', 'p1-1.png')])]), [picture('p1-1.png')], {
    options: optionsWith({ outputFormats: ['html', 'zip'] }),
    links,
  })
  const entries = unzipSync(zip ?? new Uint8Array(0))
  expect(Object.keys(entries)).toEqual(['report.md', 'report.html', 'images/p1-1.png'])
  expect(strFromU8(entries['report.html'] ?? new Uint8Array(0))).toContain('<img src="images/p1-1.png"')
})
