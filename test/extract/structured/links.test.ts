/** Hyperlinks of structured formats in titles, paragraphs, items and cells. */
import { describe, expect, test } from 'vitest'
import type { Block } from '../../../src/model/document.ts'
import type { Hyperlink } from '../../../src/model/hyperlinks.ts'
import { bytesOf, docx, odf, p, pptx, readPages, xlsx } from './build.ts'

const site = 'https://example.com/a'

async function linksOf(bytes: Uint8Array, fileType: string, asked = true): Promise<(readonly Hyperlink[])[]> {
  const [page] = await readPages(bytes, fileType, { links: asked })
  const own = (block: Block): (readonly Hyperlink[])[] => {
    if (block.kind === 'table') return block.cells.flatMap(({ links }) => (links === undefined ? [] : [links]))
    return block.kind === 'figure' || block.links === undefined ? [] : [block.links]
  }
  return (page?.page.blocks ?? []).flatMap(own)
}

describe('HTML', () => {
  const html = `<h1>See <a href="${site}">the <b>site</b></a></h1><p>Read <a href="${site}?b">more
    about it</a>, or <a href="/here">here</a>, <a href="javascript:alert(1)">not</a>.</p>
    <ul><li><a href="${site}?1">One</a><li>Two <a href="${site}?2">One</a></ul>
    <table><tr><td><a href="${site}?c">cell</a></td><td>none</td></tr></table><p><a href="${site}?d"><div>block</div></a>`

  test('in titles, paragraphs, items and cells', async () => {
    expect(await linksOf(bytesOf(html), '.html')).toEqual([
      [{ text: 'the site', url: site }],
      [{ text: 'more about it', url: `${site}?b` }],
      [
        { text: 'One', url: `${site}?1` },
        { text: 'One', url: `${site}?2` },
      ],
      [{ text: 'cell', url: `${site}?c` }],
      [{ text: 'block', url: `${site}?d` }],
    ])
  })

  test('none unless requested', async () => {
    expect(await linksOf(bytesOf(html), '.html', false)).toEqual([])
  })
})

test('Markdown', async () => {
  expect(await linksOf(bytesOf(`# T\n\nRead [the *site*](${site}) or <${site}>.`), '.md')).toEqual([
    [
      { text: 'the site', url: site },
      { text: site, url: site },
    ],
  ])
})

test('Word: by relationship, by field, and in cells; internal links are left out', async () => {
  const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
  const field = `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "${site}?f" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('by field')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
  const linked = (id: string, text: string): string => `<w:hyperlink r:id="${id}">${run(text)}</w:hyperlink>`
  const body = [
    p(
      `${run('Read ')}${linked('h1', 'the site')}${run(', ')}${field}${run(' or ')}<w:hyperlink w:anchor="here">${run('inside')}</w:hyperlink>`,
    ),
    `<w:tbl><w:tr><w:tc>${p(linked('h1', 'cell'))}</w:tc><w:tc>${p('b')}</w:tc></w:tr></w:tbl>`,
  ].join('')
  expect(await linksOf(docx(body, {}, { h1: ['hyperlink', site] }), '.docx')).toEqual([
    [
      { text: 'the site', url: site },
      { text: 'by field', url: `${site}?f` },
    ],
    [{ text: 'cell', url: site }],
  ])
})

test('OpenDocument', async () => {
  const body = `<text:p>Read <text:a xlink:href="${site}">the <text:span>site</text:span></text:a>, or <text:a xlink:href="#here">here</text:a></text:p>`
  expect(await linksOf(odf('text', body), '.odt')).toEqual([[{ text: 'the site', url: site }]])
})

test('slides', async () => {
  const shapes = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:nvPr/></p:nvSpPr><p:txBody><a:p><a:r><a:t>Read </a:t></a:r><a:r><a:rPr><a:hlinkClick r:id="h1"/></a:rPr><a:t>the site</a:t></a:r></a:p></p:txBody></p:sp>`
  expect(await linksOf(pptx([{ shapes, links: { h1: site } }]), '.pptx')).toEqual([[{ text: 'the site', url: site }]])
})

test('cells of workbooks; links of whole columns are left out', async () => {
  const cell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = `<row r="1">${cell('A1', 'Name')}${cell('B1', 'Place')}</row><row r="2">${cell('A2', 'one')}${cell('B2', 'the site')}</row>`
  const content = `<sheetData>${rows}</sheetData><hyperlinks><hyperlink ref="B2" r:id="h1"/><hyperlink ref="A1:A1048576" r:id="h1"/><hyperlink ref="A2" location="B1"/></hyperlinks>`
  expect(await linksOf(xlsx({ Sheet: { content, links: { h1: site } } }), '.xlsx')).toEqual([
    [{ text: 'the site', url: site }],
  ])
  const row = `<table:table-row><table:table-cell office:value-type="string"><text:p>see <text:a xlink:href="${site}">the site</text:a></text:p></table:table-cell></table:table-row>`
  expect(await linksOf(odf('spreadsheet', `<table:table table:name="T">${row}</table:table>`), '.ods')).toEqual([
    [{ text: 'the site', url: site }],
  ])
})
