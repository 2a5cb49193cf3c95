import { describe, expect, test } from 'vitest'
import { labelContents } from '../../../src/layout/blocks/table-of-contents.ts'
import { grouped, type Ink } from '../raw-pages.ts'

const dots = ' . . . . . . . . '
const entries = (texts: readonly string[]): Ink[] => texts.map((text, at) => ({ text, x: 60, y: 100 + at * 14 }))
const read = (inks: readonly Ink[]) =>
  labelContents(grouped(inks)).groups.map((group) =>
    group.kind === 'text' ? `${group.type}: ${group.text}` : group.kind,
  )

describe('entries with dot leaders', () => {
  test('increasing page numbers are a table of contents', () => {
    const texts = ['Rivers', 'Lakes', 'Seas', 'Oceans'].map((name, at) => `${name}${dots}${3 + at * 4}`)
    expect(read(entries(texts))).toEqual(['cate: Rivers 3\nLakes 7\nSeas 11\nOceans 15'])
  })

  test('alphabetical names are an index', () => {
    const names = ['anchor', 'bay', '\\beach', 'cape', 'delta', 'estuary', 'fjord', 'gulf', 'harbour']
    const texts = names.map((name, at) => `${name}${dots}${at % 2 === 0 ? '9, 20' : '4'}`)
    const [block] = read(entries(texts))
    expect(block?.split('\n')).toEqual(
      names.map((name, at) => `${at === 0 ? 'cate: ' : ''}${name} ${at % 2 === 0 ? '9, 20' : '4'}`),
    )
  })

  test('prices are lines of their own', () => {
    const texts = ['Soup', 'Bread', 'Fish', 'Coffee'].map((name, at) => `${name}${dots}$${9 - at * 2}.50`)
    expect(read(entries(texts))).toHaveLength(4)
  })
})

test('two entries are no table of contents', () =>
  expect(read(entries([`Rivers${dots}3`, `Lakes${dots}7`])).join()).not.toContain('cate'))

test('a larger title that ends in a number is not an entry', () => {
  const title: Ink = { text: 'Report of 2019', x: 60, y: 80, size: 16 }
  const texts = ['Rivers', 'Lakes', 'Seas', 'Oceans'].map((name, at) => `${name}${dots}${3 + at * 4}`)
  expect(read([title, ...entries(texts)])).toEqual([
    'text: Report of 2019',
    'cate: Rivers 3\nLakes 7\nSeas 11\nOceans 15',
  ])
})
