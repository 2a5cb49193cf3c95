/** The messages of the web pages are complete in each language, and each is used. */
import { expect, test } from 'vitest'
import { errorTable } from '../../src/model/errors.ts'
import english from '../../src/web/messages/en.json' with { type: 'json' }
import { createWarningTranslation } from '../../src/web/messages/warnings.ts'
import chineseWarnings from '../../src/web/messages/warnings.zh-CN.json' with { type: 'json' }
import chinese from '../../src/web/messages/zh-CN.json' with { type: 'json' }

const languages = { english, chinese }

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

test('each error of the service has a cause and a remedy in each language', () => {
  for (const [name, messages] of Object.entries(languages)) {
    const codes = Object.keys(errorTable)
    const missing = ['cause', 'error'].flatMap((kind) => codes.map((code) => `${kind}.${code}`))
    expect([name, missing.filter((id) => !(id in messages))]).toEqual([name, []])
    const known = ['0', 'other', ...codes]
    const unknown = Object.keys(messages).filter(
      (id) => /^(cause|error)\./.test(id) && !known.includes(id.split('.')[1]!),
    )
    expect([name, unknown]).toEqual([name, []])
  }
})

test('the Chinese causes and remedies are in Chinese', () => {
  const han = /\p{Script=Han}/u
  for (const [id, text] of Object.entries(chinese)) if (/^(cause|error)\./.test(id)) expect(text, id).toMatch(han)
})

test('Chinese warnings have the placeholders of the English ones', () => {
  for (const [text, translation] of Object.entries(chineseWarnings)) {
    expect(placeholders(translation), text).toEqual(placeholders(text))
    expect(translation, text).toMatch(/\p{Script=Han}/u)
  }
})

test.each([
  ['Page 2 is damaged and was left empty (a (b)).', '第 2 页已损坏，结果中为空（a (b)）。'],
  ['Sheet "a {b} $& c": 12 hidden rows or columns were left out.', '工作表“a {b} $& c”：省略了 12 个隐藏的行或列。'],
  ['An unknown warning (1).', 'An unknown warning (1).'],
])('%s', (warning, translation) => {
  expect(createWarningTranslation(chineseWarnings)(warning)).toBe(translation)
})
