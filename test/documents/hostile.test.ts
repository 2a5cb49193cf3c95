/** Files made to harm or broken by accident: a clear error, before any memory or time is spent on them. */
import { describe, expect, test } from 'vitest'
import { Archive, archiveLimits } from '../../src/documents/xml/archive.ts'
import { parseXml } from '../../src/documents/xml/xml.ts'
import { bytesOf, docx, outlineOf, p, readPages, xlsx, zipOf } from './build.ts'

const refused = (words: string) => expect.objectContaining({ name: 'ParseError', code: 1106, message: expect.stringContaining(words) })

/** The archive with the sizes that its directory claims replaced. */
function lying(bytes: Uint8Array, size: number): Uint8Array {
  const changed = bytes.slice()
  const view = new DataView(changed.buffer)
  for (let at = 0; at + 4 < changed.length; at++) if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true)
  return changed
}

describe('archives', () => {
  const zeros = zipOf({ a: new Uint8Array(200_000) })

  test('too many entries, too many bytes, too high a ratio: nothing is unpacked', () => {
    expect(() => new Archive(zipOf({ a: 'x', b: 'x' }), { ...archiveLimits, maxEntries: 1 })).toThrow(refused('2 parts'))
    expect(() => new Archive(zeros, { ...archiveLimits, maxBytes: 100_000 })).toThrow(refused('limit'))
    expect(() => new Archive(lying(zeros, 900_000_000))).toThrow(refused('times its size'))
  })

  test('sizes that lie, in either direction', () => {
    expect(() => new Archive(lying(zeros, 50)).read('a')).toThrow(refused('larger than it claims'))
    expect(() => new Archive(lying(zeros, 90_000_000)).read('a')).toThrow(refused('claims'))
    expect(() => new Archive(lying(zeros, 200_001)).read('a')).toThrow(refused('shorter'))
  })

  test('cut off anywhere', () => {
    const whole = docx(p('x'))
    for (const share of [0.1, 0.5, 0.9, 0.99]) expect(() => new Archive(whole.subarray(0, whole.length * share))).toThrow(refused('damaged or cut off'))
  })

  test('names with backslashes, other cases and bytes before the archive are found', () => {
    const shifted = new Uint8Array([...bytesOf('stub before'), ...zipOf({ 'Word\\Document.xml': 'x' })])
    expect(new Archive(shifted).read('word/document.xml')).toEqual(bytesOf('x'))
  })
})

describe('XML', () => {
  test('entities of a document type are not expanded', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>'
    expect(parseXml(bytesOf(bomb), 'x').children.join('')).toBe('&c;')
  })

  test('nesting without end, and what is not well-formed', () => {
    expect(() => parseXml(bytesOf('<a>'.repeat(2000)), 'The part')).toThrow(refused('nested'))
    expect(() => parseXml(bytesOf('<a><b></a>'), 'The part')).toThrow(refused('damaged'))
    expect(() => parseXml(bytesOf(''), 'The part')).toThrow(refused('The part'))
  })

  test('characters beyond 16 bits, other encodings, strict namespaces', () => {
    expect(parseXml(bytesOf('<a>&#x1F600;&amp;&#0;</a>'), 'x').children.join('')).toBe('😀&\ufffd')
    expect(parseXml(Uint8Array.from([...bytesOf('<?xml version="1.0" encoding="iso-8859-1"?><a>'), 0xe9, ...bytesOf('</a>')]), 'x').children).toEqual(['é'])
    expect(parseXml(bytesOf('<x:p xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"/>'), 'x').name).toBe('w:p')
  })
})

test('locked files say so', async () => {
  const compound = new Uint8Array(2048)
  compound.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  await expect(readPages(compound, '.docx')).rejects.toEqual(refused('password'))
  const manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:encryption-data/></manifest:manifest>'
  await expect(readPages(zipOf({ 'META-INF/manifest.xml': manifest, 'content.xml': 'x' }), '.odt')).rejects.toEqual(refused('password'))
})

test('parts that a document can do without may be broken', async () => {
  expect(await outlineOf(docx(p('Text'), { 'styles.xml': '<w:style', 'numbering.xml': 'junk' }), '.docx')).toEqual(['Text'])
})

test('names of parts that leave the package lead nowhere', async () => {
  const bytes = docx(p('<w:r><w:drawing><a:blip r:embed="x"/></w:drawing></w:r>') + p('Text'), {}, { x: ['image', '../../../../etc/passwd'] })
  expect(await outlineOf(bytes, '.docx')).toEqual(['Text'])
})

test('a sheet with a damaged cell is refused, not guessed', async () => {
  await expect(readPages(xlsx({ S: { content: '<sheetData><row r="99999999999"/></sheetData>' } }), '.xlsx')).rejects.toEqual(refused('row'))
})

test('long runs of blanks in code cost no time', { timeout: 60_000 }, async () => {
  const start = performance.now()
  const indented = `x\n${' '.repeat(300_000)}y`
  expect((await outlineOf(bytesOf(`<pre>${indented}</pre>`), '.html')).join().endsWith(indented)).toBe(true)
  expect(performance.now() - start).toBeLessThan(10_000)
})

describe('Markdown', () => {
  test('nesting without end is refused', async () => {
    await expect(readPages(bytesOf(`# x\n\n${'>'.repeat(50_000)} x`), '.md')).rejects.toEqual(refused('nested too deep'))
    const stairs = Array.from({ length: 600 }, (_, at) => `${' '.repeat(at * 2)}- x`).join('\n')
    await expect(readPages(bytesOf(stairs), '.md')).rejects.toEqual(refused('nested too deep'))
  })

  test('a table that would be filled up to millions of cells is refused with the limit', async () => {
    const table = `${'|a'.repeat(5000)}|\n${'|-'.repeat(5000)}|\n${'|b|\n'.repeat(5000)}`
    await expect(readPages(bytesOf(table), '.md')).rejects.toMatchObject({ code: 1132, message: expect.stringContaining('the limit is 500000') })
  })

  test.each(['a**b', '!', 'a@', '<b'])('a run of %s stays the text that it is, in bounded time', { timeout: 60_000 }, async (piece) => {
    const run = piece.repeat(40_000 / piece.length)
    const start = performance.now()
    const [line] = await outlineOf(bytesOf(`Text ${run} and **more**`), '.md')
    expect(line).toBe(`Text ${run} and more`)
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  test('pictures in the file are no such runs', async () => {
    const long = `![words](data:image/png;base64,${'A'.repeat(8000)})`
    expect((await outlineOf(bytesOf(`Text ${long}`), '.md')).join(' ')).not.toContain('AAAA')
  })
})

test('a delimited text whose rows are filled up to one long row is refused with the limit', async () => {
  const ragged = Array.from({ length: 1500 }, (_, at) => '1,'.repeat(at === 7 ? 1000 : 2)).join('\n')
  await expect(readPages(bytesOf(ragged), '.csv')).rejects.toMatchObject({ code: 1132, message: expect.stringContaining('the limit is 1000000') })
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

test('merges that lie upon each other fifty thousand times cost bounded time', { timeout: 60_000 }, async () => {
  const merges = Array.from({ length: 50_000 }, (_, at) => `<mergeCell ref="A${(at % 300) + 1}:CV${(at % 300) + 100}"/>`).join('')
  const cells = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="400"><c r="CV400"><v>1</v></c></row></sheetData>'
  const start = performance.now()
  await readPages(xlsx({ S: { content: `${cells}<mergeCells>${merges}</mergeCells>` } }), '.xlsx')
  expect(performance.now() - start).toBeLessThan(15_000)
})
