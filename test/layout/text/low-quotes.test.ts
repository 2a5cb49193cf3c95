import { expect, test } from 'vitest'
import { mapLowQuotes } from '../../../src/layout/text/low-quotes.ts'
import { type Ink, rawPage, tagsOf } from '../raw-pages.ts'

const quoted = (mark: string, depth: number, x = 60): Ink[] => [
  { text: 'im ', x: 45, y: 100 },
  { text: mark, x, y: 100 + depth },
  { text: 'Trie“-Bereich', x: 65, y: 100 },
]
const textsOf = (inks: readonly Ink[]): string[] => mapLowQuotes(rawPage(inks)).spans.map(({ text }) => text)

test('a closing mark below the baseline of the next word opens it', () => {
  expect(textsOf(quoted('”', 6))).toEqual(['im ', '„Trie“-Bereich'])
  expect(textsOf(quoted('’', 6))).toEqual(['im ', '‚Trie“-Bereich'])
  const [, word] = mapLowQuotes(rawPage(quoted('”', 6))).spans
  expect(word).toMatchObject({ baseline: 100, box: { x0: 60, y0: 90, y1: 103 } })
  expect(word?.edges).toHaveLength(word!.text.length + 1)
})

test('other marks stay', () => {
  for (const inks of [quoted('”', 0), quoted('”', 12), quoted('”', 6, 50), quoted('“', 6)])
    expect(textsOf(inks)).toHaveLength(3)
  // A raised note mark.
  expect(textsOf([quoted('’', 5)[1]!, { text: '12', x: 65, y: 100, size: 7 }])).toEqual(['’', '12'])
  const single = rawPage([{ text: '”', x: 60, y: 106 }])
  expect(mapLowQuotes(single)).toBe(single)
  const untagged = rawPage(quoted('”', 6))
  const tagged = { ...untagged, tags: tagsOf(untagged) }
  expect(mapLowQuotes(tagged)).toBe(tagged)
})
