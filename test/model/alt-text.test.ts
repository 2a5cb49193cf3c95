import { describe, expect, test } from 'vitest'
import { imageDescription } from '../../src/model/alt-text.ts'

describe('imageDescription', () => {
  for (const [alt, words] of [
    ['A cartoon duck', 'A cartoon duck'],
    ['A duck\nholding a paper\n\nDescription automatically generated', 'A duck holding a paper'],
    ['image001.png', ''],
    ['C:\\Users\\x y\\Pictures\\body pic.jpg', ''],
    ['/home/x/pictures/a b.gif', ''],
    ['https://example.org/a.svg', ''],
    ['The icon of report.png', 'The icon of report.png'],
    ['C: the speed of light', 'C: the speed of light'],
    ['', ''],
  ] as const) {
    test(JSON.stringify(alt), () => expect(imageDescription(alt)).toBe(words))
  }
})
