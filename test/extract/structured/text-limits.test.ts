/** Long texts in small uploads are refused before V8 runs out of memory, which can end the whole process. */
import { describe, expect, test } from 'vitest'
import { limitElements } from '../../../src/zip/element-limit.ts'
import { bytesOf, outlineOf } from './build.ts'

const tooMuch = { name: 'ParseError', code: 1132, message: expect.stringContaining('10000000 characters') }
const long = 'x'.repeat(10_000_001)

describe('one text above the limit', () => {
  test.each([
    ['.txt', long],
    ['.html', `<p>${long}`],
    ['.md', `# a\n\n${long}`],
    ['.csv', `a,b\n"${long}",c\n`],
    ['.rtf', `{\\rtf1 ${long}}`],
  ])('%s', async (fileType, text) => {
    await expect(outlineOf(bytesOf(text), fileType)).rejects.toMatchObject(tooMuch)
  })
})

test('embedded images of a web page are not text', async () => {
  const image = `<img alt="a" src="data:image/png;base64,${'A'.repeat(10_000_000)}">`
  expect(await outlineOf(bytesOf(`<p>Words</p>${image}`), '.html')).toContain('Words')
})

describe('a part of an archive', () => {
  const check = (part: string, ...chunks: string[]) => {
    const limit = limitElements(part)!
    for (const chunk of chunks) limit.add(bytesOf(chunk))
    return () => limit.check()
  }
  const half = 'x'.repeat(6_000_001)

  test('texts and long tags count, also in several chunks and in web pages', () => {
    for (const part of ['word/document.xml', 'chapter.xhtml'])
      expect(check(part, `<w><t>${half}`, `${half}</t></w>`)).toThrow(
        expect.objectContaining({ code: 1132, message: expect.stringContaining('12000002 bytes of text') }),
      )
    expect(check('word/document.xml', `<w a="${half}`, `${half}"/>`)).toThrow(expect.objectContaining({ code: 1132 }))
  })

  test('usual tags do not, nor parts whose readers have their own limits', () => {
    const chunk = '<w:r w:rsid="00AB12CD"><w:t/></w:r>'.repeat(10_000)
    check('word/document.xml', ...Array.from({ length: 30 }, () => chunk))()
    check('xl/worksheets/sheet1.xml', half, half)()
    expect(limitElements('word/media/image1.png')).toBeNull()
  })
})
