import { describe, expect, test } from 'vitest'
import { curve, fill, layOut } from '../drawings.ts'
import { lines } from '../raw-pages.ts'

const text = lines(['A panel with a few words', 'and a few more of them.'], { x: 70, y: 130 })
const at = { x0: 50, y0: 90, x1: 450, y1: 250 }

describe('images that are not figures', () => {
  test('the soft shadow of a panel is not a figure', () => {
    const shadow = { box: at, pixelWidth: 1600, pixelHeight: 640 }
    const veil = { ...fill(50, 90, 450, 250, 0), opacity: 0.15 }
    const panel = fill(56, 96, 444, 244, 0xffffff)
    expect(layOut({ text, images: [shadow], paths: [veil, panel] }).figures).toEqual([])
    expect(layOut({ text, images: [shadow], paths: [panel] }).figures).toHaveLength(1)
  })

  test('a gradient of one pixel width behind words is not a figure, but it is one without words', () => {
    const gradient = { box: at, pixelWidth: 1, pixelHeight: 56 }
    expect(layOut({ text, images: [gradient] }).figures).toEqual([])
    expect(layOut({ images: [gradient] }).figures).toHaveLength(1)
  })
})

test('panels with round corners and backgrounds as long as their words are not drawings', () => {
  const names = ['NOSYNC', 'RDONLY', 'NOMETASYNC', 'WRITEMAP', 'MAPASYNC', 'NOTLS', 'NOLOCK']
  const words = names.flatMap((name, at) => [
    { text: name, x: 60, y: 110 + at * 80 },
    { text: 'what it does', x: 60, y: 140 + at * 80 },
  ])
  const paths = names.flatMap((name, at) => [
    fill(50, 98 + at * 80, 66 + name.length * 5, 114 + at * 80),
    curve(50, 124 + at * 80, 540, 148 + at * 80),
  ])
  expect(layOut({ text: words, paths }).figures).toEqual([])
})
