import { describe, expect, test } from 'vitest'
import { labelHeadings } from '../../../src/layout/blocks/label-headings.ts'
import { labelLists } from '../../../src/layout/blocks/label-lists.ts'
import { groupRows } from '../../../src/layout/blocks/paragraphs.ts'
import { orderLayout } from '../../../src/layout/order/reading-order.ts'
import { grouped, type Ink, layoutState, lines, rawPage } from '../raw-pages.ts'

const body = (y: number): Ink[] =>
  lines(Array(5).fill('Running text that fills the column from its left to its right edge'), { x: 50, y })

/** Whether lines between two paragraphs become one title. */
function isTitle(inks: Ink | readonly Ink[]): boolean {
  const state = labelHeadings(grouped([...body(100), ...[inks].flat(), ...body(220)]))
  return state.groups.filter((group) => group.kind === 'text' && group.type === 'title').length === 1
}

const at = { x: 50, y: 200 }

describe('a title', () => {
  test('is larger than the body', () => expect(isTitle({ ...at, text: 'Results', size: 14 })).toBe(true))
  test('has enough OCR confidence; large text with little is part of a drawing', () => {
    const read = (confidence: number): boolean => isTitle({ ...at, text: 'Results', size: 14, confidence })
    expect([read(0.6), read(0.3)]).toEqual([true, false])
  })
  test('is bold, with a larger gap above than below', () =>
    expect(isTitle({ ...at, text: 'Results', bold: true })).toBe(true))
  test('is numbered and bold, even if it ends in a period', () => {
    const ends = (bold: boolean): boolean =>
      isTitle({ ...at, text: '1.2. How much water is drawn in one summer.', bold, italic: !bold })
    expect([ends(true), ends(false)]).toEqual([true, false])
  })

  test('is large and bold after an ornament', () => {
    const signed = (...texts: string[]): string[] => {
      const inks = texts.map((text, index) => ({ text, x: 50, y: 200 + 18 * index, size: 14, bold: true }))
      const state = labelHeadings(labelLists(grouped([...body(100), ...inks, ...body(260)])))
      return state.groups.flatMap((group) => (group.kind === 'text' && group.type === 'title' ? [group.text] : []))
    }
    expect(signed('■ How to apply')).toEqual(['How to apply'])
    expect(signed('■ How to apply', '■ Whom to ask')).toEqual([])
  })
  test('is larger than the body, even if smaller text below starts in lowercase', () => {
    const first = (size: number): boolean =>
      isTitle([
        { ...at, text: 'Wells of the valley', size },
        { text: 'by Ruth Lindgren', x: 50, y: 222 },
      ])
    expect([first(18), first(10)]).toEqual([true, false])
  })
  test('is numbered and in another font', () =>
    expect(isTitle({ ...at, text: '2.1 Measured results', italic: true })).toBe(true))
  test('is numbered and in small capitals', () =>
    expect(
      isTitle([
        { ...at, text: 'II. B', size: 10 },
        { text: 'ASICS OF LEARNING', x: 75, y: 200, size: 8 },
      ]),
    ).toBe(true))
})

describe('text that is not a title', () => {
  test('shell input and an option are not titles', () => {
    for (const text of ['> perl install -gui', '$ ./configure', '-P prefix'])
      expect(isTitle({ ...at, text, bold: true })).toBe(false)
    expect(isTitle({ ...at, text: '– Results –', bold: true })).toBe(true)
  })
  test('a note along the edge of the page and diagonal text are not titles', () => {
    const hasTitle = (rotation: 0 | 90 | 270): boolean => {
      const page = grouped([...body(100), { ...at, text: 'Sample', size: 40, rotation }, ...body(420)])
      return labelHeadings(page).groups.some((group) => group.kind === 'text' && group.type === 'title')
    }
    expect([0, 90, 270].map((rotation) => hasTitle(rotation as 0 | 90 | 270))).toEqual([true, false, false])
  })
  test('a short paragraph in body style is not a title', () => expect(isTitle({ ...at, text: 'Results' })).toBe(false))

  test('a separate line of code in uppercase letters is not a title', () => {
    const alone = (text: string): boolean =>
      labelHeadings(grouped([{ ...at, text, y: 60 }, ...body(100)])).groups.some(
        (group) => group.kind === 'text' && group.type === 'title',
      )
    expect(alone('THEN CUSTOMER TAX')).toBe(true)
    expect(alone('THEN CUSTOMER_TAX_ID')).toBe(false)
  })
  test('a bold sentence is not a title', () =>
    expect(isTitle({ ...at, text: 'This sentence is set in bold, but it is one.', bold: true })).toBe(false))
  test('small text is not a title', () =>
    expect(isTitle({ ...at, text: 'Source: the authors', size: 7, bold: true })).toBe(false))
  test('numbers are not a title', () => expect(isTitle({ ...at, text: '12 345.67', size: 11.5 })).toBe(false))
  test('a fill-in line is not a title', () =>
    expect(isTitle({ ...at, text: 'Name ________ Date ________', bold: true })).toBe(false))
  test('a long run of bold text is not a title', () =>
    expect(isTitle({ ...at, text: `Words ${'and more words '.repeat(12)}`, bold: true, pitch: 0.2 })).toBe(false))
})

test('bold text on a bold page is not a heading', () => {
  const bold = [...body(100), ...body(220)].map((ink) => ({ ...ink, bold: true }))
  const state = labelHeadings(grouped([...bold, { ...at, text: 'Results', bold: true }]))
  expect(state.groups.every((group) => group.kind === 'text' && group.type === 'text')).toBe(true)
})

test('an underlined short line is a title, a colored one is a link', () => {
  const found = (color: number): number => {
    const state = grouped([...body(100), { ...at, text: 'Owned vehicles', color }, ...body(220)])
    const path = { box: { x0: 50, y0: 201.5, x1: 120, y1: 202 }, color, opacity: 1, stroked: false, rectangle: true }
    return labelHeadings({ ...state, raw: { ...state.raw, paths: [path] } }).groups.filter(
      (group) => group.kind === 'text' && group.type === 'title',
    ).length
  }
  expect([found(0), found(0x0000ff)]).toEqual([1, 0])
})

describe('in the documentation of programs', () => {
  test('a bold line with a gap below is not continued by lowercase text', () => {
    const after = (y: number): Ink[] =>
      lines(
        ['flags  bits that tell how the file is opened and what is to be done with', 'it when it is closed again'],
        { x: 50, y },
      )
    const isHead = (y: number): boolean =>
      labelHeadings(grouped([...body(100), { ...at, text: 'Parameters', bold: true }, ...after(y)])).groups.some(
        (group) => group.kind === 'text' && group.type === 'title',
      )
    expect(isHead(226)).toBe(true)
  })

  test('a large line after an ornament is not a list', () => {
    const typeOf = (text: string): string[] => {
      const state = labelHeadings(labelLists(grouped([...body(100), { ...at, text, size: 15 }, ...body(230)])))
      return state.groups.flatMap((group) => (group.kind === 'text' && group.type === 'title' ? [group.text] : []))
    }
    expect(typeOf('◆ flush()')).toEqual(['flush()'])
    expect(typeOf('• flush the buffer')).toEqual([])
  })
})

describe('an underline', () => {
  const read = (x0: number, x1: number): boolean => {
    const page = rawPage([...body(100), { ...at, text: 'Results of the year' }, ...body(220)])
    const paths = [{ box: { x0, x1, y0: 202, y1: 202.5 }, stroked: true, rectangle: false, color: 0, opacity: 1 }]
    const { groups } = labelHeadings(layoutState({ ...page, paths }, orderLayout, groupRows))
    return groups.some((group) => group.kind === 'text' && group.type === 'title')
  }
  const end = 50 + 19 * 5
  test('as wide as the line marks a heading', () => expect(read(50, end)).toBe(true))
  test('that is longer is a ruling', () => expect([read(50, 400), read(20, end)]).toEqual([false, false]))
})

describe('the end of a bold line', () => {
  test('an ellipsis is no period', () => {
    const ends = (end: string): boolean => isTitle({ ...at, text: `The water in the valley${end}`, bold: true })
    expect([ends('...'), ends('…'), ends('.')]).toEqual([true, true, false])
  })
  test('leader dots are a form or a table of contents', () =>
    expect(isTitle({ ...at, text: 'Name of the keeper ............ A', bold: true })).toBe(false))
})
