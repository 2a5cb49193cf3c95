import { describe, expect, test } from 'vitest'
import { joinSectionNumbers } from '../../../src/layout/text/join-section-numbers.ts'
import { type Ink, layoutState, lines, rawPage } from '../raw-pages.ts'

const body = lines(['Running text in the size of the page,', 'which is smaller than that of its titles.'], {
  x: 80,
  y: 140,
})
const title = { y: 100, size: 12, bold: true }
const texts = (inks: readonly Ink[]): string[] =>
  layoutState(rawPage([...inks, ...body]), joinSectionNumbers).lines.map((line) => line.text)
const bodyTexts = body.map((ink) => ink.text)

describe('a section number and its title', () => {
  test.each(['3', '2.', '2.1.3', 'A.2'])('%s is on the line of its title', (number) => {
    const right = 80 + number.length * 6
    expect(
      texts([
        { ...title, text: number, x: 80 },
        { ...title, text: 'Wires and nodes', x: right + 14 },
      ]),
    ).toEqual([`${number} Wires and nodes`, ...bodyTexts])
  })

  test('a line occurs once: a number after a number, a number in two places at similar height', () => {
    const number = { ...title, text: 'A.2', x: 100 }
    const words = { ...title, text: 'Wires and nodes', x: 132 }
    expect(texts([{ ...title, text: '3', x: 80 }, number, words])).toEqual(['3', 'A.2 Wires and nodes', ...bodyTexts])
    expect(
      texts([number, { ...number, text: 'A.3', y: 101 }, words]).filter((text) => text.includes('Wires')),
    ).toHaveLength(1)
  })

  test('a size larger than the text is sufficient', () => {
    expect(
      texts([
        { ...title, bold: false, text: '4', x: 80 },
        { ...title, bold: false, text: 'Wires', x: 100 },
      ]),
    ).toContain('4 Wires')
  })

  test.each([
    [
      'body style',
      [
        { y: 100, text: '1', x: 80 },
        { y: 100, text: 'Apples and pears', x: 98 },
      ],
    ],
    [
      'another font',
      [
        { ...title, text: '3', x: 80 },
        { ...title, font: 'Sans', text: 'Wires', x: 100 },
      ],
    ],
    [
      'another size',
      [
        { ...title, text: '3', x: 80 },
        { ...title, size: 16, text: 'Wires', x: 110 },
      ],
    ],
    [
      'another baseline',
      [
        { ...title, text: '3', x: 80 },
        { ...title, y: 105, text: 'Wires', x: 100 },
      ],
    ],
    [
      'a page number next to a page header',
      [
        { ...title, text: '12', x: 80 },
        { ...title, text: 'A model of wires', x: 220 },
      ],
    ],
    [
      'numbers',
      [
        { ...title, text: '12', x: 80 },
        { ...title, text: '30 %', x: 106 },
      ],
    ],
    [
      'a contents entry',
      [
        { ...title, text: '2', x: 80 },
        { ...title, text: 'Wires and nodes 14', x: 100 },
      ],
    ],
    [
      'an accent between them',
      [
        { ...title, text: '3', x: 80 },
        { ...title, y: 97, text: '´', x: 100 },
        { ...title, text: 'Ecriture', x: 100.5 },
      ],
    ],
  ])('they are not joined with %s', (_, inks) => {
    expect(texts(inks)).toHaveLength(inks.length + body.length)
  })
})
