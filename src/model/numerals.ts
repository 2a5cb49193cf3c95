const romanDigits: readonly (readonly [string, number])[] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
]
const MAX_ROMAN = 3999

/** In lowercase; digits outside the range of Roman numerals. */
export function toRoman(number: number): string {
  if (number < 1 || number > MAX_ROMAN) return String(number)
  let text = ''
  let rest = number
  for (const [numeral, value] of romanDigits) {
    text += numeral.repeat(Math.floor(rest / value))
    rest %= value
  }
  return text
}

/** In any case; 0 for other text and for words such as "civil". */
export function fromRoman(text: string): number {
  const lowercase = text.toLowerCase()
  let number = 0
  let at = 0
  for (const [numeral, value] of romanDigits)
    for (; lowercase.startsWith(numeral, at); at += numeral.length) number += value
  return toRoman(number) === lowercase ? number : 0
}

const CHINESE_DIGITS = '〇一二三四五六七八九'

export function toChinese(number: number): string {
  if (number < 0 || number > 99)
    return [...String(number)].map((digit) => CHINESE_DIGITS[Number(digit)] ?? digit).join('')
  const [tens, ones] = [Math.floor(number / 10), number % 10]
  return `${tens > 1 ? CHINESE_DIGITS[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 || number === 0 ? CHINESE_DIGITS[ones] : ''}`
}

/** Up to 999 with units (十二, 一百〇四), and of digits (一〇, 二〇二四, 12). */
export function fromChinese(text: string): number {
  let sum = 0
  let digits = 0
  for (const char of text) {
    const unit = char === '百' ? 100 : char === '十' ? 10 : 0
    if (unit > 0) {
      sum += Math.max(1, digits) * unit
      digits = 0
    } else digits = digits * 10 + (/\d/.test(char) ? Number(char) : Math.max(0, CHINESE_DIGITS.indexOf(char)))
  }
  return sum + digits
}
