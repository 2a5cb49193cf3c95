/** The lines of a text are found in the image of its page: drawn words are black bars, as wide as their letters. */
import { expect, test } from 'vitest'
import type { Raster } from '../../src/web/playground/ink-lines.ts'
import { placeLines } from '../../src/web/playground/placed-lines.ts'

const letter = 8
const height = 14
const pitch = 20
const pen = {
  widthOf: (text: string): number => text.length * (letter / height),
  /** Letters are bars, as on the page. */
  draw(text: string, size: { readonly width: number; readonly height: number }): Raster {
    const gray = new Uint8Array(size.width * size.height).fill(250)
    for (let y = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++)
        if (text[Math.floor((x * text.length) / size.width)] !== ' ') gray[y * size.width + x] = 20
    return { ...size, gray }
  },
}

/** Draws lines of words at `left`, with `space` pixels between words. */
function draw(lines: readonly string[], { left = 10, space = letter, rule = false } = {}): Raster {
  const width = 400
  const gray = new Uint8Array(width * 200).fill(250)
  const fill = (x1: number, y1: number, x2: number, y2: number): void => {
    for (let y = y1; y < y2; y++) gray.fill(20, y * width + x1, y * width + x2)
  }
  for (const [row, line] of lines.entries()) {
    let x = left
    for (const word of line.split(' ')) {
      for (let at = 0; at < word.length; at++)
        fill(x + at * letter, 10 + row * pitch, x + (at + 1) * letter - 1, 10 + row * pitch + height)
      x += word.length * letter + space
    }
  }
  if (rule) fill(0, 0, 2, 200)
  return { width, height: 200, gray }
}

const place = (text: string, raster: Raster) =>
  placeLines({ text, bbox: [0, 0, 400, 200] }, { raster, pageWidth: 400 }, pen)?.lines ?? null

test('a wrapped text has the lines of its page, without gaps between them', () => {
  const lines = ['The first line of', 'a text with three', 'lines']
  const placed = place(lines.join(' '), draw(lines))
  expect(placed?.map(({ text }) => text.trim())).toEqual(lines)
  expect(placed?.map(({ text }) => text).join('')).toBe(lines.join(' '))
  expect(placed?.map(({ top }) => top).slice(1)).toEqual(placed?.map(({ bottom }) => bottom).slice(0, -1))
  expect(placed?.[2]).toMatchObject({ left: 10, right: 10 + 5 * letter - 1, words: null })
})

test('words of a justified line are where they are drawn; a rule of a cell is not', () => {
  const raster = draw(['Wide spaces here'], { space: 40, rule: true })
  const [line] = place('Wide spaces here', raster) ?? []
  expect(line?.words).toEqual([
    { text: 'Wide ', left: 10, right: 10 + 4 * letter - 1 },
    { text: 'spaces ', left: 10 + 4 * letter + 40, right: 10 + 10 * letter + 40 - 1 },
    { text: 'here', left: 10 + 10 * letter + 80, right: 10 + 14 * letter + 80 - 1 },
  ])
})

test('a text that is not the one on the page has no lines', () => {
  expect(
    place('Of an other length, which would need letters of half the width and a smaller font', draw(['Short'])),
  ).toBeNull()
  expect(place('One line\nand a second one', draw(['One line and more']))).toBeNull()
  expect(place('Nothing is drawn', draw([]))).toBeNull()
})

/** Draws ideographs as squares; lines of equal text are rows, or columns from right to left. */
function drawIdeographs(lines: readonly string[], isVertical: boolean): Raster {
  const size = 16
  const [width, height] = [200, 200]
  const gray = new Uint8Array(width * height).fill(250)
  for (const [index, line] of lines.entries())
    for (let at = 0; at < line.length; at++) {
      const across = 10 + index * 26
      const along = 10 + at * size
      const [x, y] = isVertical ? [width - across - size, along] : [along, across]
      for (let row = y; row < y + size - 2; row++) gray.fill(20, row * width + x, row * width + x + size - 2)
    }
  return { width, height, gray }
}

test('Chinese columns are found from right to left, and rows of the same text are no columns', () => {
  const lines = ['山路的春天很早就', '来了溪水从山上流', '下来穿过']
  const content = { text: lines.join(''), bbox: [0, 0, 200, 200] } as const
  for (const isVertical of [true, false]) {
    const raster = drawIdeographs(lines, isVertical)
    const placed = placeLines(content, { raster, pageWidth: 200 }, { ...pen, widthOf: (text) => text.length })
    expect(placed?.turn).toBe(isVertical ? 1 : 0)
    expect(placed?.lines.map(({ text }) => text)).toEqual(lines)
    const [first, second] = placed?.lines ?? []
    expect(first).toMatchObject({ left: 10, top: 0 })
    expect(second?.top).toBe(first?.bottom)
  }
})

/** Turns an image clockwise. */
function turned({ width, height, gray }: Raster, turns: number): Raster {
  if (turns === 0) return { width, height, gray }
  const pixels = new Uint8Array(gray.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels[x * height + height - 1 - y] = gray[y * width + x] ?? 0
  return turned({ width: height, height: width, gray: pixels }, turns - 1)
}

test('lines that run down or up are found in their reading order', () => {
  for (const lines of [['The first line of the', 'text has three lines', 'of words'], ['A heading of one line']])
    for (const turn of [0, 1, 3] as const) {
      const raster = turned(draw(lines), turn)
      const content = { text: lines.join(' '), bbox: [0, 0, raster.width, raster.height] } as const
      const placed = placeLines(content, { raster, pageWidth: raster.width }, pen)
      expect([turn, placed?.turn]).toEqual([turn, turn])
      expect(placed?.lines.map(({ text }) => text.trim())).toEqual(lines)
      expect(placed?.lines[0]).toMatchObject({ left: 10, top: 0 })
    }
})
