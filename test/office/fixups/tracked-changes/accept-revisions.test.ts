import { describe, expect, test } from 'vitest'
import { acceptRevisions } from '../../../../src/office/fixups/tracked-changes/accept-revisions.ts'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const wrap = (body: string) => `<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`
const accept = (body: string) => acceptRevisions(wrap(body))?.replace(/^.*<w:body>|<\/w:body>.*$/g, '') ?? null
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
const deletedMark = '<w:pPr><w:rPr><w:del w:id="1" w:author="A &gt; B"/></w:rPr></w:pPr>'

describe('tracked changes are accepted', () => {
  test('a part without tracked changes is unchanged', () => {
    expect(accept(`<w:p>${run('as it is')}</w:p>`)).toBeNull()
    expect(acceptRevisions('<html><del>no Word</del></html>')).toBeNull()
  })

  test('deleted runs are removed, inserted runs are kept without the markup', () => {
    const body = `<w:p>${run('a')}<w:del w:id="1"><w:r><w:delText>b</w:delText></w:r></w:del><w:ins w:id="2">${run('c')}</w:ins></w:p>`
    expect(accept(body)).toBe(`<w:p>${run('a')}${run('c')}</w:p>`)
  })

  test('moved text is kept only at its new position', () => {
    const body = `<w:p><w:moveFrom w:id="1">${run('m')}</w:moveFrom></w:p><w:p><w:moveTo w:id="2">${run('m')}</w:moveTo></w:p>`
    expect(accept(body)).toBe(`<w:p></w:p><w:p>${run('m')}</w:p>`)
    const ranges = `<w:p><w:moveFromRangeStart w:id="1"/><w:moveFrom w:id="2">${run('x')}</w:moveFrom><w:moveFromRangeEnd w:id="1"/></w:p>`
    expect(accept(ranges)).toBe('<w:p><w:moveFromRangeStart w:id="1"/><w:moveFromRangeEnd w:id="1"/></w:p>')
  })

  test('a deletion inside an insertion or inside another deletion', () => {
    expect(accept(`<w:p><w:ins w:id="1">${run('a')}<w:del w:id="2">${run('b')}</w:del></w:ins></w:p>`)).toBe(
      `<w:p>${run('a')}</w:p>`,
    )
    expect(accept(`<w:p><w:del w:id="1"><w:del w:id="2">${run('b')}</w:del>${run('c')}</w:del>${run('d')}</w:p>`)).toBe(
      `<w:p>${run('d')}</w:p>`,
    )
  })

  test('a paragraph with a deleted mark is joined with the next one, or removed if it is empty', () => {
    expect(
      accept(`<w:p>${deletedMark}${run('one ')}</w:p><w:p><w:pPr><w:jc w:val="left"/></w:pPr>${run('two')}</w:p>`),
    ).toBe(`<w:p><w:pPr><w:rPr></w:rPr></w:pPr>${run('one ')}${run('two')}</w:p>`)
    expect(
      accept(
        `<w:p>${run('a')}</w:p><w:p>${deletedMark}<w:del w:id="2">${run('b')}</w:del></w:p><w:p>${run('c')}</w:p>`,
      ),
    ).toBe(`<w:p>${run('a')}</w:p><w:p>${run('c')}</w:p>`)
    // Three paragraphs become one, and all tags are closed.
    const three =
      accept(`<w:p>${deletedMark}${run('1')}</w:p><w:p>${deletedMark}${run('2')}</w:p><w:p>${run('3')}</w:p>`) ?? ''
    expect(three.match(/<w:p>/g)).toHaveLength(1)
    expect(three.match(/<\/w:p>/g)).toHaveLength(1)
    expect(three.replace(/<[^>]+>/g, '')).toBe('123')
  })

  test('deleted table rows are removed', () => {
    const row = (text: string, properties = '') => `<w:tr>${properties}<w:tc><w:p>${run(text)}</w:p></w:tc></w:tr>`
    const body = `<w:tbl>${row('a')}${row('b', '<w:trPr><w:del w:id="3"/></w:trPr>')}${row('c', '<w:trPr><w:ins w:id="4"/></w:trPr>')}</w:tbl>`
    expect(accept(body)).toBe(`<w:tbl>${row('a')}${row('c', '<w:trPr></w:trPr>')}</w:tbl>`)
  })

  test('other prefixes and the default namespace', () => {
    expect(
      acceptRevisions(`<x:document xmlns:x="${word}"><x:p><x:del x:id="1"><x:r/></x:del></x:p></x:document>`),
    ).toBe(`<x:document xmlns:x="${word}"><x:p></x:p></x:document>`)
    expect(acceptRevisions(`<document xmlns="${word}"><p><del id="1"><r/></del></p></document>`)).toBe(
      `<document xmlns="${word}"><p></p></document>`,
    )
  })
})

test('runs in linear time, also without closing tags', { timeout: 60_000 }, () => {
  for (const part of ['<w:del>', '<w:moveFrom><w:p>', '<w:p><w:del>x</w:del>', '<w:del><w:del></w:del>']) {
    const start = performance.now()
    acceptRevisions(`<w:document xmlns:w="${word}">${part.repeat(1_000_000 / part.length)}`)
    expect(performance.now() - start).toBeLessThan(5_000)
  }
})
