import { describe, expect, test } from 'vitest'
import { across, curve, down, fill, layOut } from '../drawings.ts'
import { lines } from '../raw-pages.ts'

const image = (x0: number, y0: number, x1: number, y1: number) => ({
  box: { x0, y0, x1, y1 },
  pixelWidth: 100,
  pixelHeight: 100,
})
const wave = Array.from({ length: 30 }, (_, index) =>
  curve(100 + index * 6, 200 + (index % 5) * 8, 106 + index * 6, 212 + (index % 5) * 8),
)

describe('images', () => {
  test('stripes are one figure', () => {
    const stripes = Array.from({ length: 10 }, (_, index) => image(100, 100 + index * 20, 300, 120 + index * 20))
    expect(layOut({ images: stripes }).figures.map((figure) => figure.box)).toEqual([
      { x0: 100, y0: 100, x1: 300, y1: 300 },
    ])
  })

  test('distant images are separate figures', () =>
    expect(layOut({ images: [image(50, 100, 250, 250), image(300, 100, 500, 250)] }).figures).toHaveLength(2))

  describe('adjacent images', () => {
    const pair = [image(50, 100, 250, 250), image(270, 100, 470, 250)]
    const figures = (...text: readonly { text: string; x: number; y: number }[]) =>
      layOut({ text, images: pair }).figures

    test('are one figure above a shared caption', () => {
      expect(figures({ text: 'Figure 2: The barn before (a) and after (b) the fire.', x: 60, y: 265 })).toHaveLength(1)
      expect(figures({ text: 'Words below them.', x: 60, y: 265 })).toHaveLength(2)
    })

    test('are two figures if the caption is below one of them', () =>
      expect(figures({ text: 'Figure 2: The barn.', x: 60, y: 265 })).toHaveLength(2))

    test('are two figures if one has its own caption', () => {
      expect(
        figures({ text: 'Figure 2: The barn.', x: 60, y: 265 }, { text: 'Figure 3: The yard.', x: 280, y: 265 }),
      ).toHaveLength(2)
      expect(
        figures({ text: 'Figure 2: The barn.', x: 60, y: 265 }, { text: 'Figure 3: The yard.', x: 480, y: 150 }),
      ).toHaveLength(2)
    })
  })

  test('icons, rules, marks at the edge and the page background are not figures', () => {
    const text = lines(['Some text on the page.', 'And more.'], { x: 50, y: 400 })
    expect(
      layOut({
        text,
        images: [image(50, 300, 62, 312), image(50, 500, 500, 503), image(500, 10, 560, 40), image(0, 0, 595, 842)],
      }).figures,
    ).toEqual([])
  })

  test('a watermark behind two columns of text is not a figure; an image that text is wrapped around is one', () => {
    const column = (x: number) =>
      lines(
        Array.from({ length: 20 }, () => 'Text of a column that is read over it.'),
        { x, y: 100 },
      )
    const behind = image(120, 90, 400, 350)
    expect(layOut({ text: [...column(50), ...column(310)], images: [behind] }).figures).toEqual([])
    const beside = lines(['Text beside the image, over its corner.'].concat(Array(8).fill('Wrapped text.')), {
      x: 50,
      y: 100,
    })
    expect(layOut({ text: beside, images: [behind] }).figures).toHaveLength(1)
  })

  test('an image at three page edges is not a figure if the columns of the page continue over it', () => {
    const background = image(0, 560, 595, 842)
    const addresses = Array.from({ length: 30 }, (_, row) => `Street ${row}`)
    const columns = [50, 310].flatMap((x) => lines(addresses, { x, y: 300, leading: 16 }))
    expect(layOut({ text: columns, images: [background] }).figures).toEqual([])
    const legend = lines(addresses.slice(0, 6), { x: 90, y: 600, leading: 16 })
    const above = lines(addresses.slice(0, 10), { x: 50, y: 300, leading: 16 })
    expect(layOut({ text: [...above, ...legend], images: [background] }).figures).toHaveLength(1)
  })

  test('an invisible image is not a figure, except white on color', () => {
    const blank = { ...image(50, 100, 250, 250), empty: true as const }
    expect(layOut({ images: [blank] }).figures).toEqual([])
    expect(layOut({ images: [blank], paths: [fill(40, 90, 260, 260)] }).figures).not.toEqual([])
  })

  test('a panel behind text is not a figure', () => {
    const text = lines(
      Array.from({ length: 12 }, () => 'Words that are printed all over a coloured panel of the page.'),
      { x: 60, y: 115 },
    )
    const state = layOut({ text, images: [image(50, 100, 380, 260)] })
    expect(state.figures).toEqual([])
    expect(state.lines).toHaveLength(12)
  })

  test('text inside an image belongs to the figure', () => {
    const state = layOut({
      text: [
        { text: 'legend', x: 120, y: 150 },
        { text: 'Outside.', x: 50, y: 400 },
      ],
      images: [image(100, 100, 400, 300)],
    })
    expect(state.figures[0]?.text).toBe('legend')
    expect(state.lines.map((line) => line.text)).toEqual(['Outside.'])
  })
})

describe('drawings', () => {
  test('a plot is a figure with its labels', () => {
    const axes = [across(260, 95, 285), down(95, 190, 260)]
    const text = [
      { text: '0', x: 95, y: 272, size: 8 },
      { text: '100', x: 272, y: 272, size: 8 },
      { text: 'Running text elsewhere.', x: 50, y: 500 },
    ]
    const state = layOut({ text, paths: [...axes, ...wave] })
    expect(state.figures).toHaveLength(1)
    expect(state.figures[0]?.text).toBe('0 100')
    expect(state.lines).toHaveLength(1)
  })

  test('bars of a chart are a figure', () => {
    const bars = [40, 70, 95, 20].map((high, index) =>
      fill(120 + index * 60, 300 - high, 150 + index * 60, 300, 0x3366cc),
    )
    const lattice = [200, 220, 240, 260, 280, 300].map((y) => across(y, 100, 360))
    expect(layOut({ paths: [...lattice, ...bars, down(100, 200, 300)] }).figures).toHaveLength(1)
  })

  test('few strokes, rules and frames around text are not figures', () => {
    const text = lines(
      Array.from({ length: 6 }, () => 'Words in a box that explain something at length to readers.'),
      { x: 110, y: 215 },
    )
    expect(
      layOut({
        text,
        paths: [...wave, across(200, 100, 420), across(290, 100, 420), down(100, 200, 290), down(420, 200, 290)],
      }).figures,
    ).toEqual([])
    expect(layOut({ paths: [curve(100, 100, 130, 130), curve(130, 100, 160, 130)] }).figures).toEqual([])
  })

  test('words drawn as outlines are not figures', () => {
    const glyphs = Array.from({ length: 40 }, (_, index) => curve(100 + index * 9, 200, 107 + index * 9, 210))
    expect(layOut({ paths: glyphs }).figures).toEqual([])
  })
})
