import { expect, test } from 'vitest'
import { hasLanguageOf, languagesFor, proposedLanguage } from '../../../src/extract/ocr/script-languages.ts'

const installed = ['ara', 'chi_sim', 'eng', 'jpn']

test('languages of the script come first', () => {
  expect(languagesFor('Han', { requested: ['eng', 'chi_sim'], installed })).toEqual(['chi_sim', 'eng'])
})

test('an installed language of the script is added if none is requested', () => {
  expect(languagesFor('Kana', { requested: ['eng', 'chi_sim'], installed })).toEqual(['jpn', 'eng', 'chi_sim'])
  expect(languagesFor('Hangul', { requested: ['eng', 'chi_sim'], installed })).toEqual(['eng', 'chi_sim'])
})

test('without a model of the script, one is proposed', () => {
  expect(hasLanguageOf('Cyrillic', installed)).toBe(false)
  expect(hasLanguageOf('Arabic', installed)).toBe(true)
  expect(proposedLanguage('Cyrillic')).toBe('rus')
})
