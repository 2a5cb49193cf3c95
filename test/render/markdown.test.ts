import { expect, test } from 'vitest'
import type { Block } from '../../src/model/document.ts'
import type { ParseOptions } from '../../src/model/options.ts'
import { render } from '../../src/render/registry.ts'
import type { ImageLinks } from '../../src/render/types.ts'
import { cell, documentOf, figure, optionsWith, page, picture, table, text, title } from './documents.ts'

const url: ImageLinks = { kind: 'url', base: 'http://localhost/files/x/' }

function markdown(
  blocks: readonly Block[],
  options: ParseOptions = optionsWith({}),
  links: ImageLinks = { kind: 'none' },
): string {
  return render(documentOf([page(blocks)]), [picture('p1-1.png')], { options, links }).markdown ?? ''
}

const tabular = table(
  2,
  2,
  [cell(0, 0, 'A & <B>', { header: true, colSpan: 2 }), cell(1, 0, 'x\ny'), cell(1, 1, 'a|b *c*')],
  { picture: 'p1-1.png' },
)

test('blocks and pages are separated by an empty line; empty ones are skipped', () => {
  const document = documentOf([
    page([title('One'), text('  ')]),
    page([], { pageIndex: 1 }),
    page([text('two')], { pageIndex: 2 }),
  ])
  expect(render(document, [], { options: optionsWith({}), links: { kind: 'none' } }).markdown).toBe('# One\n\ntwo\n')
})

test('an empty document gives an empty string', () => expect(markdown([])).toBe(''))

test('titles: one # unless levels are requested', () => {
  expect(markdown([title('Deep', 3)])).toBe('# Deep\n')
  expect(markdown([title('Deep', 3)], optionsWith({ features: { enable_title_level_recognition: true } }))).toBe(
    '### Deep\n',
  )
  expect(markdown([title('Deeper', 9)], optionsWith({ features: { enable_title_level_recognition: true } }))).toBe(
    '###### Deeper\n',
  )
})

test('tables: HTML with merged and header cells', () =>
  expect(markdown([tabular])).toBe(
    '<table><tr><th colspan="2">A &amp; &lt;B&gt;</th></tr><tr><td>x y</td><td>a|b *c*</td></tr></table>\n',
  ))

test('tables: pipes, merged cells split and repeated', () => {
  const options = optionsWith({ elementFormats: { table: 'markdown' } })
  expect(markdown([tabular], options)).toBe('| A & \\<B> | A & \\<B> |\n| --- | --- |\n| x y | a\\|b \\*c* |\n')
  const tall = table(3, 2, [
    cell(0, 0, 'h'),
    cell(0, 1, 'i'),
    cell(1, 0, 'both', { rowSpan: 2 }),
    cell(1, 1, '1'),
    cell(2, 1, '2'),
  ])
  expect(markdown([tall], options)).toBe('| h | i |\n| --- | --- |\n| both | 1 |\n| both | 2 |\n')
})

test('tables: as an image if there is one, else HTML', () => {
  const options = optionsWith({ elementFormats: { table: 'image' } })
  expect(markdown([tabular], options, url)).toBe('![](http://localhost/files/x/p1-1.png)\n')
  expect(markdown([tabular], options)).toContain('<table>')
})

test('figures: short text is alternative text, longer text a paragraph', () => {
  expect(markdown([figure('Sales [2024]\nup', 'p1-1.png')], undefined, url)).toBe(
    '![Sales \\[2024\\] up](http://localhost/files/x/p1-1.png)\n',
  )
  expect(markdown([figure('word '.repeat(200).trim(), 'p1-1.png')], undefined, url)).toBe(
    `![](http://localhost/files/x/p1-1.png)\n\n${'word '.repeat(200).trim()}\n`,
  )
  expect(markdown([figure('a', 'p1-1.png')], undefined, { kind: 'file', folder: 'my doc_images/' })).toBe(
    '![a](<my doc_images/p1-1.png>)\n',
  )
})

test('figures: without images only the text, if any', () => {
  expect(
    markdown([figure('# Sales', 'p1-1.png'), figure('', 'p1-1.png'), text('Figure 1', { type: 'figure_caption' })]),
  ).toBe('\\# Sales\n\nFigure 1\n')
})

test('figures: text only with enable_image_understanding', () => {
  const options = optionsWith({ features: { enable_image_understanding: false } })
  expect(markdown([figure('Sales', 'p1-1.png')], options)).toBe('')
  expect(markdown([figure('Sales', 'p1-1.png')], options, url)).toBe('![](http://localhost/files/x/p1-1.png)\n')
})

test('code: verbatim, in a fence longer than any run of backticks inside', () => {
  expect(markdown([text('if (a)\n  *b* <c>', { type: 'code' })])).toBe('```\nif (a)\n  *b* <c>\n```\n')
  expect(markdown([text('\n```js\n```', { type: 'code' })])).toBe('````\n```js\n```\n````\n')
})

test('equations have one pair of dollar fences', () => {
  expect(markdown([text('$E = mc^2$', { type: 'equation' })])).toBe('$$\nE = mc^2\n$$\n')
})

test('headers, footers and notes are plain paragraphs', () =>
  expect(markdown([text('Report', { type: 'header' }), text('1. A note', { type: 'footnote' })])).toBe(
    'Report\n\n1\\. A note\n',
  ))

test('a numbered paragraph shows its number unless Markdown would count it differently', () => {
  expect(markdown([text('12. A rocket.'), text('It rises.'), text('15. A ball.'), text('16. A bird.')])).toBe(
    '12. A rocket.\n\nIt rises.\n\n15. A ball.\n\n16. A bird.\n',
  )
  expect(markdown([text('12. A rocket.'), text('15. A ball.')])).toBe('12\\. A rocket.\n\n15\\. A ball.\n')
  const list = text('', { items: [{ level: 0, marker: '1.', text: 'one' }] })
  expect(markdown([text('5. Reports'), list])).toBe('5\\. Reports\n\n1. one\n')
  expect(markdown([list, text('2. Two'), text('in the year')])).toBe('1. one\n\n2. Two\n\nin the year\n')
  expect(markdown([text('12. of the month')])).toBe('12\\. of the month\n')
})

test('lists: indented to the text of the parent item', () => {
  const items = [
    { level: 0, marker: '1.', text: 'one' },
    { level: 1, marker: '-', text: 'a' },
    { level: 2, marker: '- ', text: 'deep' },
    { level: 1, marker: '-', text: '- b' },
    { level: 0, marker: '10.', text: 'ten' },
    { level: 1, marker: 'a)', text: 'x' },
  ]
  expect(markdown([text('ignored', { items })])).toBe('1. one\n   - a\n     - deep\n   - \\- b\n10. ten\n    - a) x\n')
})

test('lists: a nested list that does not begin with 1 needs an empty line above', () => {
  const items = [
    { level: 0, marker: '-', text: 'a' },
    { level: 1, marker: '3.', text: 'c' },
    { level: 1, marker: '4.', text: 'd' },
    { level: 0, marker: '-', text: '' },
  ]
  expect(markdown([text('', { items })])).toBe('- a\n\n  3. c\n  4. d\n')
})
