/** `style` is `1`, `a`, `A`, `i` or `I`; numbers outside its range become digits. */
export function formatCounter(number: number, style: string): string {
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

const ROMAN_NUMERALS = [
  ...([
    ['m', 1000],
    ['cm', 900],
    ['d', 500],
    ['cd', 400],
    ['c', 100],
    ['xc', 90],
    ['l', 50],
  ] as const),
  ...([
    ['xl', 40],
    ['x', 10],
    ['ix', 9],
    ['v', 5],
    ['iv', 4],
    ['i', 1],
  ] as const),
]

function toRoman(number: number): string {
  if (number < 1 || number > 3999) return String(number)
  let text = ''
  let rest = number
  for (const [numeral, value] of ROMAN_NUMERALS) {
    text += numeral.repeat(Math.floor(rest / value))
    rest %= value
  }
  return text
}
