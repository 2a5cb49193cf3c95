import { describe, expect, test } from 'vitest'
import { across, curve, down, fill, layOut } from '../drawings.ts'
import { lines } from '../raw-pages.ts'

const code = [
  'begin picture',
  '  draw from here to there',
  '  place node at origin',
  '  fill the area with grey',
  'end picture',
]
const frame = (x0: number, y0: number, x1: number, y1: number) => [
  curve(x0, y0, x1, y1),
  curve(x0 + 1, y0 + 1, x1 - 1, y1 - 1),
]
const wave = (x: number, y: number) =>
  Array.from({ length: 30 }, (_, index) =>
    curve(x + index * 4.5, y + (index % 5) * 10, x + 6 + index * 4.5, y + 14 + (index % 5) * 10),
  )

describe('text on background shapes', () => {
  test('code in two boxes with round corners stays text', () => {
    const text = [...lines(code, { x: 110, y: 120 }), ...lines(code, { x: 110, y: 220 })]
    const state = layOut({ text, paths: [...frame(100, 100, 500, 195), ...frame(100, 200, 500, 300)] })
    expect(state.figures).toEqual([])
    expect(state.lines).toHaveLength(10)
  })

  test('a slide with bars along its edges stays text', () => {
    const points = [
      'What the bus model shows',
      'No pipelining at all',
      'No master wait states',
      'No request or acknowledge scheme',
    ]
    const bars = [
      curve(0, 0, 595, 80),
      curve(0, 0, 90, 80),
      ...Array.from({ length: 60 }, (_, index) => fill(20, 100 + index * 8, 95, 108 + index * 8, 0xffe0e0)),
    ]
    expect(layOut({ text: lines(points, { x: 150, y: 200, leading: 40, size: 20 }), paths: bars }).figures).toEqual([])
  })

  test('a slide with a background image stays text', () => {
    const points = [
      'What the bus model shows',
      'No pipelining at all',
      'No master wait states',
      'No request or acknowledge scheme',
    ]
    const background = { box: { x0: 20, y0: 100, x1: 575, y1: 740 }, pixelWidth: 800, pixelHeight: 900 }
    expect(
      layOut({ text: lines(points, { x: 150, y: 200, leading: 40, size: 20 }), images: [background] }).figures,
    ).toEqual([])
  })

  test('the banner of a slide is not a figure', () => {
    const page = { width: 960, height: 540 }
    const banner = { box: { x0: 0, y0: 0, x1: 960, y1: 70 }, pixelWidth: 960, pixelHeight: 70 }
    const words = [
      { text: 'Hardware', x: 40, y: 50, size: 30 },
      ...lines(['a graphics card', 'a fast processor'], { x: 60, y: 200, size: 20, leading: 40 }),
    ]
    expect(layOut({ text: words, images: [banner], ...page }).figures).toEqual([])
    expect(layOut({ text: words.slice(1), images: [banner], ...page }).figures).toHaveLength(1)
  })

  test('a slide with boxes joined by a line across its list stays text', () => {
    const points = [
      'Signals are terms of the algebra',
      'that a block diagram is made of',
      'Rewriting gives us the means',
      'to change them before they run',
    ]
    const joined = [
      across(60, 40, 560),
      across(480, 40, 560),
      down(40, 60, 480),
      down(560, 60, 480),
      curve(70, 100, 420, 150),
      curve(66, 96, 416, 146),
      curve(230, 150, 440, 330),
      curve(436, 326, 444, 338),
    ]
    const text = [
      { text: 'fact(n) = n*fact(n-1);', x: 90, y: 130, size: 12 },
      ...lines(points, { x: 80, y: 240, leading: 40, size: 20 }),
    ]
    const state = layOut({ text, paths: joined })
    expect(state.figures.every(({ box }) => box.x1 - box.x0 < 400)).toBe(true)
    expect(state.lines).toHaveLength(5)
  })

  test('an image next to code in one box is a separate figure', () => {
    const state = layOut({
      text: lines(code, { x: 110, y: 120 }),
      paths: [...frame(100, 100, 500, 195), ...wave(350, 120)],
    })
    expect(state.figures).toHaveLength(1)
    expect(state.figures[0]?.box.x0).toBeGreaterThan(300)
    expect(state.lines).toHaveLength(5)
  })
})

describe('text in drawings', () => {
  const boxAround = (x: number, y: number) => [
    across(y, x, x + 110),
    across(y + 30, x, x + 110),
    down(x, y, y + 30),
    down(x + 110, y, y + 30),
  ]

  test('nodes of a flowchart connected by arrows belong to it', () => {
    const places = [
      [100, 100],
      [300, 100],
      [100, 200],
      [300, 200],
    ] as const
    const text = places.map(([x, y], index) => ({ text: `Read the packet ${index}`, x: x + 10, y: y + 18, size: 9 }))
    const arrows = [
      across(115, 210, 300),
      across(215, 210, 300),
      down(155, 130, 200),
      ...[155, 165, 175, 185].map((y) => curve(150, y, 160, y + 9)),
      curve(292, 110, 300, 120),
      curve(292, 210, 300, 220),
      curve(290, 112, 299, 118),
    ]
    const state = layOut({ text, paths: [...places.flatMap(([x, y]) => boxAround(x, y)), ...arrows] })
    expect(state.figures).toHaveLength(1)
    expect(state.lines).toEqual([])
  })
})
