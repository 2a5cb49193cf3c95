import { expect, test } from 'vitest'
import { storeOpenDocumentFields, storeSlideFields } from '../../../../src/office/fixups/fields/element-fields.ts'

const properties = '<a:rPr lang="en-US"><a:latin typeface="Arial"/></a:rPr>'
const slideField = (type: string, content: string) =>
  `<a:p><a:fld id="{0}" type="${type}">${content}</a:fld><a:endParaRPr/></a:p>`
const plain = (content: string) => `<a:p><a:r>${content}</a:r><a:endParaRPr/></a:p>`

test('dates on slides become text runs; slide numbers are unchanged', () => {
  const text = `${properties}<a:t>3 May</a:t>`
  expect(storeSlideFields(slideField('datetime1', text))).toBe(plain(text))
  expect(
    storeSlideFields(slideField('datetimeFigureOut', `${properties}<a:pPr><a:buNone/></a:pPr><a:t>x</a:t>`)),
  ).toBeNull()
  expect(storeSlideFields(slideField('datetime', `${properties}<a:pPr/><a:t>x</a:t>`))).toBe(
    plain(`${properties}<a:t>x</a:t>`),
  )
  expect(storeSlideFields(slideField('slidenum', text) + slideField('datetime4', text))).toBe(
    slideField('slidenum', text) + plain(text),
  )
  for (const content of ['', properties, `${properties}<a:t/>`, `${properties}<a:t></a:t>`, `<a:r>${text}</a:r>`])
    expect(storeSlideFields(slideField('datetime1', content))).toBeNull()
  expect(storeSlideFields(`<a:fld type="datetime1">${text}`)).toBeNull()
})

test('OpenDocument fields become their text; page numbers and fields with child elements are unchanged', () => {
  const change = (body: string) => storeOpenDocumentFields(`<text:p>${body}</text:p>`)
  expect(
    change('a <text:date style:data-style-name="N1" text:date-value="2001-05-03">3 May &amp; on</text:date>.'),
  ).toBe('<text:p>a 3 May &amp; on.</text:p>')
  expect(change("<text:file-name text:display='a>b'>x.odt</text:file-name>")).toBe('<text:p>x.odt</text:p>')
  expect(change('<text:sender-firstname>A</text:sender-firstname><text:print-time>B</text:print-time>')).toBe(
    '<text:p>AB</text:p>',
  )
  for (const kept of [
    'date/',
    'date></text:date',
    'page-number>1</text:page-number',
    'page-count>1</text:page-count',
    'dated>1</text:dated',
    'date><b/></text:date',
  ])
    expect(change(`<text:${kept}>`)).toBeNull()
})

// Quadratic time would take hours.
test('runs in linear time', { timeout: 60_000 }, () => {
  for (const part of ['<text:date ', '<text:date a="', '<text:date>x', '<text:date           '])
    expect(storeOpenDocumentFields(part.repeat(1_000_000 / part.length))).toBeNull()
  for (const part of ['<a:fld type="date">', '<a:fld type="date"><a:rPr/><a:t>x', '<a:fld type="date"><a:pPr>']) {
    storeSlideFields(part.repeat(1_000_000 / part.length))
    storeSlideFields(`${part.repeat(1_000_000 / part.length)}</a:fld>`)
  }
})
