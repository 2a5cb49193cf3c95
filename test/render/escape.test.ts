import { describe, expect, test } from 'vitest'
import { escapeHtml } from '../../src/model/escape-html.ts'
import { escapeAlt, escapeHeading, escapeInline, escapeParagraph, linkDestination } from '../../src/render/escape.ts'

describe('keeps text that CommonMark does not interpret', () => {
  for (const text of [
    'Plain words, with (brackets), "quotes" – and dashes.',
    '5 * 3 * 2 = 30',
    'p < 0.05 and a<b, x > y',
    '*p < 0.05, **p < 0.01',
    'Price* and tax**',
    'snake_case_name and CONSTANT_NAME',
    'Name: ____ Date: ____',
    'Name:____ Date:____',
    'See [1], [2] (page 3) and [a b].',
    'two lines\nof well-known words',
    'a | b\n| |',
    '== a first line',
    '===',
    '--',
    'Fish & chips; AT&T; R&D',
    'C:\\Users\\name',
    'a single ` backtick',
    '#hashtag and C# and #1',
    '-5 degrees, +49 30 1234, *starred',
    '3.5 million',
    '1.Introduction',
    '(1) first',
    'a | b | c',
    'x ~ y, ~5 to ~10',
    'Wow! [link]',
    '中文文本，“引号”与（括号）。',
    '1234567890. is too long for a list number',
    'https://example.org/a_b_c?x=1&y=2',
    '$5 and $10',
    '----- torn off here -----',
    '=====',
  ])
    test(text, () => expect(escapeParagraph(text)).toBe(text))
})

describe('escapes text that CommonMark would interpret as markup', () => {
  const cases: [string, string][] = [
    ['*word*', '\\*word*'],
    ['a **bold** word', 'a \\*\\*bold** word'],
    ['a*b*c', 'a\\*b*c'],
    ['_note_ and __init__', '\\_note_ and \\_\\_init__'],
    ['~~gone~~', '\\~\\~gone~~'],
    ['`code`', '\\`code\\`'],
    ['``a` and ``b', '\\`\\`a\\` and \\`\\`b'],
    ['<b>bold</b>', '\\<b>bold\\</b>'],
    ['<https://example.org>', '\\<https://example.org>'],
    ['<!-- no', '\\<!-- no'],
    ['&amp; &#38; &#x26; &copy; &nope', '\\&amp; \\&#38; \\&#x26; \\&copy; &nope'],
    ['[x](y)', '[x\\](y)'],
    ['![x](y)', '![x\\](y)'],
    ['y[i](z)', 'y[i\\](z)'],
    ['mail <me@example.org>', 'mail \\<me@example.org>'],
    ['[1]: a reference', '\\[1]: a reference'],
    ['a ` b\n``` c', 'a \\` b\n\\`\\`\\` c'],
    ['[a\nb]: c', '\\[a\nb]: c'],
    ['**\u{1f600}** smile', '\\*\\*\u{1f600}** smile'],
    ['# heading', '\\# heading'],
    ['######', '\\######'],
    ['> quote', '\\> quote'],
    ['>5', '\\>5'],
    ['- item', '\\- item'],
    ['+ item', '\\+ item'],
    ['* item', '\\* item'],
    ['-', '\\-'],
    ['1. item', '1\\. item'],
    ['12) item', '12\\) item'],
    ['2.', '2\\.'],
    ['---', '\\---'],
    ['**a\n***', '**a\n\\*\\*\\*'],
    ['* * *', '\\* * *'],
    ['____', '\\____'],
    ['```', '\\`\\`\\`'],
    ['~~~~', '\\~~~~'],
    ['a\\*b', 'a\\\\*b'],
    ['ends with \\', 'ends with \\\\'],
    ['*\u201cquoted\u201d*', '\\*\u201cquoted\u201d*'],
    ['\u{1f600}*a*', '\u{1f600}\\*a*'],
  ]
  for (const [text, escaped] of cases) test(text, () => expect(escapeParagraph(text)).toBe(escaped))
})

describe('lines of a paragraph', () => {
  test('keeps line breaks, removes empty lines and spaces at line ends', () =>
    expect(escapeParagraph('  one  \r\n\n   two ')).toBe('one\ntwo'))
  test('escapes block starts in every line', () =>
    expect(escapeParagraph('text\n# no\n1. no\n2. yes')).toBe('text\n\\# no\n1\\. no\n2. yes'))
  test('escapes setext underlines and table rows below text', () =>
    expect(escapeParagraph('a | b\n--- | ---\n===\n--')).toBe('a | b\n\\--- | ---\n\\===\n\\--'))
  test('escapes emphasis across lines', () => expect(escapeParagraph('*a\nb*')).toBe('\\*a\nb*'))
  test('escapes a backslash before a line break', () => expect(escapeParagraph('a\\\nb')).toBe('a\\\\\nb'))
})

test('headings: escapes closing hashes', () => {
  expect(escapeHeading('C#')).toBe('C#')
  expect(escapeHeading('Title #')).toBe('Title \\#')
  expect(escapeHeading('##')).toBe('\\##')
  expect(escapeHeading('1. Introduction\nagain')).toBe('1. Introduction again')
})

test('alternative text: escapes brackets, removes line breaks', () =>
  expect(escapeAlt('a [b] \n ](c')).toBe('a \\[b\\] \\](c'))

test('link destinations', () => {
  expect(linkDestination('images/p1-1.png')).toBe('images/p1-1.png')
  expect(linkDestination('my file (1)_images/p1-1.png')).toBe('<my file (1)_images/p1-1.png>')
})

test('HTML', () => expect(escapeHtml('<a href="x">&</a>')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;'))

test('inline text: no escapes for block starts', () => expect(escapeInline('# 1. - x')).toBe('# 1. - x'))
