/** Malicious and damaged files get a clear error before they take memory or time. */
import { describe, expect, test } from 'vitest'
import { detectStructuredType } from '../../../src/extract/structured/detect.ts'
import { open as openStructured } from '../../../src/extract/structured/open.ts'
import { parseXml } from '../../../src/xml/xml.ts'
import { Archive, archiveLimits } from '../../../src/zip/archive.ts'
import { noOcr } from '../no-ocr.ts'
import { bytesOf, docx, epub, odf, outline, outlineOf, p, readPages, xlsx, zipOf } from './build.ts'

const refused = (words: string) =>
  expect.objectContaining({ name: 'ParseError', code: 1106, message: expect.stringContaining(words) })

/** Replaces the sizes in the directory of an archive. */
function withStatedSize(bytes: Uint8Array, size: number): Uint8Array {
  const changed = bytes.slice()
  const view = new DataView(changed.buffer)
  for (let at = 0; at + 4 < changed.length; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true)
  return changed
}

describe('archives', () => {
  const zeros = zipOf({ a: new Uint8Array(200_000) })

  test('too many entries, too many bytes, too high a ratio: nothing is decompressed', () => {
    expect(() => new Archive(zipOf({ a: 'x', b: 'x' }), { ...archiveLimits, maxEntries: 1 })).toThrow(
      refused('2 parts'),
    )
    expect(() => new Archive(zeros, { ...archiveLimits, maxBytes: 100_000 })).toThrow(refused('limit'))
    expect(() => new Archive(withStatedSize(zeros, 900_000_000))).toThrow(refused('times its size'))
  })

  test('wrong sizes in both directions', () => {
    expect(() => new Archive(withStatedSize(zeros, 50)).read('a')).toThrow(refused('larger than stated'))
    expect(() => new Archive(withStatedSize(zeros, 90_000_000)).read('a')).toThrow(refused('impossible size'))
    expect(() => new Archive(withStatedSize(zeros, 200_001)).read('a')).toThrow(refused('smaller than stated'))
  })

  test('too many elements: they are counted before the part is unpacked', () => {
    const part = (count: number) => `<w>${'<r><t>a</t></r>'.repeat(count / 2)}</w>`
    const file = zipOf({ 'word/document.xml': part(700_000), 'xl/worksheets/sheet1.xml': part(700_000) })
    expect(() => new Archive(file).read('word/document.xml')).toThrow(
      expect.objectContaining({ code: 1132, message: expect.stringMatching(/has 700001 elements.* limit is 600000/) }),
    )
    expect(new Archive(file).readRequired('xl/worksheets/sheet1.xml').length).toBe(part(700_000).length)
  })

  test('truncated anywhere', () => {
    const whole = docx(p('x'))
    for (const share of [0.1, 0.5, 0.9, 0.99])
      expect(() => new Archive(whole.subarray(0, whole.length * share))).toThrow(refused('damaged or cut off'))
  })

  test('names with backslashes or another case, and bytes before the archive', () => {
    const shifted = new Uint8Array([...bytesOf('stub before'), ...zipOf({ 'Word\\Document.xml': 'x' })])
    expect(new Archive(shifted).read('word/document.xml')).toEqual(bytesOf('x'))
  })
})

describe('XML', () => {
  test('entities of a document type are not expanded', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>'
    expect(parseXml(bytesOf(bomb), 'x').children.join('')).toBe('&c;')
  })

  test('excessive nesting, and XML that is not well-formed', () => {
    expect(() => parseXml(bytesOf('<a>'.repeat(2000)), 'The part')).toThrow(refused('nested'))
    expect(() => parseXml(bytesOf('<a><b></a>'), 'The part')).toThrow(refused('damaged'))
    expect(() => parseXml(bytesOf(''), 'The part')).toThrow(refused('The part'))
  })

  test('characters beyond 16 bits, other encodings, strict namespaces', () => {
    expect(parseXml(bytesOf('<a>&#x1F600;&amp;&#0;</a>'), 'x').children.join('')).toBe('😀&\ufffd')
    expect(
      parseXml(
        Uint8Array.from([...bytesOf('<?xml version="1.0" encoding="iso-8859-1"?><a>'), 0xe9, ...bytesOf('</a>')]),
        'x',
      ).children,
    ).toEqual(['é'])
    expect(parseXml(bytesOf('<x:p xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"/>'), 'x').name).toBe('w:p')
  })
})

test('password-protected files have their own error', async () => {
  const compound = new Uint8Array(2048)
  compound.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  await expect(readPages(compound, '.docx')).rejects.toEqual(refused('password'))
  const manifest =
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:encryption-data/></manifest:manifest>'
  await expect(readPages(zipOf({ 'META-INF/manifest.xml': manifest, 'content.xml': 'x' }), '.odt')).rejects.toEqual(
    refused('password'),
  )
})

test('optional parts may be damaged', async () => {
  expect(await outlineOf(docx(p('Text'), { 'styles.xml': '<w:style', 'numbering.xml': 'junk' }), '.docx')).toEqual([
    'Text',
  ])
})

test('part names outside of the package are ignored', async () => {
  const bytes = docx(
    p('<w:r><w:drawing><a:blip r:embed="x"/></w:drawing></w:r>') + p('Text'),
    {},
    { x: ['image', '../../../../etc/passwd'] },
  )
  expect(await outlineOf(bytes, '.docx')).toEqual(['Text'])
})

test('a sheet with a damaged cell is rejected', async () => {
  await expect(
    readPages(xlsx({ S: { content: '<sheetData><row r="99999999999"/></sheetData>' } }), '.xlsx'),
  ).rejects.toEqual(refused('row'))
})

test('long runs of spaces in code take little time', { timeout: 60_000 }, async () => {
  const start = performance.now()
  const indented = `x\n${' '.repeat(300_000)}y`
  expect((await outlineOf(bytesOf(`<pre>${indented}</pre>`), '.html')).join().endsWith(indented)).toBe(true)
  expect(performance.now() - start).toBeLessThan(10_000)
})

describe('Markdown', () => {
  test('excessive nesting is rejected', async () => {
    await expect(readPages(bytesOf(`# x\n\n${'>'.repeat(50_000)} x`), '.md')).rejects.toEqual(
      refused('nested too deep'),
    )
    const stairs = Array.from({ length: 600 }, (_, at) => `${' '.repeat(at * 2)}- x`).join('\n')
    await expect(readPages(bytesOf(stairs), '.md')).rejects.toEqual(refused('nested too deep'))
  })

  test('a table that would be filled to millions of cells is rejected with the limit', async () => {
    const table = `${'|a'.repeat(5000)}|\n${'|-'.repeat(5000)}|\n${'|b|\n'.repeat(5000)}`
    await expect(readPages(bytesOf(table), '.md')).rejects.toMatchObject({
      code: 1132,
      message: expect.stringContaining('the limit is 500000'),
    })
  })

  test.each(['a**b', '!', 'a@', '<b'])(
    'a run of %s stays the text that it is, in bounded time',
    { timeout: 60_000 },
    async (piece) => {
      const run = piece.repeat(40_000 / piece.length)
      const start = performance.now()
      const [line] = await outlineOf(bytesOf(`Text ${run} and **more**`), '.md')
      expect(line).toBe(`Text ${run} and more`)
      expect(performance.now() - start).toBeLessThan(10_000)
    },
  )

  test('images in the file are not long runs', async () => {
    const long = `![words](data:image/png;base64,${'A'.repeat(8000)})`
    expect((await outlineOf(bytesOf(`Text ${long}`), '.md')).join(' ')).not.toContain('AAAA')
  })
})

test('delimited text with one long row is rejected with the limit', async () => {
  const ragged = Array.from({ length: 1500 }, (_, at) => '1,'.repeat(at === 7 ? 1000 : 2)).join('\n')
  await expect(readPages(bytesOf(ragged), '.csv')).rejects.toMatchObject({
    code: 1132,
    message: expect.stringContaining('the limit is 200000'),
  })
})

test.each([
  ['links', '<a href="http://example.com/">words</a> '],
  ['raised runs', 'x<sup>2</sup> '],
  ['quotations', '<q>x</q><br>'],
])('a paragraph of forty thousand %s is read in bounded time', { timeout: 60_000 }, async (_, piece) => {
  const start = performance.now()
  await readPages(bytesOf(`<p>${piece.repeat(40_000)}</p>`), '.html')
  expect(performance.now() - start).toBeLessThan(15_000)
})

test('fifty thousand overlapping merges take bounded time', { timeout: 60_000 }, async () => {
  const merges = Array.from(
    { length: 50_000 },
    (_, at) => `<mergeCell ref="A${(at % 300) + 1}:CV${(at % 300) + 100}"/>`,
  ).join('')
  const cells =
    '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="400"><c r="CV400"><v>1</v></c></row></sheetData>'
  const start = performance.now()
  await readPages(xlsx({ S: { content: `${cells}<mergeCells>${merges}</mergeCells>` } }), '.xlsx')
  expect(performance.now() - start).toBeLessThan(15_000)
})

/** Input that takes milliseconds in linear time and minutes in quadratic time. */
const boundMs = 10_000

async function timed<value>(work: () => Promise<value> | value): Promise<value> {
  const start = performance.now()
  const value = await work()
  expect(performance.now() - start).toBeLessThan(boundMs)
  return value
}

describe('more items than a call has arguments', { timeout: 60_000 }, () => {
  const count = 200_000

  test.each([
    ['lines of a log', '.txt', 'line of a log\n'],
    ['items of a plain text', '.txt', '- item\n'],
    ['items of a web page', '.html', '<li>item'],
  ])('%s', async (_, fileType, piece) => {
    const [line = ''] = await outlineOf(
      bytesOf(`${fileType === '.html' ? '<ul>' : ''}${piece.repeat(count)}`),
      fileType,
    )
    expect(line.split('\n')).toHaveLength(count)
  })
})

describe('input that could take quadratic time', { timeout: 120_000 }, () => {
  test('an unclosed tag in a book', async () => {
    const text = `<html><body><p>Text</p><${'a'.repeat(200_000)}`
    expect(await timed(() => outlineOf(epub({ 'one.xhtml': text }), '.epub'))).toEqual(['Text'])
  })

  test('unclosed brackets are quickly found not to be Markdown', async () => {
    const head = bytesOf('['.repeat(65_536))
    expect(await timed(() => detectStructuredType({ head, tail: head, size: head.length, fileName: '' }))).toBe('.txt')
    expect(
      await timed(() =>
        detectStructuredType({ head: bytesOf('[a]('.repeat(16_384)), tail: head, size: head.length, fileName: '' }),
      ),
    ).toBe('.txt')
  })

  test('lines without common columns', async () => {
    const lines = [`${'ab  '.repeat(100_000)}x`, ` ${'abcd  '.repeat(100_000)}x`]
    expect(await timed(() => outlineOf(bytesOf(lines.join('\n')), '.txt'))).toHaveLength(1)
  })

  test('main parts of a web page', async () => {
    expect(await timed(() => outlineOf(bytesOf(`${'<main></main>'.repeat(100_000)}<p>Text`), '.html'))).toEqual([
      'Text',
    ])
  })

  test('sections of a Word document', async () => {
    const sections = `${p('x')}<w:sectPr/>`.repeat(30_000)
    expect(await timed(async () => (await openStructured(docx(sections), '.docx', noOcr)).pageCount)).toBe(30_000)
  })

  test('unclosed fields', async () => {
    const field = '<w:r><w:fldChar w:fldCharType="begin"/><w:fldChar w:fldCharType="separate"/><w:t>x</w:t></w:r>'
    expect((await timed(() => outlineOf(docx(p(field.repeat(40_000))), '.docx'))).join()).toHaveLength(40_000)
  })

  test('columns that are hidden repeatedly', async () => {
    const hidden = `<cols>${'<col min="2" max="3" hidden="1"/><col min="1" max="2" hidden="1"/>'.repeat(40_000)}</cols>`
    const row = `<sheetData><row r="1">${'<c><v>1</v></c>'.repeat(10_000)}</row></sheetData>`
    const [, table = ''] = await timed(() => outlineOf(xlsx({ S: { content: hidden + row } }), '.xlsx'))
    expect(table.split('|')).toHaveLength(9997)
  })

  test('merges over a million rows of a sheet with hidden ones', async () => {
    const merges = '<mergeCell ref="A1:B1048576"/>'.repeat(50_000)
    const cells =
      '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="2" hidden="1"><c r="A2"><v>2</v></c></row></sheetData>'
    expect(
      await timed(() => outlineOf(xlsx({ S: { content: `${cells}<mergeCells>${merges}</mergeCells>` } }), '.xlsx')),
    ).toEqual(['# S', '1'])
  })
})

describe('repetitions of OpenDocument', { timeout: 60_000 }, () => {
  const repeated = (times: number): string =>
    `<table:table-cell table:number-columns-repeated="${times}"><text:p>x</text:p></table:table-cell>`

  test('a row that is repeated to millions of cells is rejected before they are created', async () => {
    const sheet = `<table:table table:name="S"><table:table-row>${repeated(900_000).repeat(30)}</table:table-row></table:table>`
    await expect(timed(() => readPages(odf('spreadsheet', sheet), '.ods'))).rejects.toMatchObject({
      code: 1132,
      message: expect.stringContaining('the limit'),
    })
  })

  test('a table in a text, too', async () => {
    const rows = `<table:table-row table:number-rows-repeated="1000">${repeated(1000)}</table:table-row>`.repeat(30)
    await expect(
      timed(() => readPages(odf('text', `<table:table>${rows}</table:table>`), '.odt')),
    ).rejects.toMatchObject({
      code: 1132,
      message: expect.stringContaining('more than 200000 cells'),
    })
  })

  test('moderate repetition is read', async () => {
    const row = `<table:table-row table:number-rows-repeated="2">${repeated(3)}</table:table-row>`
    expect(await outlineOf(odf('text', `<table:table>${row}</table:table>`), '.odt')).toEqual(['x|x|x / x|x|x'])
  })
})

test('invalid code points are left out', async () => {
  const signs =
    '<w:r><w:sym w:font="Arial" w:char="FFFFFFF"/><w:t>x</w:t></w:r><m:oMath><m:r><w:sym w:char="FFFFFFF"/><m:t>y</m:t></m:r></m:oMath>'
  // The formula "y" is enclosed in the marks of model/inline-formulas.ts.
  expect(await outlineOf(docx(p(signs)), '.docx')).toEqual(['x\u2062y\u2064'])
})

test('an image that fails to decode is left out with a warning', async () => {
  // A GIF whose header announces a color table that is missing.
  const gif = 'R0lGODlhEAAQAPcAAA=='
  const [page] = await readPages(bytesOf(`<p>Text</p><img src="data:image/gif;base64,${gif}">`), '.html')
  expect(outline(page?.page.blocks ?? [])).toEqual(['Text'])
  expect(page?.page.warnings.join()).toContain('an image was left out')
})
