/** The messages of the web pages are complete in each language, and each is used. */
import { expect, test } from 'vitest'
import english from '../../src/web/messages/en.json' with { type: 'json' }
import chinese from '../../src/web/messages/zh-CN.json' with { type: 'json' }

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

test('both languages have the same messages with the same placeholders', () => {
  expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort())
  for (const [id, text] of Object.entries(english)) {
    const other = (chinese as Record<string, string>)[id] ?? ''
    expect(text.trim(), id).not.toBe('')
    expect(other.trim(), id).not.toBe('')
    expect(placeholders(other), id).toEqual(placeholders(text))
  }
})
