/** XLS, XLSB, RTF, DOC and PPT, read without a converter. */
import { utils, write } from '@e965/xlsx'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { detectFileType } from '../../../src/extract/registry.ts'
import { open as openStructured } from '../../../src/extract/structured/open.ts'
import { ParseError } from '../../../src/model/errors.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { seeded } from '../../imaging/draw.ts'
import { noOcr } from '../no-ocr.ts'
import { bytesOf, outlineOf, readPages } from './build.ts'
import { compoundFile } from './locked.ts'

const letter = ['# Annual report', 'Growth was 10⁶ units — see the data.[1]', '## Größe und Käufer']

describe.each(['doc', 'rtf'])('%s', (extension) => {
  test('headings, lists, tables, notes and pages', async () => {
    const outline = await outlineOf(await fixture(`office-letter-${extension}`), `.${extension}`)
    expect(outline.filter((line) => letter.includes(line))).toEqual(letter)
    expect(outline.join('\n')).toContain('Region|Sales[1x2] / North[2x1]|2023|12 / 2024|15')
    expect(outline.join('\n')).toContain('Source: the survey.')
    expect(outline.join('\n')).not.toContain('secret')
  })

  test('pages, page headers, list levels, links and images', async () => {
    const pages = await readPages(await fixture(`office-letter-${extension}`), `.${extension}`, { links: true })
    expect(pages).toHaveLength(2)
    const blocks = pages[0]!.page.blocks
    expect(blocks[0]).toMatchObject({ type: 'header', text: 'Running header' })
    expect(blocks.flatMap((block) => ('items' in block ? (block.items ?? []) : []))).toEqual([
      { level: 0, marker: '1.', text: 'First' },
      { level: 1, marker: 'a)', text: 'Inner' },
      { level: 0, marker: '2.', text: 'Second' },
      { level: 0, marker: '- ', text: 'Point' },
    ])
    expect(blocks.some((block) => block.kind === 'figure')).toBe(true)
    expect(blocks.flatMap((block) => ('links' in block ? (block.links ?? []) : []))).toEqual([
      { text: 'the data', url: 'https://example.org/data' },
    ])
  })
})

describe('ppt', () => {
  test('titles, nested bullets, tables, images and notes', async () => {
    const bytes = await fixture('office-deck-ppt')
    expect(await outlineOf(bytes, '.ppt')).toEqual([
      '# Quarterly results',
      '- Revenue grew\n  - mostly abroad\n- Costs fell',
      'Ünits',
      'City|Count / Oslo|7',
      'figure',
    ])
    expect(await outlineOf(bytes, '.ppt', { speakerNotes: true })).toContain('Mention the outlook.')
  })
})

const sheet = utils.aoa_to_sheet([
  ['Name', 'Share', 'Day'],
  ['Ünal', 0.256, 44197],
  ['Bo', 3, 44198],
])
sheet.B2.z = '0.0%'
sheet.C2.z = 'yyyy-mm-dd'
sheet.C3.z = 'm/d/yy'
sheet.A3.l = { Target: 'https://example.org/bo' }
sheet['!merges'] = [{ s: { r: 3, c: 0 }, e: { r: 3, c: 1 } }]
utils.sheet_add_aoa(sheet, [['Total', null, true]], { origin: 'A4' })

/** A workbook with a hidden sheet. */
function workbook(bookType: 'biff8' | 'xlsb'): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'First')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['secret']]), 'Hidden')
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] }
  return new Uint8Array(write(book, { bookType, type: 'array' }))
}

describe.each(['biff8', 'xlsb'] as const)('%s', (bookType) => {
  const fileType = bookType === 'xlsb' ? '.xlsb' : '.xls'

  test('displayed texts, merged cells; hidden sheets are left out', async () => {
    expect(await outlineOf(workbook(bookType), fileType)).toEqual([
      '# First',
      '*Name|*Share|*Day / Ünal|25.6%|2021-01-01 / Bo|3|1/2/2021 / Total[1x2]|TRUE',
    ])
  })

  test('more cells than allowed are 1132 before they are parsed', async () => {
    const settings = { ...noOcr.settings, maxUnpackedBytes: 2048 }
    const open = openStructured(workbook(bookType), fileType, { ...noOcr, settings })
    await expect(open).rejects.toMatchObject({ code: expect.toSatisfy((code) => code === 1132 || code === 1106) })
  })
})

describe('xls of earlier versions', () => {
  const record = (type: number, ...content: number[]): number[] => [
    ...[type & 255, type >> 8, content.length & 255, content.length >> 8],
    ...content,
  ]

  test.each([
    ['Excel 2', [...record(0x09, 2, 0, 0x10, 0), ...record(0x04, 0, 0, 0, 0, 0, 0, 0, 1, 97)]],
    ['Excel 3', [...record(0x209, 0, 3, 0x10, 0, 0, 0), ...record(0x204, 0, 0, 0, 0, 0, 0, 1, 0, 97)]],
    ['Excel 4', [...record(0x409, 0, 4, 0x10, 0, 0, 0), ...record(0x204, 0, 0, 0, 0, 0, 0, 1, 0, 97)]],
  ])('%s is detected and read', async (_, records) => {
    const bytes = Uint8Array.from([...records, ...record(0x0a)])
    expect(detectFileType({ head: bytes, tail: new Uint8Array(), size: bytes.length, fileName: 'x' })).toBe('.xls')
    expect((await outlineOf(bytes, '.xls')).at(-1)).toBe('a')
  })

  test('text of Excel 95 is in the code page of the workbook', async () => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Yiu!', 1]]), 'S')
    const bytes = new Uint8Array(write(book, { bookType: 'biff5', type: 'array' }))
    // The bytes of the text, and a record that names the code page 1251.
    bytes.set([0xcf, 0xf0, 0xe8], indexOfBytes(bytes, bytesOf('Yiu!')))
    bytes.set([0xe3, 0x04], indexOfBytes(bytes, Uint8Array.of(0x42, 0, 2, 0)) + 4)
    expect(await outlineOf(bytes, '.xls')).toEqual(['# S', 'При!|1'])
  })

  function indexOfBytes(bytes: Uint8Array, wanted: Uint8Array): number {
    const at = bytes.findIndex((_, index) => wanted.every((byte, offset) => bytes[index + offset] === byte))
    if (at < 0) throw new Error('the workbook lacks these bytes')
    return at
  }
})

test('xls: number formats of a workbook do not change those of the next one', async () => {
  const own = utils.aoa_to_sheet([[1]])
  own.A1.z = '"changed"'
  const book = utils.book_new()
  utils.book_append_sheet(book, own, 'S')
  const bytes = new Uint8Array(write(book, { bookType: 'biff8', type: 'array' }))
  const next = workbook('biff8')
  const before = await outlineOf(next, '.xls')
  // The format gets the number of the general one.
  const format = Uint8Array.from([...'"changed"'].flatMap((char) => [char.charCodeAt(0), 0]))
  const at = bytes.findIndex((_, index) => format.every((byte, offset) => bytes[index + offset] === byte))
  expect(at).toBeGreaterThan(0)
  new DataView(bytes.buffer).setUint16(at - 5, 0, true)
  await outlineOf(bytes, '.xls')
  expect(await outlineOf(next, '.xls')).toEqual(before)
})

test('xls: a chain of sectors that never ends is cut off', async () => {
  const stream = new Uint8Array(8192)
  const bytes = compoundFile({ Workbook: stream })
  const view = new DataView(bytes.buffer)
  // The first sector of the stream is 2. The stream starts in the middle of its chain, which returns there.
  const [table, entry] = [512, 1024 + 128]
  view.setUint32(entry + 116, 3, true)
  view.setUint32(table + 4 * 4, 3, true)
  expect(await outlineOf(bytes, '.xls')).toEqual(['# Sheet1', ''])
})

describe('rtf', () => {
  const read = (body: string): Promise<string[]> =>
    outlineOf(bytesOf(`{\\rtf1\\ansi\\ansicpg1252\\uc1 ${body}}`), '.rtf')

  test('encodings, Unicode with its fallback, symbols and special characters', async () => {
    const fonts =
      '{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial;}{\\f2\\fcharset128 MS Mincho;}{\\f3\\fcharset2 Symbol;}}'
    expect(await read(`${fonts}\\f0 caf\\'e9 \\u8364?5\\~x\\emdash y\\par`)).toEqual(['café €5 x—y'])
    expect(await read(`${fonts}\\f1 \\'ef\\'f0\\par \\f2 \\'93\\'fa\\par \\f3 a\\par`)).toEqual(['пр', '日', 'α'])
    expect(await read("\\uc2\\u20013\\'d6\\'d0\\uc1 b\\par")).toEqual(['中b'])
  })

  test('a backslash before the end of a line ends the paragraph', async () => {
    expect(await read('\\f0 One\\\nTwo\\\r\n\\pard Three')).toEqual(['One', 'Two', 'Three'])
  })

  test('the field SYMBOL without a result is its character', async () => {
    const field = (result: string): string => `{\\field{\\*\\fldinst SYMBOL 225 \\\\f "Symbol"}{\\fldrslt ${result}}}`
    expect(await read(`a${field('')}b${field('c')}\\par`)).toEqual(['a⟨bc'])
  })

  test('the field EQ is an equation, a reading above its characters, or a circled number', async () => {
    const field = (instruction: string): string => `{\\field{\\*\\fldinst EQ ${instruction}}{\\fldrslt }}`
    const ruby = '\\\\* jc2 \\\\* "Font:Gothic" \\\\* hps10 \\\\o\\\\ad(\\\\s\\\\up 10(oni),demon)'
    const equation = 'x = \\\\f(-b,\\\\r(,2a)) + \\\\b\\\\bc\\\\[(y)'
    expect(await read(`${field(ruby)}, ${field(equation)}, ${field('\\\\o\\\\ac(○,3)')}\\par`)).toEqual([
      'demon, x = (-b)/(√2a) + [y], 3',
    ])
  })

  test('deleted, hidden and unknown text is left out', async () => {
    expect(await read('a{\\v no}{\\deleted no}{\\*\\unknown no}{\\info{\\title no}}b\\par')).toEqual(['ab'])
  })

  test('only at its start marks `\\*` a group as optional', async () => {
    expect(await read('a {\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt \\*\\cs12 {link}}} b\\par')).toEqual([
      'a link b',
    ])
  })

  test('a text box that nothing follows', async () => {
    expect(await read('{\\*\\do{\\dptxbxtext boxed\\par}}')).toEqual(['boxed'])
  })

  test('nested tables become lines of their cell; rows without definitions are kept', async () => {
    const outer = '\\trowd\\cellx4000\\cellx8000\\intbl A\\cell'
    const inner = '\\itap2 1\\nestcell 2\\nestcell{\\*\\nesttableprops\\trowd\\cellx1000\\cellx2000\\nestrow}'
    expect(await read(`${outer}${inner}\\pard\\intbl\\cell\\row`)).toEqual(['A|1 2'])
    expect(await read('\\intbl a\\cell b\\cell\\row\\pard after\\par')).toEqual(['a|b', 'after'])
  })

  test('list markers before the properties of their paragraph, and markers typed before a tab', async () => {
    expect(await read('{\\listtext 1.\\tab}\\pard\\ls1 One\\par{\\listtext 2.\\tab}Two\\par\\pard Text\\par')).toEqual([
      '1. One\n2. Two',
      'Text',
    ])
    const typed = (indent: number, marker: string, text: string): string =>
      `\\pard\\li${indent}\\fi-360 ${marker}\\tab ${text}\\par`
    expect(
      await read(
        `${typed(360, '1.', 'One')}${typed(720, '\\bullet', 'Inner')}${typed(360, '2.', 'Two')}\\pard \\bullet  no\\par`,
      ),
    ).toEqual(['1. One\n  - Inner\n2. Two', '• no'])
  })

  test('list items without stored markers are counted by their list', async () => {
    const level = (format: number, text: string): string =>
      `{\\listlevel\\levelnfc23\\levelnfcn${format}\\levelstartat1{\\leveltext ${text};}{\\levelnumbers;}}`
    const first = `{\\list${level(0, "\\'02\\'00.")}${level(4, "\\'04\\'00.\\'01)")}\\listid7}`
    const second = `{\\list${level(23, "\\'01\\u8226 ?")}\\listid8}`
    const table = `{\\*\\listtable${first}${second}}`
    const restarted = '{\\lfolevel\\listoverridestartat\\levelstartat5}'
    const overrides = `{\\*\\listoverridetable{\\listoverride\\listid7\\ls1}{\\listoverride\\listid8\\ls2}{\\listoverride\\listid7${restarted}\\ls3}}`
    const item = (list: number, inner: number, text: string): string => `\\pard\\ls${list}\\ilvl${inner} ${text}\\par`
    const items = [item(1, 0, 'One'), item(1, 1, 'Inner'), item(1, 1, 'Next'), item(1, 0, 'Two')]
    expect(await read(`${table}${overrides}${items.join('')}\\pard Text\\par${item(2, 0, 'Point')}`)).toEqual([
      '1. One\n  1.a) Inner\n  1.b) Next\n2. Two',
      'Text',
      '- Point',
    ])
    expect(await read(`${table}${overrides}${item(1, 0, 'One')}\\pard Text\\par${item(3, 0, 'Five')}`)).toEqual([
      '1. One',
      'Text',
      '5. Five',
    ])
  })

  test('a control word with the name of a property of all objects is ignored', async () => {
    expect(await read('a\\constructor b\\valueOf c\\par')).toEqual(['abc'])
  })

  test('inner items that are stored as another list belong to the open one', async () => {
    const item = (list: number, level: number, marker: string, text: string): string =>
      `{\\listtext ${marker}\\tab}\\pard\\ls${list}\\ilvl${level} ${text}\\par`
    const items = [item(1, 0, '1.', 'One'), item(2, 1, 'a.', 'Inner'), item(1, 0, '2.', 'Two'), item(3, 0, '1.', 'New')]
    expect(await read(items.join(''))).toEqual(['1. One\n  a. Inner\n2. Two', '1. New'])
    expect(await read(`${item(1, 0, '1.', 'One')}\\pard Text\\par${item(2, 1, 'a.', 'Alone')}`)).toEqual([
      '1. One',
      'Text',
      'a. Alone',
    ])
  })

  test('a text box of a page footer is part of the footer', async () => {
    const box = '{\\shp{\\*\\shpinst{\\shptxt \\pard 7\\par}}}'
    expect(await read(`{\\footer \\pard Page ${box}\\par}\\pard Text\\par`)).toEqual(['Text', 'footer: 7\nPage'])
  })

  test('a fragment without a header, and binary data', async () => {
    expect(await outlineOf(bytesOf('{\\pard one\\par}{\\pard two\\par}'), '.rtf')).toEqual(['one', 'two'])
    expect(await read('a{\\pict\\pngblip\\bin4 }}}}}b\\par')).toEqual(['ab'])
  })

  test('too many paragraphs are 1132', async () => {
    await expect(read('\\par'.repeat(500_001))).rejects.toMatchObject({ code: 1132 })
  })

  test('groups nested too deeply are 1106', async () => {
    await expect(read('{'.repeat(100_000))).rejects.toMatchObject({ code: 1106 })
  })
})

describe('damaged files', () => {
  const report = vi.spyOn(console, 'error')
  afterEach(() => report.mockReset())

  test.each(['office-letter-doc', 'office-letter-rtf', 'office-deck-ppt', 'xls', 'xlsb'])(
    '%s with changed bytes is read, or is a ParseError',
    async (name) => {
      const isBook = name === 'xls' || name === 'xlsb'
      const original = isBook ? workbook(name === 'xls' ? 'biff8' : 'xlsb') : await fixture(name)
      const fileType = isBook ? `.${name}` : `.${name.slice(-3)}`
      const random = seeded(7)
      for (let round = 0; round < 60; round++) {
        const bytes = new Uint8Array(original)
        for (let change = 0; change < 1 + round; change++)
          bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
        const cut = round % 3 === 0 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes
        try {
          const document = await openStructured(cut, fileType, noOcr)
          for (let at = 0; at < Math.min(3, document.pageCount); at++)
            await document.readStructuredPage!(at, defaultOptions)
        } catch (error) {
          expect(error).toBeInstanceOf(ParseError)
        }
      }
      expect(report).not.toHaveBeenCalled()
    },
  )
})
