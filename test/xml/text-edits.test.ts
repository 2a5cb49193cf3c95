import { expect, test } from 'vitest'
import { replaceXmlElements } from '../../src/xml/text-edits.ts'

const inBrackets = (xml: string): string => replaceXmlElements(xml, ['m:aPara', 'm:a'], (element) => `[${element}]`)

test('elements are replaced from the opening to the closing tag; of nested ones the outer', () => {
  expect(inBrackets('x<m:a b="c">1</m:a>y<m:aPara><m:a>2</m:a></m:aPara>z')).toBe(
    'x[<m:a b="c">1</m:a>]y[<m:aPara><m:a>2</m:a></m:aPara>]z',
  )
})

test('empty elements, longer names and unclosed elements are unchanged', () => {
  for (const xml of ['<m:a/>x', '<m:abc>x</m:abc>', 'x</m:a>', '']) expect(inBrackets(xml)).toBe(xml)
  expect(inBrackets('<m:aPara>1<m:a>2</m:a><m:aPara>')).toBe('<m:aPara>1[<m:a>2</m:a>]<m:aPara>')
})

test('runs in linear time', { timeout: 60_000 }, () => {
  for (const part of ['<m:a>', '<m:a ', '<m:aPara><m:a>', '</m:a>', '<m:a>x</m:aPara>']) {
    const xml = part.repeat(2_000_000 / part.length)
    const start = performance.now()
    expect(inBrackets(xml) === xml).toBe(true)
    expect(performance.now() - start).toBeLessThan(5_000)
  }
})
