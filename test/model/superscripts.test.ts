import { describe, expect, test } from 'vitest'
import { type ScriptLevel, scriptText } from '../../src/model/superscripts.ts'

const printed = (before: string, run: string, level: ScriptLevel): string => before + scriptText(before, run, level)

describe('scriptText', () => {
  test.each([
    ['10', '6', '10⁶'],
    ['10', '\u221234', '10⁻³⁴'],
    ['10', '-3 ', '10⁻³ '],
    ['m', '2', 'm²'],
    ['x', 'n+1', 'xⁿ⁺¹'],
    ['(a + b)', '2', '(a + b)²'],
    ['f', '(n)', 'f⁽ⁿ⁾'],
    ['Ca', '2+', 'Ca²⁺'],
    ['10⁻', '34', '10⁻³⁴'],
  ])('%s raised %s is an exponent', (before, run, text) => {
    expect(printed(before, run, 'super')).toBe(text)
  })

  test.each([
    ['word', '12', 'word¹²'],
    ['end.”', '3', 'end.”³'],
    ['2022', '15', '2022¹⁵'],
    ['word', '3,4', 'word³,⁴'],
    ['word', '3\u20135', 'word³\u2013⁵'],
    ['word', '[3]', 'word[3]'],
  ])('%s raised %s is a footnote mark', (before, run, text) => {
    expect(printed(before, run, 'super')).toBe(text)
  })

  test.each([
    ['1', 'st', '1st'],
    ['the 22', 'nd', 'the 22nd'],
    ['Brand', 'TM', 'BrandTM'],
    ['section', 'n', 'sectionn'],
    ['12', 'a', '12a'],
    ['', '1', '1'],
    ['see ', '14', 'see 14'],
    ['(', '14', '(14'],
    ['word', ' 3', 'word 3'],
  ])('%s raised %s stays plain', (before, run, text) => {
    expect(printed(before, run, 'super')).toBe(text)
  })

  test('text without superscript characters does not merge with a number', () => {
    expect(printed('2', '0.5', 'super')).toBe('2^(0.5)')
    expect(printed('10', '2k', 'super')).toBe('10^(2k)')
    expect(printed('2', '-x', 'super')).toBe('2^(-x)')
    expect(printed('7', '0.5', 'sub')).toBe('7_(0.5)')
  })

  test.each([
    ['H', '2', 'H₂'],
    ['x', '1', 'x₁'],
    ['x', '1,2', 'x₁,₂'],
    ['N', 'max', 'Nmax'],
    ['3¹/', '2', '3¹/₂'],
    ['1/', '2', '1/2'],
  ])('%s lowered %s', (before, run, text) => {
    expect(printed(before, run, 'sub')).toBe(text)
  })
})
