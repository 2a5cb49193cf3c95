import { describe, expect, test } from 'vitest'
import { labelFootnotes } from '../../src/layout/blocks/footnotes.ts'
import { labelCode } from '../../src/layout/blocks/label-code.ts'
import { groupRows } from '../../src/layout/blocks/paragraphs.ts'
import { labelContents } from '../../src/layout/blocks/table-of-contents.ts'
import { orderLayout } from '../../src/layout/order/reading-order.ts'
import { bodyStyleOf } from '../../src/layout/text/body-style.ts'
import type { RawPage } from '../../src/model/raw-page.ts'
import { grouped, type Ink, layoutState, lines, outline, rawPage } from './raw-pages.ts'

const prose = Array(6).fill('Running text that fills the column from its left to its right edge')

test('code keeps its line breaks, indentation and blank lines', () => {
  const mono = { x: 50, mono: true, font: 'Courier', pitch: 0.6 }
  const page = [
    ...lines(prose, { x: 50, y: 100 }),
    { ...mono, text: 'if (x) {', y: 200 },
    { ...mono, text: 'return 1', y: 212, x: 62 },
    { ...mono, text: '}', y: 224 },
    { ...mono, text: 'done()', y: 248 },
  ]
  expect(outline(labelCode(grouped(page)))[1]).toBe('code: if (x) {\n  return 1\n}\n\ndone()')
})

test('an item with a bullet is no code, even if most of it is monospaced', () => {
  const page = [
    ...lines(['Running text above the list of targets, as wide as its column is.'], { x: 50, y: 60 }),
    ...lines(['• rules binary-arch runs dh binary-arch'], { x: 50, y: 90, mono: true }),
  ]
  expect(outline(labelCode(grouped(page)))[1]).toMatch(/^text: /)
})

test('code with line numbers in small type keeps short and empty lines, and does not set the body size', () => {
  const code = ['\\def\\start{%', '}', '', '\\fi']
  const page = [
    ...lines(prose, { x: 50, y: 100 }),
    ...code.flatMap((text, at) => [
      { text: String(at + 1), x: 50, y: 200 + at * 11, size: 5 },
      ...(text === ''
        ? []
        : [{ text, x: 60, y: 200 + at * 11, mono: true, font: 'NimbusMonL-Regu', pitch: 0.6, size: 8 }]),
    ]),
    { text: 'The next paragraph follows.', x: 50, y: 260 },
  ]
  const labeled = labelCode(grouped(page))
  expect(outline(labeled).slice(1)).toEqual([
    'code: 1 \\def\\start{%\n2 }\n3\n4 \\fi',
    'text: The next paragraph follows.',
  ])
  expect(bodyStyleOf({ ...labeled, groups: labeled.groups.slice(1) }).size).toBe(10)
})

describe('program text in a monospaced font', () => {
  const mono = { mono: true, font: 'Courier', pitch: 0.6 }
  const above = lines(prose, { x: 50, y: 100 })
  const labelsOf = (inks: readonly Ink[]): string[] => outline(labelCode(grouped([...above, ...inks]))).slice(1)

  test('keeps brackets of another font', () => {
    const brackets = [
      { ...mono, text: 'if (x) {', x: 50, y: 200 },
      { ...mono, text: 'return 1', x: 62, y: 212 },
      { text: '}', x: 50, y: 224, italic: true },
      { ...mono, text: 'done()', x: 50, y: 236 },
    ]
    expect(labelsOf(brackets)).toEqual(['code: if (x) {\n  return 1\n}\ndone()'])
  })

  test('continues with the next line number in type of its size', () => {
    const numbered = ['\\def\\start{%', '\\relax}', '', '\\x'].flatMap((text, at): Ink[] => [
      { text: String(at + 1), x: 50, y: 200 + at * 11, size: 8 },
      ...(text === '' ? [] : [{ ...mono, text, x: 60, y: 200 + at * 11, size: 8 }]),
    ])
    expect(labelsOf(numbered)).toEqual(['code: 1 \\def\\start{%\n2 \\relax}\n3\n4 \\x'])
  })

  test('ends above a term and its definition', () => {
    const entry = [
      ...lines(['% an example', 'of two lines'], { ...mono, x: 90, y: 200 }),
      { ...mono, text: 'clean <file>', x: 50, y: 230 },
      { text: 'Indicates that the file is removed.', x: 75, y: 242 },
    ]
    expect(labelsOf(entry)).toEqual([
      'code: % an example\nof two lines',
      'text: clean <file>',
      'text: Indicates that the file is removed.',
    ])
  })

  test('is a command if it is indented between two paragraphs', () => {
    const between = (text: string, x: number, size = 10): Ink[] => [
      { ...mono, text, x, y: 200, size },
      ...lines(prose.slice(0, 2), { x: 50, y: 230 }),
    ]
    expect(labelsOf(between('make install', 70))[0]).toBe('code: make install')
    expect(labelsOf(between('make install', 50))[0]).toBe('text: make install')
    expect(labelsOf(between('To appear in a journal', 70, 12))[0]).toBe('text: To appear in a journal')
    expect(labelsOf(between('https://example.org/ .', 70))[0]).toBe('text: https://example.org/ .')
    expect(labelsOf([{ ...mono, text: 'make install', x: 70, y: 200 }])[0]).toBe('text: make install')
  })
})

test('code made of tagged paragraphs is inside their tags', () => {
  const mono = { x: 50, mono: true, font: 'Courier', pitch: 0.6 }
  const state = grouped([
    ...lines(prose, { x: 50, y: 100 }),
    { ...mono, text: 'if (x) {', y: 200 },
    { ...mono, text: '}', y: 212 },
  ])
  const tagged = {
    ...state,
    groups: state.groups.map((group) => (group.kind === 'text' ? { ...group, tagged: 'text' as const } : group)),
  }
  expect(labelCode(tagged).groups.at(-1)).toMatchObject({ type: 'code', tagged: 'text' })
  expect(labelCode(state).groups.at(-1)).not.toHaveProperty('tagged')
})

describe('a box around', () => {
  const mono = { x: 60, mono: true, font: 'Courier', pitch: 0.6 }
  const background = (y0: number, y1: number, x1 = 500) => ({
    box: { x0: 50, y0, x1, y1 },
    stroked: false,
    rectangle: true,
    color: 0xeeeeee,
    opacity: 1,
  })
  const read = (inks: Parameters<typeof rawPage>[0], paths: RawPage['paths']): string[] =>
    outline(
      layoutState(
        { ...rawPage([...lines(prose, { x: 50, y: 100 }), ...inks]), paths },
        orderLayout,
        groupRows,
        labelCode,
      ),
    ).slice(1)

  test('bold, italic and single lines makes them one listing', () =>
    expect(
      read(
        [
          { ...mono, text: '<interface>', y: 200 },
          { ...mono, text: 'device speed', y: 212, x: 72, bold: true },
          { ...mono, text: '</interface>', y: 224 },
        ],
        [background(188, 206), background(206, 218), background(218, 232)],
      ),
    ).toEqual(['code: <interface>\n  device speed\n</interface>']))

  test('a title in larger type and code keeps the title', () => {
    const inks = [
      { text: 'Create vectors', x: 60, y: 205, size: 18 },
      { ...mono, text: 'template <typename T>', y: 225 },
      { ...mono, text: 'struct Simd {};', y: 237 },
    ]
    expect(read(inks, [background(180, 260)])).toEqual([
      'text: Create vectors',
      'code: template <typename T>\nstruct Simd {};',
    ])
  })

  test('one line makes it a command, but a mark as wide as its word does not', () => {
    const command = [{ ...mono, text: 'etags file1.erl file2.erl', y: 200 }]
    expect(read(command, [background(188, 206)])).toEqual(['code: etags file1.erl file2.erl'])
    expect(read(command, [background(188, 206, 214)])).toEqual(['text: etags file1.erl file2.erl'])
    expect(read(command, [])).toEqual(['text: etags file1.erl file2.erl'])
  })

  test('statements in body style makes them code', () => {
    const code = lines(['void setModel(Model model)', '{', 'this.model = model;', 'repaint();', '}'], { x: 60, y: 200 })
    expect(read(code, [background(188, 254)])).toEqual([
      'code: void setModel(Model model)\n{\nthis.model = model;\nrepaint();\n}',
    ])
    const query = lines(['CREATE TABLE sensors', '(', 'device text,', 'type text', ');'], { x: 60, y: 200 })
    expect(read(query, [background(188, 254)])[0]).toMatch(/^code: /)
    expect(read(query, [])[0]).toMatch(/^text: /)
  })

  test('prose makes it a text box', () =>
    expect(read(lines(prose, { x: 60, y: 200 }), [background(188, 270)])[0]).toMatch(/^text: /))
})

describe('program text in a proportional font', () => {
  const read = (rows: readonly string[]): string[] =>
    outline(labelCode(grouped([...lines(prose, { x: 50, y: 100 }), ...lines(rows, { x: 60, y: 200 })]))).slice(1)

  test.each([
    ['C', ['struct point', '{', 'int x; /* in pixels */', 'int y; /* in pixels */', '};']],
    [
      'C++ with spaces between its symbols',
      ['#include <map . h>', 'ctx my_ctx ;', 'my_ctx = create ( ) ;', 'for ( ; ; )'],
    ],
    ['Python', ['def read(self):', 'self.rows = []', 'for row in open(self.path):', 'self.rows.append(row)']],
  ])('%s', (_, rows) => expect(read(rows)).toEqual([`code: ${rows.join('\n')}`]))

  test.each([
    ['items of a law', ['the Member State concerned;', 'the obligations in Article 3(1);', 'the rules (see below);']],
    ['equations', ['x = 5', 'y = 7', 'z = 12']],
    ['two statements', ['read(); ', 'print(count);']],
  ])('not %s', (_, rows) => expect(read(rows).join()).not.toMatch(/code: /))
})

test('input in bold and output below each other are one program', () => {
  const mono = { x: 50, mono: true, font: 'Courier', pitch: 0.6 }
  const page = [
    ...lines(prose, { x: 50, y: 100 }),
    { ...mono, text: '> (map sqrt list)', y: 200, bold: true },
    { ...mono, text: '(1 2 3)', y: 211 },
    { ...mono, text: '> (exit)', y: 222, bold: true },
  ]
  expect(outline(labelCode(grouped(page)))[1]).toBe('code: > (map sqrt list)\n(1 2 3)\n> (exit)')
})

test('a frame on a page in a monospaced font holds code if it has statements', () => {
  const at = { x: 60, y: 200, mono: true, font: 'Courier', pitch: 0.6 }
  const frame = { box: { x0: 50, y0: 188, x1: 500, y1: 270 }, stroked: true, rectangle: true, color: 0, opacity: 1 }
  const read = (rows: readonly string[]): string =>
    outline(layoutState({ ...rawPage(lines(rows, at)), paths: [frame] }, orderLayout, groupRows, labelCode)).join('\n')
  const script = ['import argparse', 'def main(args):', "'Lists the entries of the file.'", 'print(args)']
  expect(read(script)).toBe(`code: ${script.join('\n')}`)
  expect(read(['Name of the applicant', 'Date of the application', 'Place of residence'])).not.toMatch(/^code: /)
})

test('a page in a monospaced font is prose unless it is a program', () => {
  const at = { x: 50, y: 100, mono: true, font: 'Courier', pitch: 0.6 }
  expect(outline(labelCode(grouped(lines(prose, at))))[0]).toMatch(/^text: /)
  expect(outline(labelCode(grouped(lines([...prose, '============', '------------'], at))))[0]).toMatch(/^text: /)
  const program = ['int main(void) {', 'int count = read();', 'print(count);', 'return 0;', '}']
  expect(outline(labelCode(grouped(lines(program, at))))).toEqual([`code: ${program.join('\n')}`])
  const script = [
    '# The first vector, in Cartesian coordinates',
    'el=numpy.zeros(4)',
    'el[1]=eu[2]*ef[3]',
    'screen.show(el)',
  ]
  expect(outline(labelCode(grouped(lines(script, at))))).toEqual([`code: ${script.join('\n')}`])
})

describe('contents', () => {
  test('entries with ascending page numbers are one table of contents', () => {
    const page = lines(['Introduction 7', 'Practices 21', 'Sites of Play 45', 'Geographies 71', 'Conclusion 127'], {
      x: 50,
      y: 100,
    })
    expect(outline(labelContents(grouped(page)))).toEqual([
      'cate: Introduction 7\nPractices 21\nSites of Play 45\nGeographies 71\nConclusion 127',
    ])
  })

  test('leaders become a space, and three entries are sufficient', () => {
    const page = lines(['One ........ 1', 'Two . . . . . 9', 'Three ....... 12'], { x: 50, y: 100 })
    expect(outline(labelContents(grouped(page)))).toEqual(['cate: One 1\nTwo 9\nThree 12'])
  })

  test('a title above that ends in a number and a footer below are not entries', () => {
    const page = [
      { text: 'Glass Manual 3.5', x: 50, y: 60, size: 20 },
      { text: 'Index', x: 50, y: 90, size: 12, bold: true },
      ...lines(['One ........ 1', 'Two . . . . . 9', 'Three ....... 12'], { x: 50, y: 112 }),
      { text: 'Contents 13', x: 50, y: 300 },
    ]
    expect(outline(labelContents(grouped(page)))).toEqual([
      'text: Glass Manual 3.5',
      'text: Index',
      'cate: One 1\nTwo 9\nThree 12',
      'text: Contents 13',
    ])
  })

  test('a date above the title is not an entry', () => {
    const page = [
      { text: 'January 6, 2023', x: 50, y: 60 },
      { text: 'Contents', x: 50, y: 90, size: 14, bold: true },
      ...lines(['One ........ 1', 'Two . . . . . 9', 'Three ....... 12'], { x: 50, y: 112 }),
    ]
    expect(outline(labelContents(grouped(page)))).toEqual([
      'text: January 6, 2023',
      'text: Contents',
      'cate: One 1\nTwo 9\nThree 12',
    ])
  })

  test('the page number below the last entry is not an entry', () => {
    const page = lines(['One . . . . . . 5', 'Two . . . . . . 6', 'Three . . . . . 9', 'Four . . . . . . 9', '3'], {
      x: 50,
      y: 100,
    })
    expect(outline(labelContents(grouped(page)))).toEqual(['cate: One 5\nTwo 6\nThree 9\nFour 9', 'text: 3'])
  })

  test('lines that end in arbitrary numbers are not entries', () => {
    const page = lines(['Apples 90', 'Pears 12', 'Plums 70', 'Cherries 3', 'Figs 41'], { x: 50, y: 100 })
    expect(outline(labelContents(grouped(page))).some((line) => line.startsWith('cate'))).toBe(false)
  })
})

describe('footnotes', () => {
  const note = { x: 50, size: 8 }

  test('small text with a mark at the bottom is a footnote, including its continuation lines', () => {
    const page = [
      ...lines(prose, { x: 50, y: 500 }),
      { text: '12', x: 50, y: 697, size: 5 },
      { text: ' See the first volume.', x: 55, y: 700, size: 8 },
      { ...note, text: '13. Another note.', y: 714 },
    ]
    expect(outline(labelFootnotes(grouped(page))).map((line) => line.split(':')[0])).toEqual([
      'text',
      'footnote',
      'footnote',
    ])
  })

  test('small text at the top or without a mark is not a footnote', () => {
    const top = grouped([{ ...note, text: '1. A note out of place.', y: 60 }, ...lines(prose, { x: 50, y: 100 })])
    const plain = grouped([...lines(prose, { x: 50, y: 500 }), { ...note, text: 'Fine print without a mark.', y: 700 }])
    for (const state of [top, plain])
      expect(outline(labelFootnotes(state)).some((line) => line.startsWith('footnote'))).toBe(false)
  })

  test('a separate note of one line above the page footer is a footnote', () => {
    const page = grouped([
      ...lines(prose, { x: 50, y: 500 }),
      { ...note, text: '9 Keeping in mind that the figures are only up to October.', y: 775 },
      { ...note, text: 'Migration Outlook', y: 815 },
    ])
    expect(outline(labelFootnotes(page)).map((line) => line.split(':')[0])).toEqual(['text', 'footnote', 'text'])
  })

  test('a page footer with the page number is left to assembly', () => {
    const page = grouped([...lines(prose, { x: 50, y: 500 }), { ...note, text: '76 Study on Plastics', y: 800 }])
    expect(outline(labelFootnotes(page)).at(-1)).toBe('text: 76 Study on Plastics')
  })
})
