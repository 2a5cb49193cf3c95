import { expect, test } from 'vitest'
import { isAmount, parseNumbering } from '../../src/model/numbering.ts'

test.each([
  ['3 Results', 'decimal', [3]],
  ['3. Results', 'decimal', [3]],
  ['2.1.3 Wells', 'decimal', [2, 1, 3]],
  ['A.2 Proofs', 'decimal', [1, 2]],
  ['1.1 対象となる井戸', 'decimal', [1, 1]],
  ['Chapter 4 Tides', 'chapter', [4]],
  ['CHAPTER TWO', 'chapter', [2]],
  ['Chapter Sixteen: Tides', 'chapter', [16]],
  ['CHAPTER TWENTYTWO', 'chapter', [22]],
  ['Chapter forty-one', 'chapter', [41]],
  ['Kapitel 3: Ergebnisse', 'chapter', [3]],
  ['Titre Ier : Dispositions', 'part', [1]],
  ['Erster Abschnitt Allgemeines', 'section', [1]],
  ['Article 1er', 'article', [1]],
  ['§ 4 Gemeingebrauch', 'article', [4]],
  ['IV. Breach', 'roman', [4]],
  ['B. Vehicles', 'letter', [2]],
  ['第一章 绪论', 'chapter', [1]],
  ['第3条 用語', 'article', [3]],
  ['第一〇章 结论', 'chapter', [10]],
  ['Libro civil', 'part', [0]],
  ['二、落实工作责任', 'cjk', [2]],
  ['（三）检查', 'cjkInner', [3]],
  ['Part C Your boat', 'part', [3]],
  ['Deuxième partie', 'part', [2]],
  ['第二十三条 罚则', 'article', [23]],
  ['a) Verkehrssicherung', 'inner', [1]],
  ['(b) Springs', 'inner', [2]],
] as const)('%s → %s %j', (text, kind, path) => {
  expect(parseNumbering(text)).toEqual({ kind, depth: path.length, path })
})

test.each(['Chapters of a life', 'Der zweite Teil', 'Erster im Ziel', '第 no number', 'part', ''])(
  '%j has no number',
  (text) => {
    expect(parseNumbering(text)).toBeNull()
  },
)

test('amounts are not headings, heading numbers are not amounts', () => {
  expect(
    [
      '£12 an hour',
      '35 % of all',
      '412 launches',
      '1,204 households',
      '2.1 gauge',
      '12 monkeys',
      '2018 Report',
      '3 Results',
    ].map(isAmount),
  ).toEqual([true, true, true, true, false, false, false, false])
})

test.each([
  'Results',
  '2nd meeting',
  '3D models',
  '1990s and after',
  'Part of the way',
  'Articles of faith',
  'A quiet street',
  'I think so',
  '2018 report',
])('%s has no number', (text) => {
  expect(parseNumbering(text)).toBeNull()
})
