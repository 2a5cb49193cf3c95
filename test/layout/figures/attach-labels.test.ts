/** Text around a drawing belongs to it; text that is only near it does not. */
import { describe, expect, test } from 'vitest'
import { across, curve, down, fill, layOut } from '../drawings.ts'
import { type Ink, lines } from '../raw-pages.ts'

const [blue, orange] = [0x3366cc, 0xee7733]
/** A bar chart from 150 to 390 with its base at 300, and running text above and below it. */
const bars = [40, 70, 95, 20].flatMap((high, index) => [
  fill(160 + index * 60, 300 - high, 180 + index * 60, 300, blue),
  fill(182 + index * 60, 300 - high / 2, 202 + index * 60, 300, orange),
])
const chart = [...bars, down(150, 190, 300), ...[200, 225, 250, 275, 300].map((y) => across(y, 150, 390))]
const prose = [
  ...lines(
    [
      'Running text as wide as its column goes on above the chart for two lines,',
      'and it comes to an end here, some way above the drawing that stands below.',
    ],
    { x: 60, y: 100 },
  ),
  ...lines(
    [
      'Running text as wide as its column goes on below the chart for two lines,',
      'and it comes to an end here, at the very last line of what there is to say.',
    ],
    { x: 60, y: 420 },
  ),
]
const label = (text: string, x: number, y: number, more: Partial<Ink> = {}): Ink => ({ text, x, y, size: 8, ...more })

function layOutChart(labels: readonly Ink[], paths = chart): { inside: string; outside: string[] } {
  const state = layOut({ text: [...prose, ...labels], paths })
  expect(state.figures).toHaveLength(1)
  return {
    inside: state.figures[0]?.text ?? '',
    outside: state.lines.map(({ text }) => text).filter((text) => !/^(Running|and it)/.test(text)),
  }
}

describe('text that belongs to the drawing', () => {
  test('ticks, bar names and a rotated axis name beyond the ticks belong to it', () => {
    const ticks = [100, 75, 50, 25, 0].map((value, index) =>
      label(String(value), 146 - 4 * String(value).length, 203 + index * 25),
    )
    const names = ['Spring', 'Summer', 'Autumn', 'Winter'].map((text, index) => label(text, 165 + index * 60, 312))
    const axis = label('Litres', 118, 262, { rotation: 270, pitch: 0.25 })
    expect(layOutChart([...ticks, ...names, axis]).outside).toEqual([])
  })

  test('a distant legend is detected from keys in the colors of the drawing', () => {
    const legend = [label('Upper weir', 440, 220), label('Lower weir', 440, 236)]
    const keys = [fill(428, 213, 435, 220, blue), fill(428, 229, 435, 236, orange)]
    expect(layOutChart(legend, [...chart, ...keys])).toMatchObject({ outside: [] })
    // Without keys they are words next to the drawing.
    expect(layOutChart(legend).outside).toEqual(['Upper weir', 'Lower weir'])
  })

  test('labels that extend sideways from the drawing belong to it', () =>
    expect(layOutChart([label('Rye 20 %', 398, 240)]).outside).toEqual([]))

  test('its own title, centered above it and not in body style, belongs to it', () =>
    expect(layOutChart([label('Water by season', 235, 185, { size: 11 })]).outside).toEqual([]))

  test('rotated bar names longer than other labels belong to it', () => {
    const lying = [80, 120, 60, 30].map((wide, index) =>
      fill(250, 200 + index * 28, 250 + wide, 214 + index * 28, blue),
    )
    const names = ['Repairs of weirs and sluices after the storms', 'Wages', 'Timber', 'Travel'].map((text, index) =>
      label(text, 246 - 4 * text.length, 210 + index * 28),
    )
    expect(layOutChart(names, lying).outside).toEqual([])
  })
})

describe('text that does not belong to the drawing', () => {
  test('text larger than the body is not a label', () => {
    const side = (size: number): string[] => layOutChart([label('Rye 20 %', 398, 240, { size })]).outside
    expect([side(8), side(14)]).toEqual([[], ['Rye 20 %']])
    const below = (size: number): string[] => layOutChart([label('Spring', 165, 312, { size })]).outside
    expect([below(8), below(14)]).toEqual([[], ['Spring']])
  })

  test('captions and the text beyond a caption stay text', () => {
    const caption = label('Figure 1. Water at two weirs.', 150, 312, { size: 9 })
    const note = label('Source: the keepers', 150, 324)
    expect(layOutChart([caption, note]).outside).toEqual(['Figure 1. Water at two weirs.', 'Source: the keepers'])
  })

  test('closely spaced lines next to the drawing stay text', () => {
    const column = lines(['Keepers', 'of weirs', 'and of', 'sluices'], { x: 398, y: 230, size: 9, leading: 11 })
    expect(layOutChart(column).outside).toHaveLength(4)
  })

  test('a heading above the drawing at the text edge stays text', () =>
    expect(layOutChart([label('Results', 60, 185, { size: 11, bold: true })]).outside).toEqual(['Results']))

  test('lines around a photo stay text', () => {
    const state = layOut({
      text: [...prose, label('A short line', 150, 312)],
      images: [{ box: { x0: 150, y0: 190, x1: 390, y1: 300 }, pixelWidth: 400, pixelHeight: 200 }],
    })
    expect(state.lines.map(({ text }) => text)).toContain('A short line')
  })
})

test('an image of a chart includes the axis text around it', () => {
  const ticks = ['0', '25', '50', '75'].map((text, index) => label(text, 180 + index * 60, 310))
  const values = ['12', '47', '61'].map((text, index) => label(text, 190 + index * 60, 250))
  const state = layOut({
    text: [...prose, ...ticks, ...values],
    images: [{ box: { x0: 150, y0: 190, x1: 390, y1: 300 }, pixelWidth: 400, pixelHeight: 200 }],
  })
  expect(state.figures[0]?.text).toBe('12 47 61 0 25 50 75')
})

test('a few bars are a chart, rounded marks are not', () => {
  expect(
    layOut({
      paths: [80, 120, 60].map((wide, index) => fill(250, 200 + index * 28, 250 + wide, 214 + index * 28, blue)),
    }).figures,
  ).toHaveLength(1)
  expect(layOut({ paths: [curve(100, 100, 130, 130), curve(130, 100, 160, 130)] }).figures).toEqual([])
})
