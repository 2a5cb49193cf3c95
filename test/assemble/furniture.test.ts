import { describe, expect, test } from 'vitest'
import type { Block } from '../../src/model/document.ts'
import { assembled, prose, table, text, title, typesOf } from './pages.ts'

const keep = { keep_header_footer: true }

describe('repeated over the document', () => {
  test('page headers and page numbers on two pages', () => {
    const page = (number: number): Block[] => [
      text('The Honey-Moon', { y: 90 }),
      ...prose(),
      text(`Page ${number}`, { y: 740 }),
    ]
    const document = assembled([page(3), page(4)], keep)
    for (const at of [0, 1])
      expect([typesOf(document, at)[0], typesOf(document, at).at(-1)]).toEqual(['header', 'footer'])
  })

  test('alternating left and right pages', () => {
    const left = (): Block[] => [text('Author', { y: 100 }), ...prose()]
    const right = (): Block[] => [text('Title of the chapter', { y: 100, x: 400 }), ...prose()]
    const document = assembled([left(), right(), left(), right()], keep)
    expect([0, 1, 2, 3].map((at) => typesOf(document, at)[0])).toEqual(['header', 'header', 'header', 'header'])
  })

  test('equal text at different heights or far apart is body text', () => {
    const document = assembled(
      [
        [text('Remarks', { y: 100 }), ...prose()],
        prose(),
        prose(),
        [text('Remarks', { y: 100 }), ...prose()],
        [text('Remarks', { y: 130 }), ...prose()],
      ],
      keep,
    )
    for (const page of [0, 3, 4]) expect(typesOf(document, page)).not.toContain('header')
  })

  test('a repeated heading becomes a header', () => {
    const page = (): Block[] => [title('Study on Plastics', { y: 60, size: 10 }), ...prose()]
    expect(assembled([page(), page()], keep).pages[0]!.blocks[0]).toMatchObject({
      kind: 'text',
      type: 'header',
      text: 'Study on Plastics',
    })
  })
})

test('a footer in small type that looks like a footnote without a mark', () => {
  const page = (content: string): Block[] => [...prose(), text(content, { y: 800, size: 6, type: 'footnote' })]
  expect(typesOf(assembled([page('Institute of Archaeology 2023, www.example.org')], keep)).at(-1)).toBe('footer')
  expect(typesOf(assembled([page('9 Institute of Archaeology 2023, www.example.org')], keep)).at(-1)).toBe('footnote')
})

test('the title between two parts of a page header belongs to it', () => {
  const page = (y: number): Block[] => [
    text('400', { y, size: 8 }),
    title('BRITISH HUSBANDRY', { y, x: 200, caps: true }),
    text('[Ch. XIX.', { y, x: 480, size: 8 }),
    ...prose(),
  ]
  expect(typesOf(assembled([page(60)], keep)).slice(0, 3)).toEqual(['header', 'header', 'header'])
})

test('rotated text along the side does not turn the text next to it into a footer', () => {
  const page = [
    ...prose(),
    title('Keywords:', { y: 726, size: 11, bold: true }),
    text('Analysis, design, theory', { y: 740, size: 9 }),
    text('Brasilia', { y: 754, size: 9 }),
  ]
  const note = { ...text('Guilherme Lassance', { y: 710, size: 6 }), box: { x0: 560, y0: 710, x1: 566, y1: 765 } }
  expect(typesOf(assembled([page], keep))).not.toContain('footer')
  expect(typesOf(assembled([[...page, note]], keep))).not.toContain('footer')
})

test('headings at the top of pages that differ by their numbers are not headers', () => {
  const page = (number: number): Block[] => [title(`Section ${number}`, { y: 70, size: 16 }), ...prose()]
  expect(typesOf(assembled([page(1), page(2)], keep))[0]).toBe('title')
})

test('a watermark on most pages is furniture; light text on one page is not', () => {
  const mark = (): Block => {
    const block = text('DRAFT', { y: 400, x: 150, size: 60 })
    return { ...block, style: { ...block.style, color: 0xcccccc } }
  }
  expect(
    typesOf(
      assembled(
        [1, 2, 3].map(() => [...prose(), mark()]),
        keep,
      ),
    ),
  ).toContain('header')
  expect(typesOf(assembled([[...prose(), mark()], prose(), prose()], keep))).not.toContain('header')
})

test('a diagonal watermark is furniture on a single page', () => {
  const mark = text('PREPRINT', { y: 200, x: 100, size: 60 })
  const diagonal = { ...mark, box: { x0: 100, y0: 200, x1: 450, y1: 520 } }
  expect(typesOf(assembled([[...prose(), diagonal]], keep))).toContain('header')
  expect(assembled([[...prose(), diagonal]]).pages[0]!.blocks.map(({ kind }) => kind)).toEqual(
    prose().map(() => 'text'),
  )
  expect(assembled([[diagonal]]).pages[0]!.blocks).toHaveLength(1)
})

test('a title next to a large number is not a diagonal watermark', () => {
  const heading = title('1 Grape', { y: 70, x: 65, size: 36 })
  const chapter = { ...heading, box: { x0: 65, y0: 70, x1: 538, y1: 155 } }
  expect(typesOf(assembled([[chapter, ...prose()]], keep))[0]).toBe('title')
})

test('the lines of a light note along the side keep their order', () => {
  const line = (words: string, x: number): Block => {
    const block = text(words, { y: 100, x, size: 8 })
    return { ...block, box: { x0: x, y0: 100, x1: x + 8, y1: 700 }, style: { ...block.style, color: 0xcccccc } }
  }
  const page = (): Block[] => [...prose(), line('Downloaded from a library', 570), line('under its license', 560)]
  expect(
    assembled([page(), page(), page()], keep)
      .pages[1]!.blocks.slice(0, 2)
      .map((block) => 'text' in block && block.text),
  ).toEqual(['Downloaded from a library', 'under its license'])
})

describe('on a single page', () => {
  test('by position: a header in the margin, a number at the bottom', () => {
    expect(
      typesOf(assembled([[text('Probability and Control', { y: 40 }), ...prose(), text('17', { y: 790 })]], keep)),
    ).toEqual(['header', 'text', 'text', 'text', 'text', 'text', 'footer'])
  })

  test('two parts of one header, from left to right', () => {
    const document = assembled([[text('Baird', { y: 40, x: 450 }), ...prose(), text('74', { y: 40 })]], keep)
    expect(document.pages[0]!.blocks.slice(0, 2)).toMatchObject([
      { type: 'header', text: '74' },
      { type: 'header', text: 'Baird' },
    ])
  })

  test('a header next to its page number on a page with little text', () =>
    expect(
      typesOf(
        assembled(
          [[...prose().slice(0, 2), text('Instructor Resources', { y: 790 }), text('106', { y: 790, x: 500 })]],
          keep,
        ),
      ),
    ).toEqual(['text', 'text', 'footer', 'footer']))
  test('a page number in heading style', () =>
    expect(
      typesOf(
        assembled(
          [
            [
              title('Results', { size: 10, bold: true, y: 300 }),
              ...prose(320),
              text('21', { size: 10, bold: true, y: 790 }),
            ],
          ],
          keep,
        ),
      ).at(-1),
    ).toBe('footer'))

  test('a large title at the top stays', () =>
    expect(typesOf(assembled([[title('Annual Report', { y: 40, size: 24 }), ...prose()]], keep))[0]).toBe('title'))
  test('a page header that OCR takes for a heading is one; a large title stays', () => {
    const read = (block: Block): Block =>
      ({ ...block, source: 'ocr', ...('style' in block ? { style: { ...block.style, font: 'ocr' } } : {}) }) as Block
    const page = (size: number, y: number): string[] =>
      typesOf(
        assembled(
          [[title('Handbook of Rivers', { size, y }), ...prose(), text('17', { y: 790, x: 290 })].map(read)],
          keep,
        ),
      )
    expect(page(11, 40)[0]).toBe('header')
    expect(page(22, 60)[0]).toBe('title')
  })
  test('body text at the top stays', () => expect(typesOf(assembled([prose(40)], keep))[0]).toBe('text'))
  test('the lines of a card stay', () =>
    expect(typesOf(assembled([[text('A name', { y: 40 }), text('A street', { y: 700 })]], keep))).toEqual([
      'text',
      'text',
    ]))
  test('a heading in the style of others stays', () => {
    const heading = { size: 10, bold: true } as const
    expect(
      typesOf(
        assembled(
          [
            [
              title('Results', { ...heading, y: 40 }),
              ...prose().slice(0, 2),
              title('Discussion', { ...heading, y: 400 }),
              ...prose(450).slice(0, 2),
            ],
          ],
          keep,
        ),
      )[0],
    ).toBe('title')
  })
})

describe('the kicker of a slide', () => {
  const slide = [
    text('Value of the pack', { y: 60, size: 14 }),
    title('Searching takes less time than before', { y: 82, size: 28 }),
    ...prose(150).slice(0, 4),
  ]
  const wide = { width: 960, height: 540 }
  test('is a header', () => expect(typesOf(assembled([slide], keep, wide)).slice(0, 2)).toEqual(['header', 'title']))
  test('is not on a portrait page', () => expect(typesOf(assembled([slide], keep))[0]).not.toBe('header'))
  test('nor if it is a numbered heading', () => {
    const [, heading, ...rest] = slide
    const line = title('Chapter 3', { y: 60, size: 14 })
    expect(typesOf(assembled([[line, heading!, ...rest]], keep, wide))).not.toContain('header')
  })
})

describe('the title of a slide', () => {
  const wide = { width: 960, height: 540 }
  const slide = (heading: string): Block[] => [
    title(heading, { y: 20, x: 40, size: 28 }),
    text('ζ', { y: 16, x: 900, size: 56 }),
    ...prose(150).slice(0, 4),
    text('A conference in May', { y: 520, size: 6 }),
  ]
  const typesOfPages = (headings: readonly string[]): (string | undefined)[] => {
    const document = assembled(headings.map(slide), keep, wide)
    return headings.map(
      (heading, at) =>
        document.pages[at]!.blocks.flatMap((block) => ('text' in block && block.text === heading ? block.type : []))[0],
    )
  }
  test('is no header, even next to a logo', () =>
    expect(typesOfPages(['Motivation', 'Related work', 'The algorithm', 'Results'])).toEqual(Array(4).fill('title')))
  test('continues on the next slide', () =>
    expect(typesOfPages(['Motivation', 'Method - 1', 'Method - 2', 'Results', 'Results'])).toEqual(
      Array(5).fill('title'),
    ))
  test('is a header if most slides have it', () =>
    expect(typesOfPages(['Institute', 'Institute', 'Institute', 'Institute'])).toEqual(Array(4).fill('header')))
})

test('a header of two lines next to a page number', () => {
  const page = [
    text('Configuration Tool', { y: 22 }),
    text('User’s Manual', { y: 34 }),
    text('43 / 44', { y: 40, x: 500, size: 9 }),
    title('Aggregation', { y: 70, size: 12, bold: true }),
    ...prose(100),
  ]
  expect(typesOf(assembled([page], keep)).slice(0, 4)).toEqual(['header', 'header', 'header', 'title'])
})

test('a numbered chapter and a numbered section on one row are a page header', () => {
  const page = [
    title('CHAPTER 5. BOOTING THE SYSTEM', { y: 40, size: 9, caps: true }),
    title('5.3. BOOT PARAMETERS', { y: 40, x: 400, size: 9, caps: true }),
    ...prose(100),
    text('30', { y: 800, x: 290 }),
  ]
  expect(typesOf(assembled([page], keep)).slice(0, 3)).toEqual(['header', 'header', 'text'])
})

test('is removed unless requested, and caption indices are updated', () => {
  const caption = text('Table 1. Rain', { y: 200, type: 'table_caption' })
  const page = [text('17', { y: 40 }), caption, table([['a'], ['b']], { y: 220 }, [1]), ...prose(300)]
  const dropped = assembled([page]).pages[0]!.blocks
  expect(dropped.slice(0, 2)).toMatchObject([{ type: 'table_caption' }, { type: 'table', captions: [0] }])
  expect(assembled([page], keep).pages[0]!.blocks[2]).toMatchObject({ type: 'table', captions: [1] })
})

test('line numbers are furniture; a few numbers in a margin are not', () => {
  const numbered = (count: number): Block[] => [
    ...prose(),
    text(Array.from({ length: count }, (_, index) => index + 1).join(' '), { y: 200, x: 20, type: 'sider' }),
  ]
  expect(typesOf(assembled([numbered(28)]))).not.toContain('sider')
  expect(typesOf(assembled([numbered(28)], keep))).toContain('sider')
  expect(typesOf(assembled([numbered(4)]))).toContain('sider')
})

test('a number outside the text is a page number in any margin', () => {
  const { x0, x1, y1 } = prose().at(-1)!.box
  const page = (x: number, y: number): Block[] => [...prose(), text('1', { y, x })]
  expect(typesOf(assembled([page((x0 + x1) / 2, 690)], keep)).at(-1)).toBe('footer')
  // Left pages have it on the left.
  expect(typesOf(assembled([page(x0, 690)], keep)).at(-1)).toBe('footer')
  // The year on a cover.
  expect(typesOf(assembled([[...prose(), text('2019', { y: 690, x: (x0 + x1) / 2 })]], keep)).at(-1)).toBe('text')
  // With the gap of a paragraph, and not aligned.
  const low: Block[] = [
    ...prose(),
    ...prose(Math.round(690 - (y1 - prose()[0]!.box.y0))),
    text('1', { y: 700, x: x0 + 60 }),
  ]
  expect(typesOf(assembled([low], keep)).at(-1)).toBe('text')
})

test('a header and its page number in a wide margin, at both ends of a row', () => {
  const head = [text('Weirs', { y: 100 }), text('12', { y: 100, x: 450 })]
  expect(typesOf(assembled([[...head, ...prose(150)]], keep)).slice(0, 2)).toEqual(['header', 'header'])
})

test('the last line in body style with the gap of a paragraph is not a footer', () => {
  const last = (line: string, size: number): Block[] => [...prose(330), text(line, { y: 787, size })]
  expect(typesOf(assembled([last('so that all of it was lost.', 10)], keep)).at(-1)).toBe('text')
  expect(typesOf(assembled([last('Weirs of the north, 2019', 8)], keep)).at(-1)).toBe('footer')
})

test('a page number below references is a footer', () => {
  const entry = (y: number) => text('Smith, J. Weirs of the north. 1997', { y, type: 'reference' })
  const page = [...prose(), entry(600), entry(620), entry(640), text('7', { y: 790, type: 'reference' })]
  expect(typesOf(assembled([page], keep)).slice(-2)).toEqual(['reference', 'footer'])
})

test('subsections and sentences at the top of a page are not headers', () => {
  const page = (opening: Block): string | undefined => typesOf(assembled([prose(), [opening, ...prose()]], keep), 1)[0]
  expect(page(title('4.1.3 Pumps by their makers', { y: 55, size: 10, bold: true }))).toBe('title')
  expect(page(title('Pumps by their makers', { y: 35, size: 9 }))).toBe('header')
  expect(page(text('This memorandum tells of the pumps.', { y: 55 }))).toBe('text')
  expect(page(text('Memorandum of the pumps', { y: 40 }))).toBe('header')
})

describe('a line in the text area of other pages', () => {
  const last = (): Block[] => [text('Weirs of the north', { y: 40 }), ...prose(100)]
  const full = (): Block[] => prose(40)

  test('is the end of a paragraph, whatever the gap below', () => {
    expect(typesOf(assembled([full(), full(), last()], keep), 2)[0]).not.toBe('header')
    expect(typesOf(assembled([prose(100), prose(100), last()], keep), 2)[0]).toBe('header')
  })

  test('is the end of a paragraph if the text of other pages is code', () => {
    const listing = (): Block[] => [text('while (true) {\n  go()\n}', { y: 40, lines: 3, type: 'code' }), ...prose(100)]
    expect(typesOf(assembled([listing(), listing(), last()], keep), 2)[0]).not.toBe('header')
  })

  test('is the end of a paragraph in a document of two pages, too', () =>
    expect(typesOf(assembled([full(), last()], keep), 1)[0]).not.toBe('header'))

  test('is a header if only one of several other pages has text at its height', () =>
    expect(typesOf(assembled([full(), prose(100), prose(100), last()], keep), 3)[0]).toBe('header'))

  test('is a footer if it is a number', () => {
    const numbered = (): Block[] => [...prose(100), text('3', { y: 780 })]
    const deep = (): Block[] => [...prose(100), ...prose(300)]
    expect(typesOf(assembled([deep(), deep(), numbered()], keep), 2).at(-1)).toBe('footer')
  })
})

describe('repeated at the edges', () => {
  const logo = (y: number, fingerprint = 7): Block => ({
    kind: 'figure',
    type: 'figure',
    box: { x0: 400, y0: y, x1: 520, y1: y + 40 },
    text: '',
    captions: [],
    confidence: 1,
    source: 'text_layer',
    fingerprint,
  })

  test('a logo at one position of all pages is removed unless furniture is requested', () => {
    const pages = [1, 2, 3, 4].map(() => [logo(40), ...prose()])
    expect(assembled(pages).pages.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'figure'))).toEqual([])
    expect(
      assembled(pages, keep).pages.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'figure')),
    ).toHaveLength(4)
  })

  test('images in the middle of pages or on two pages only are figures', () => {
    const figures = (pages: readonly Block[][]): number =>
      assembled(pages).pages.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'figure')).length
    expect(figures([1, 2, 3].map(() => [...prose(), logo(660)]))).toBe(3)
    expect(figures([[logo(40), ...prose()], [logo(40), ...prose()], prose(), prose()])).toBe(2)
    // A catalog: a different image at the same position of each page.
    expect(figures([1, 2, 3].map((number) => [logo(40, number), ...prose()]))).toBe(3)
  })

  test('a long repeated notice, and a footer that looks like a footnote', () => {
    const notice = `This material is declared a work of the government and is not subject to copyright protection. ${'Approved for public release. '.repeat(4)}`
    const page = (number: number): Block[] => [
      ...prose(),
      text(notice, { y: 760, lines: 4, size: 8 }),
      text(`c 2013 Institute ${number}`, { y: 800, size: 8, type: 'footnote' }),
    ]
    const document = assembled([page(1), page(2), page(3)], keep)
    expect(typesOf(document, 1).slice(-2)).toEqual(['footer', 'footer'])
    const last = (words: string): string | undefined =>
      typesOf(
        assembled(
          [1, 2, 3].map(() => [...prose(), text(words, { y: 800, size: 8, type: 'footnote' })]),
          keep,
        ),
        1,
      ).at(-1)
    expect(['1This is a note of its own.', '92 }%'].map(last)).toEqual(['footnote', 'footnote'])
  })
})

describe('pages without other content', () => {
  const lines = (y: number): Block[] =>
    [0, 1, 2].map((line) => text(`Line ${line} of a short page`, { y: y + line * 20 }))
  const pagesOf = (count: number, y: number): Block[][] => Array.from({ length: count }, () => lines(y))

  test.each([30, 400, 760])('equal short pages keep their text at %d points', (y) => {
    for (const count of [2, 3, 12])
      for (const page of assembled(pagesOf(count, y)).pages) expect(page.blocks).toHaveLength(3)
  })

  test('a single line stays, in any color', () => {
    const gray = (): Block => {
      const block = text('Intentionally left blank', { y: 400 })
      return { ...block, style: { ...block.style, color: 0xaaaaaa } }
    }
    for (const page of assembled([[gray()], [gray()], [gray()]]).pages) expect(page.blocks).toHaveLength(1)
    expect(assembled([[text('17', { y: 790 })]]).pages[0]!.blocks).toHaveLength(1)
  })

  test('large text on pages of short text is not a watermark', () => {
    const page = (): Block[] => [text('ORDER', { y: 300, size: 30 }), text('Name', { y: 400 })]
    for (const { blocks } of assembled([page(), page(), page()]).pages) expect(blocks).toHaveLength(2)
  })

  test('an empty page between others has only their header and its number', () => {
    const head = (number: number): Block[] => [text('The Honey-Moon', { y: 60 }), text(`${number}`, { y: 790 })]
    const [first, , last] = [1, 2, 3].map(head) as [Block[], Block[], Block[]]
    const document = assembled([[...prose(), ...first], head(2), [...prose(), ...last]])
    expect(document.pages.map(({ blocks }) => blocks.length)).toEqual([5, 0, 5])
  })
})

test('a running head that occurs once has the style and position of those on other pages', () => {
  const page = (section: string, number: number): Block[] => [
    title(section, { y: 40, size: 10, caps: true }),
    title('CHAPTER 2. INSTALLATION', { y: 40, x: 400, size: 10, caps: true }),
    ...prose(),
    text(`${number}`, { y: 800, x: 290 }),
  ]
  const sections = ['2.1. PATHS', '2.1. PATHS', '2.2. OPTIONS', '2.3. TESTS', '2.3. TESTS']
  const document = assembled(
    sections.map((section, at) => page(section, at + 12)),
    keep,
  )
  expect(typesOf(document, 2).slice(0, 2)).toEqual(['header', 'header'])
  expect(document.pages.map((_, at) => typesOf(document, at).filter((type) => type === 'title'))).toEqual([
    [],
    [],
    [],
    [],
    [],
  ])
})

test('a first line of text in the style and position of a repeated table header stays', () => {
  const page = (first: string): Block[] => [
    text(first, { y: 60 }),
    text('Rows of the table', { y: 74, lines: 3 }),
    ...prose(),
  ]
  const document = assembled(
    [page('Date Amount'), page('Date Amount'), page('Date Amount'), page('All of it is due.')],
    keep,
  )
  expect(typesOf(document, 3)[0]).toBe('text')
})

test('a repeated footer with an address that looks like a footnote', () => {
  const page = (number: number): Block[] => [
    ...prose(),
    text(`${number} | https://www.example.org/?p=12`, { y: 800, size: 6, type: 'footnote' }),
    text('Author and Author', { y: 800, x: 480, size: 6 }),
  ]
  const document = assembled([page(2), page(3), page(4)], keep)
  expect(typesOf(document, 1).slice(-2)).toEqual(['footer', 'footer'])
})
