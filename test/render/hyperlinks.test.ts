import { marked } from 'marked'
import { expect, test } from 'vitest'
import { locateLinks, toWebUrl } from '../../src/model/hyperlinks.ts'
import { escapeParagraph } from '../../src/render/escape.ts'
import { linkedHtml, linkedMarkdown } from '../../src/render/hyperlinks.ts'

const url = 'https://example.com/a'

test.each([
  'plain words',
  'the [1] and ] or [',
  '*starred* and _underlined_',
  '`code` with \\ and \\]',
  '# heading, 1. item, - dash',
  'a < b & c > d <b>',
])('link text renders unchanged: %s', (words) => {
  const source = linkedMarkdown(`Before ${words} behind.`, [{ text: words, url }], escapeParagraph)
  const html = marked.parse(source, { async: false })
  const shown = /<a href="([^"]*)">([\s\S]*)<\/a>/.exec(html)
  expect(shown?.[1]).toBe(url)
  expect(plain(shown?.[2] ?? '')).toBe(words)
  expect(plain(html)).toBe(`Before ${words} behind.`)
})

test('a URL as its own text is an autolink; parentheses in a URL do not end the link', () => {
  expect(linkedMarkdown('See https://example.com/a now', [{ text: url, url }], escapeParagraph)).toBe(
    'See <https://example.com/a> now',
  )
  expect(linkedMarkdown('here', [{ text: 'here', url: 'https://example.com/(a)' }], escapeParagraph)).toBe(
    '[here](<https://example.com/(a)>)',
  )
})

test('HTML escapes text and URLs', () => {
  expect(linkedHtml('a < b', [{ text: 'a <', url: 'https://example.com/?a=1&b="' }])).toBe(
    '<a href="https://example.com/?a=1&amp;b=&quot;">a &lt;</a> b',
  )
})

test('links are located in order, each once; missing ones are skipped', () => {
  const links = [
    { text: 'more', url: `${url}1` },
    { text: 'gone', url: `${url}2` },
    { text: 'more', url: `${url}3` },
    { text: 'last', url: `${url}4` },
  ]
  expect(locateLinks(['more or more', 'at last'], links)).toEqual([
    [
      { from: 0, to: 4, url: `${url}1` },
      { from: 8, to: 12, url: `${url}3` },
    ],
    [{ from: 3, to: 7, url: `${url}4` }],
  ])
})

test.each([
  ['https://example.com/a b', 'https://example.com/a%20b'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['javascript:alert(1)', null],
  ['file:///etc/passwd', null],
  ['data:text/html,x', null],
  ['https://me:secret@example.com/', null],
  ['/relative', null],
  [`https://example.com/${'a'.repeat(3000)}`, null],
])('%s becomes %s', (address, wanted) => {
  expect(toWebUrl(address)).toBe(wanted)
})

function plain(html: string): string {
  return html
    .replace(/<\/?[a-z][^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim()
}
