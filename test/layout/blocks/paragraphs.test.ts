import { describe, expect, test } from 'vitest'
import { groupRows } from '../../../src/layout/blocks/paragraphs.ts'
import { orderLayout } from '../../../src/layout/order/reading-order.ts'
import type { PageObjects } from '../../../src/layout/state.ts'
import { grouped, type Ink, layoutState, lines, outline, rawPage } from '../raw-pages.ts'

const full = 'Running text that fills the column from its left to its right edge'

describe('groupRows', () => {
  test('joins lines and restores words hyphenated at a line end', () => {
    expect(
      outline(
        grouped(
          lines(
            [
              full,
              `${full.slice(0, -4)}phy-`,
              'sicians and more of the same running text up to the column edge',
              'the end.',
            ],
            { x: 50, y: 100 },
          ),
        ),
      ),
    ).toEqual([
      `text: ${full} ${full.slice(0, -4)}phy\u00adsicians and more of the same running text up to the column edge the end.`,
    ])
  })

  test('splits paragraphs at whitespace', () => {
    expect(
      outline(
        grouped([
          ...lines([full, 'first ends here'], { x: 50, y: 100 }),
          ...lines([full, 'second'], { x: 50, y: 136 }),
        ]),
      ),
    ).toHaveLength(2)
  })

  test('splits entries that are farther apart than the lines of a paragraph', () => {
    const entries = ['file_type', 'keyword', 'dir', '-d', 'char', '-c', 'block', '-b', 'socket']
    const page = [...lines([full, full, full], { x: 50, y: 100 }), ...lines(entries, { x: 50, y: 142, leading: 18 })]
    expect(outline(grouped(page))).toHaveLength(1 + entries.length)
  })

  test('splits a row to the right of the end of the line above', () => {
    const page = [...lines([full, 'the last line.'], { x: 50, y: 100 }), { text: 'page 7/30', x: 300, y: 124 }]
    expect(outline(grouped(page)).at(-1)).toBe('text: page 7/30')
  })

  test('splits a line to the left of a list item that ends early', () => {
    const item = { text: '• dest (int) –', x: 70, y: 100 }
    const below = { text: 'Return type Request', x: 50, y: 112 }
    expect(outline(grouped([item, below, ...lines([full], { x: 50, y: 150 })]))).toHaveLength(3)
    // The first line of a numbered paragraph may be indented.
    const numbered = [
      { text: `(a) ${full.slice(8)}`, x: 70, y: 100 },
      { text: full, x: 50, y: 112 },
    ]
    expect(outline(grouped(numbered))).toHaveLength(1)
  })

  test('splits short lines with a common center at the left edge', () => {
    const page = [
      ...lines([full, full], { x: 50, y: 60 }),
      { text: 'Returns a request', x: 70, y: 100 },
      { text: 'Iscatter(buffer, root=0)', x: 50, y: 112 },
    ]
    expect(outline(grouped(page)).slice(1)).toEqual(['text: Returns a request', 'text: Iscatter(buffer, root=0)'])
  })

  test('splits short sentences in lowercase or with a leading point', () => {
    const entries = ['.IC sets the initial conditions.', '.IF is a conditional branch.', 'ar - the connected board.']
    const rows = [full, full, ...entries, 'pin - the number of a pin, e.g.', 'a number and a name.']
    expect(outline(grouped(lines(rows, { x: 50, y: 100 })))).toEqual([
      `text: ${full} ${full} ${entries[0]}`,
      ...entries.slice(1).map((entry) => `text: ${entry}`),
      'text: pin - the number of a pin, e.g. a number and a name.',
    ])
  })

  test('splits paragraphs at an indented first line, but not at a hanging indent', () => {
    const indented = [
      ...lines([full, full], { x: 50, y: 100 }),
      ...lines([`Ru${full.slice(4)}`], { x: 62, y: 124 }),
      ...lines([full, full], { x: 50, y: 136 }),
    ]
    expect(outline(grouped(indented))).toHaveLength(2)
    const hanging = [
      ...lines([full], { x: 50, y: 100 }),
      ...lines([full.slice(4), full.slice(4), full.slice(4)], { x: 70, y: 112 }),
    ]
    expect(outline(grouped(hanging))).toHaveLength(1)
  })

  test('joins the second line of a list item below its text', () => {
    const item = (label: string, y: number): Ink[] => [
      { text: label, x: 50, y },
      ...lines([full.slice(4), 'Second line of the item'], { x: 64, y }),
    ]
    expect(outline(grouped([...item('1.', 100), ...item('2.', 124), ...item('3.', 148)]))).toEqual([
      expect.stringMatching(/^text: 1\. .* Second line of the item$/),
      expect.stringMatching(/^text: 2\. .* Second line of the item$/),
      expect.stringMatching(/^text: 3\. .* Second line of the item$/),
    ])
  })

  test('splits lines at the right edge from centered ones', () => {
    const inks = [
      ...lines([full], { x: 50, y: 100 }),
      { text: 'suing by his mother', x: 170, y: 124 },
      { text: 'Plaintiff', x: 335, y: 136 },
      { text: 'and', x: 207, y: 148 },
    ]
    expect(outline(grouped(inks)).slice(1)).toEqual(['text: suing by his mother', 'text: Plaintiff', 'text: and'])
  })

  test('keeps the end of an item with it, also before the next item, if its sentence continues', () => {
    const items = [
      ...lines([full], { x: 50, y: 100 }),
      ...lines(['of the column.'], { x: 62, y: 112 }),
      ...lines([full], { x: 50, y: 124 }),
      ...lines(['of it.'], { x: 62, y: 136 }),
    ]
    expect(outline(grouped(items))[0]).toBe(`text: ${full} of the column.`)
  })

  test('measures lines next to an image by the remaining width', () => {
    // 27 characters, 135 points, next to an image; the wide lines are below it.
    const beside = lines(
      [
        'text beside pictures of the',
        'text beside pictures of the',
        'Capital at the beginning of',
        'a line that goes on.',
      ],
      {
        x: 50,
        y: 100,
      },
    )
    const page = rawPage([...beside, ...lines([full, full], { x: 50, y: 152 })])
    const nextToImage = (x0: number) => (state: PageObjects) => ({
      ...state,
      figures: [{ box: { x0, y0: 92, x1: 380, y1: 139 }, text: '' }],
    })
    const paragraphs = (x0: number): string[] =>
      outline(layoutState(page, orderLayout, nextToImage(x0), groupRows)).filter(
        (line) => line.startsWith('text: text') || line.startsWith('text: Cap'),
      )
    expect(paragraphs(195)).toHaveLength(1)
    expect(paragraphs(300)).toHaveLength(2)
  })

  test('keeps a monospaced address after a full line and splits code', () => {
    const address = [...lines([full], { x: 50, y: 100 }), { text: 'https://example.com/a.', x: 50, y: 112, mono: true }]
    expect(outline(grouped(address))).toEqual([`text: ${full} https://example.com/a.`])
    const short = [
      ...lines([full, 'as follows in'], { x: 50, y: 88 }),
      { text: 'run --all', x: 50, y: 112, mono: true },
    ]
    expect(outline(grouped(short))).toHaveLength(2)
    const code = [
      ...lines([full], { x: 50, y: 100 }),
      ...lines(['first(argument)', 'second(argument)'], { x: 50, y: 112, mono: true }),
    ]
    expect(outline(grouped(code))).toHaveLength(2)
  })

  test('keeps a line of mostly code in a smaller size if the sentence around it continues', () => {
    const code = { mono: true, size: 8 }
    const mixed = [
      { text: full, x: 50, y: 100 },
      { text: 'with ', x: 50, y: 112 },
      { text: 'first_argument = second_argument(third_argument, fourth_argument)', x: 76, y: 112, ...code },
      { text: ' set in', x: 336, y: 112 },
      { text: full, x: 50, y: 124 },
    ]
    expect(outline(grouped(mixed))).toHaveLength(1)
    const below = [
      ...lines([full], { x: 50, y: 100 }),
      { text: 'first_argument = second_argument(third_argument)', x: 50, y: 112, ...code },
    ]
    expect(outline(grouped(below))).toHaveLength(2)
  })

  test.each(['-', '('])('keeps the end of a monospaced name that is broken after "%s"', (sign) => {
    const name = [
      ...lines([`${full.slice(0, -1)}${sign}`], { x: 50, y: 100 }),
      { text: 'val_complement, and others.', x: 50, y: 112, mono: true },
    ]
    expect(outline(grouped(name))).toHaveLength(1)
  })

  test('splits a caption from the label above it, but not the mention of a figure in running text', () => {
    const label = { text: 'the origin', x: 50, y: 100 }
    const caption = { text: 'Figure 2-4: Scaling', x: 50, y: 112, italic: true, font: 'Sans' }
    expect(outline(grouped([label, caption]))).toHaveLength(2)
    expect(
      outline(grouped(lines([`${full.slice(0, -4)} as in`, 'Figure 2. The rest of it.'], { x: 50, y: 100 }))),
    ).toHaveLength(1)
  })

  test('keeps the end of a sentence in another font', () => {
    const rows = lines([`${full.slice(0, -2)} »`, 'of it'], { x: 50, y: 100 }).map((ink, at) => ({
      ...ink,
      mono: at === 1,
    }))
    expect(outline(grouped(rows))).toHaveLength(1)
    const after = lines([`${full.slice(0, -1)}.`, 'make install'], { x: 50, y: 100 })
    expect(outline(grouped(after.map((ink, at) => ({ ...ink, mono: at === 1 }))))).toHaveLength(2)
  })

  test('keeps the text after bold words at the end of a full line', () => {
    const label = 'FOR FURTHER INFORMATION ABOUT ALL OF THIS, CONTACT: '
    const first = [
      { text: label, x: 50, y: 100, bold: true },
      { text: full.slice(label.length), x: 50 + 5 * label.length, y: 100 },
    ]
    const below = lines(['Washington, and the rest.'], { x: 50, y: 112 })
    expect(outline(grouped([...first, ...below]))).toHaveLength(1)
    expect(outline(grouped([first[0]!, ...below]))).toHaveLength(2)
  })

  test('a number that ends the sentence of a full line is no list marker', () => {
    const sentence = [`${full.slice(0, -3)}and`, '10. This is the end of the paragraph, which continues here']
    expect(outline(grouped(lines(sentence, { x: 50, y: 100 })))).toHaveLength(1)
    expect(outline(grouped(lines(['These are described in', sentence[1]!], { x: 50, y: 100 })))).toHaveLength(2)
  })

  test('splits a centered number from the indented first line below it', () => {
    const rows = [
      { text: 'IV', x: 210, y: 100 },
      { text: `Grain ${full.slice(10)}`, x: 70, y: 112 },
      ...lines([full, 'the end.'], { x: 50, y: 124 }),
    ]
    expect(outline(grouped(rows))).toHaveLength(2)
  })

  test('measures the line spacing between lines, not between paragraphs of one line', () => {
    const short = ['One.', 'Two.', 'Three of these', 'four of these'].map((text, at) => ({
      text,
      x: 50,
      y: 100 + 20 * at,
    }))
    const long = lines([full, full, 'the end.'], { x: 50, y: 200 })
    expect(outline(grouped([...short, ...long]))).toHaveLength(5)
  })

  test('measures the line spacing of program text on its own', () => {
    const code = ['if (x is true) {', '    we do y', '}', 'else {', '    we do z', '}']
    const text = [full, full, 'and its end.']
    const blocks = outline(
      grouped([
        ...lines(code, { x: 70, y: 100, mono: true }),
        ...lines(text, { x: 50, y: 190, leading: 15 }),
        ...lines(text, { x: 50, y: 260, leading: 15 }),
      ]),
    )
    expect(blocks.filter((block) => block.endsWith('its end.'))).toEqual([
      `text: ${full} ${full} and its end.`,
      `text: ${full} ${full} and its end.`,
    ])
  })

  test('joins the lines of a bold heading that are indented after its number', () => {
    const heading = [full, 'second line'].map((text, at) => ({
      text: at === 0 ? `2.1 ${text.slice(4)}` : text,
      x: at === 0 ? 50 : 70,
      y: 100 + 12 * at,
      bold: true,
    }))
    expect(outline(grouped([...heading, ...lines([full, full], { x: 50, y: 124 })]))).toHaveLength(2)
  })

  test('splits after an early line end if the next word fits', () => {
    expect(
      outline(grouped(lines([full, 'This one is over.', full.replace('Running', 'Another')], { x: 50, y: 100 }))),
    ).toHaveLength(2)
  })

  test('splits if size or weight changes', () => {
    const [, ...rest] = lines(['', full, full], { x: 50, y: 100 })
    expect(outline(grouped([{ text: 'Heading', x: 50, y: 98, size: 14 }, ...rest]))).toEqual([
      'text: Heading',
      `text: ${full} ${full}`,
    ])
    expect(outline(grouped([{ text: 'Heading', x: 50, y: 100, bold: true }, ...rest]))[0]).toBe('text: Heading')
  })

  test('keeps the lines next to a caption label together', () => {
    const caption = [
      { text: 'Figure 4.10', x: 50, y: 100 },
      { text: `T${full.slice(14)}`, x: 120, y: 100 },
      { text: 'by hand.', x: 120, y: 112 },
      { text: 'Published in London', x: 120, y: 124 },
    ]
    expect(outline(grouped(caption))).toHaveLength(1)
  })

  test('joins lines of one sentence that OCR measures with different sizes', () => {
    const sentence = [`${full.slice(0, -4)}is not`, 'enabled (see section 13.7).']
    const rows = sentence.map(
      (text, at): Ink => ({ text, x: 50, y: 100 + 12 * at, size: at === 0 ? 10 : 11, source: 'ocr' }),
    )
    expect(outline(grouped(rows))).toHaveLength(1)
    expect(outline(grouped(rows.map((ink): Ink => ({ ...ink, source: 'text_layer' }))))).toHaveLength(2)
  })

  test('joins the lines of one large title', () => {
    const title = lines(['A Short Line', 'Over Another Title Line'], { x: 50, y: 100, size: 20, leading: 25 })
    expect(outline(grouped([...title, ...lines(Array(8).fill(full), { x: 50, y: 180 })]))[0]).toBe(
      'text: A Short Line Over Another Title Line',
    )
  })

  test('starts a group at each list item', () => {
    expect(outline(grouped(lines(['• one thing', '• another', '• a third'], { x: 50, y: 100 })))).toHaveLength(3)
  })

  test('justified lines are full in a column that program text widens', () => {
    const sentence = `${full.slice(0, -4)}end.`
    const next = full.replace('Running', 'Another')
    const code = { text: `call(${full})`, x: 50, y: 80, mono: true }
    expect(outline(grouped([code, ...lines([sentence, next, 'and its last line.'], { x: 50, y: 100 })]))).toEqual([
      `text: ${code.text}`,
      `text: ${sentence} ${next} and its last line.`,
    ])
  })

  test('the spacing within sentences is that of the lines, and not of separate paragraphs', () => {
    const entries = Array.from({ length: 5 }, (_, at) => ({ text: full, x: 50, y: 100 + 22 * at }))
    const wrapped = lines([`${full.slice(0, -1)}-`, 'graphy.'], { x: 50, y: 210 })
    expect(outline(grouped([...entries, ...wrapped]))).toHaveLength(6)
  })

  test('joins a word that small capitals continue', () => {
    const inks = [
      { text: `${full.slice(0, -5)}INNO-`, x: 50, y: 100 },
      { text: 'VATIVE EXPERIMENTS', x: 50, y: 112, size: 8 },
    ]
    expect(outline(grouped(inks))).toHaveLength(1)
    expect(outline(grouped(inks.with(0, { ...inks[0]!, text: full })))).toHaveLength(2)
  })

  test('a list can have a larger line spacing than the paragraphs above', () => {
    const above = lines(Array(6).fill(full), { x: 50, y: 100 })
    const [lower, end] = [full.toLowerCase(), 'and the end.']
    const item = lines([lower, lower, end], { x: 70, y: 190, leading: 19 })
    expect(outline(grouped([...above, ...item]))).toHaveLength(2)
  })

  test('entries of an index are separate', () => {
    const entries = ['local alignment, 8', 'long word for a name, 5', 'malt-run, 5, 8']
    expect(outline(grouped(lines(entries, { x: 50, y: 100 })))).toHaveLength(3)
  })

  test('the lines of a reference are one group', () => {
    const entry = full.slice(0, 39)
    // An initial at the text after the label is no list item.
    const initial = [`[78] ${entry}`, 'J. Algebra, 436:277, 2015.', `[79] ${entry}`]
    const inks = initial.map((text, at): Ink => ({ text, x: text.startsWith('[') ? 50 : 75, y: 100 + 12 * at }))
    expect(outline(grouped(inks))).toEqual([`text: ${initial[0]} ${initial[1]}`, `text: ${initial[2]}`])
    const address = [`[Bur55] ${entry}`, 'https://example.org/', `[Wil96] ${entry}`]
    const links = address.map(
      (text, at): Ink => ({ text, x: at === 1 ? 90 : 50, y: 100 + 12 * at, mono: at === 1, color: at === 1 ? 255 : 0 }),
    )
    expect(outline(grouped(links))).toEqual([`text: ${address[0]} ${address[1]}`, `text: ${address[2]}`])
  })

  test('a number in brackets at the left edge can continue a sentence', () => {
    const sentence = [full, full, '(1) goes on below.']
    expect(outline(grouped(lines(sentence, { x: 50, y: 100 })))).toHaveLength(1)
    expect(outline(grouped(lines([full, `${full}:`, '(1) goes on below.'], { x: 50, y: 100 })))).toHaveLength(2)
  })

  test('measures the space above and below', () => {
    const state = grouped([
      ...lines([full, full], { x: 50, y: 100 }),
      { text: 'Heading', x: 50, y: 150, bold: true },
      ...lines([full, full], { x: 50, y: 166 }),
    ])
    const heading = state.groups[1]
    expect(heading?.kind === 'text' && heading.above > heading.below && heading.below > 0).toBe(true)
  })
})
