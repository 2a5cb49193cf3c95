import { expect, test } from 'vitest'
import { readNumbering } from '../../src/model/numbering.ts'

test.each([
  ['3 Results', 'decimal', 1],
  ['3. Results', 'decimal', 1],
  ['2.1.3 Wells', 'decimal', 3],
  ['A.2 Proofs', 'decimal', 1],
  ['1.1 対象となる井戸', 'decimal', 2],
  ['Chapter 4 Tides', 'chapter', 1],
  ['CHAPTER TWO', 'chapter', 1],
  ['Kapitel 3: Ergebnisse', 'chapter', 1],
  ['Titre Ier : Dispositions', 'part', 1],
  ['Erster Abschnitt Allgemeines', 'section', 1],
  ['Article 1er', 'article', 1],
  ['§ 4 Gemeingebrauch', 'article', 1],
  ['IV. Breach', 'roman', 1],
  ['B. Vehicles', 'letter', 1],
  ['第一章 绪论', 'chapter', 1],
  ['第3条 用語', 'article', 1],
  ['二、落实工作责任', 'cjk', 1],
  ['（三）检查', 'cjkInner', 1],
])('%s → %s, depth %i', (text, kind, depth) => {
  expect(readNumbering(text)).toEqual({ kind, depth })
})

test.each(['Results', '2nd meeting', '3D models', '1990s and after', 'Part of the way', 'Articles of faith', 'A quiet street', 'I think so', '2018 report'])(
  '%s has no number',
  (text) => {
    expect(readNumbering(text)).toBeNull()
  },
)
