import { expect, test } from 'vitest'
import { estimateTextTokens, estimateTokens } from '../../src/render/token-estimate.ts'
import { cell, documentOf, figure, optionsWith, page, table, text } from './documents.ts'

test('four letters or one ideograph per token', () => {
  expect(estimateTextTokens('')).toBe(0)
  expect(estimateTextTokens('abcdefgh')).toBe(2)
  expect(estimateTextTokens('abcde')).toBe(2)
  expect(estimateTextTokens('中文文本')).toBe(4)
  expect(estimateTextTokens('ひらカナ한글 ab')).toBe(7)
})

test('counts all content except images', () => {
  const document = documentOf([
    page([text('abcdefgh'), figure('', 'p1-1.png')]),
    page([table(1, 1, [cell(0, 0, 'x')])]),
  ])
  expect(estimateTokens(document, optionsWith({}))).toBe(2 + Math.ceil('<table><tr><td>x</td></tr></table>'.length / 4))
})
