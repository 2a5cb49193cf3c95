import { expect, test } from 'vitest'
import { fromChinese, fromRoman, toChinese, toRoman } from '../../src/model/numerals.ts'

test('numerals are read as they are written', () => {
  for (let number = 1; number <= 3999; number++) {
    expect(fromRoman(toRoman(number))).toBe(number)
    expect(fromChinese(toChinese(number))).toBe(number)
  }
})

test('words and malformed numerals are not Roman', () => {
  expect(['i', 'iv', 'IX', 'XIV', 'xc', 'MCMXCIX'].map(fromRoman)).toEqual([1, 4, 9, 14, 90, 1999])
  expect(['', 'civil', 'ill', 'vil', 'IIII', 'IC', '0', '12'].map(fromRoman)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
})

test('Chinese numerals with units and of digits', () => {
  const texts = ['十', '二十', '二十三', '一百〇四', '一百零四', '三百', '一〇', '二三', '12']
  expect(texts.map(fromChinese)).toEqual([10, 20, 23, 104, 104, 300, 10, 23, 12])
})
