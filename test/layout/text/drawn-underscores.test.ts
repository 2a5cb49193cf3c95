import { expect, test } from 'vitest'
import { mapDrawnUnderscores } from '../../../src/layout/text/drawn-underscores.ts'
import type { Path, RawPage } from '../../../src/model/raw-page.ts'
import { type Ink, rawPage, tagsOf } from '../raw-pages.ts'

/** A rule on the baseline at 100. */
const rule = (x: number, width = 3, y = 100): Path => ({
  box: { x0: x, y0: y - 0.4, x1: x + width, y1: y },
  stroked: false,
  rectangle: true,
  color: 0,
  opacity: 1,
})
const page = (inks: readonly Ink[], paths: readonly Path[]): RawPage => ({ ...rawPage(inks), paths })
const textsOf = ({ spans }: RawPage): string[] => spans.map(({ text }) => text)

test('a short rule between two words is an underscore', () => {
  const words = [
    { text: 'trie', x: 50, y: 100 },
    { text: 'size', x: 74, y: 100 },
  ]
  const mapped = mapDrawnUnderscores(page(words, [rule(70.5)]))
  expect(textsOf(mapped)).toEqual(['trie', '_size'])
  expect(mapped.paths).toEqual([])
  expect(mapped.spans[1]).toMatchObject({ box: { x0: 70.5 } })
  expect(mapped.spans[1]?.edges).toHaveLength(6)
})

test('underscores at both ends of a word', () => {
  const paths = [rule(50), rule(53.5), rule(70.5), rule(74)]
  const mapped = mapDrawnUnderscores(page([{ text: 'name', x: 57, y: 100, pitch: 0.33 }], paths))
  expect(textsOf(mapped)).toEqual(['__name__'])
  const end = mapDrawnUnderscores(page([{ text: 'name', x: 50, y: 100 }], [rule(70.5)]))
  expect(textsOf(end)).toEqual(['name_'])
  expect(end.spans[0]?.edges).toHaveLength(6)
})

test('the bar of a root is no underscore', () => {
  const raw = page([{ text: '√', x: 50, y: 100 }], [rule(55)])
  expect(mapDrawnUnderscores(raw)).toBe(raw)
})

test('the spans of a tagged page stay', () => {
  const untagged = page([{ text: 'name', x: 54, y: 100 }], [rule(50.5)])
  expect(textsOf(mapDrawnUnderscores(untagged))).toEqual(['_name'])
  const raw = { ...untagged, tags: tagsOf(untagged) }
  expect(mapDrawnUnderscores(raw)).toBe(raw)
})

test('other rules stay', () => {
  const words = [{ text: 'name', x: 50, y: 100 }]
  const leader = Array.from({ length: 12 }, (_, at) => rule(70.5 + 5 * at))
  for (const paths of [[rule(70.5, 8)], [rule(70.5, 3, 97)], [rule(76)], leader]) {
    const raw = page(words, paths)
    expect(mapDrawnUnderscores(raw)).toBe(raw)
  }
})
