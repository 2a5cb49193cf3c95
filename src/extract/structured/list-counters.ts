import { toRoman } from '../../model/numerals.ts'
import { formatNumber, formatOfSamples } from './number-formats.ts'

/** `style` is `1`, `a`, `A`, `i`, `I`, or samples such as "甲, 乙, 丙, ..."; numbers outside its range become digits. */
export function formatCounter(number: number, style: string): string {
  if (style.length > 1) return formatNumber(number, formatOfSamples(style) ?? '')
  const lowercase = style.toLowerCase()
  const text = lowercase === 'a' ? toLetters(number) : lowercase === 'i' ? toRoman(number) : String(number)
  return style === 'A' || style === 'I' ? text.toUpperCase() : text
}

function toLetters(number: number): string {
  if (number < 1) return String(number)
  let text = ''
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text
  return text
}
