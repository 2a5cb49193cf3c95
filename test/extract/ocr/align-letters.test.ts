import { expect, test } from 'vitest'
import { alignLetters } from '../../../src/extract/ocr/align-letters.ts'

const align = (written: string, read: string): string | undefined =>
  alignLetters(
    [...written].map((letter) => (letter === '?' ? null : letter)),
    [...read],
  )
    ?.map((letter) => letter ?? '_')
    .join('')

test('unknown letters get the letter of the other reading at their position', () => {
  expect(align('Fran?aise', 'Française')).toBe('Française')
  expect(align('?IA?', '(IA)')).toBe('(IA)')
})

test('a few letters may differ, be missing or be added', () => {
  expect(align('Thestalks?ofcorn', 'Tnestalks(ofcorm')).toBe('Tnestalks(ofcorm')
  expect(align('Thestalks?ofcorn', 'Thestaks(ofcorn')).toBe('Thesta_ks(ofcorn')
  expect(align('AetB?Avis', 'AetB::Avis')).toMatch(/^AetB:Avis$/)
})

test('readings of other text are refused', () => {
  expect(align('Thestalks?ofcorn', 'eoLlpqrz')).toBeUndefined()
})
