/** Numbers of list items → how they are printed: digits, letters, roman and other numerals. Numbers out of a style's range are digits. */

/** An ordered list's number in its style: `1`, `a`, `A`, `i`, `I`. */
export function counter(number: number, style: string): string {
  const text =
    style === 'a' || style === 'A' ? letters(number) : style === 'i' || style === 'I' ? roman(number) : String(number)
  return style === 'A' || style === 'I' ? text.toUpperCase() : text
}

function letters(number: number): string {
  if (number < 1) return String(number)
  let text = ''
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text
  return text
}

const romans = ['m', 'cm', 'd', 'cd', 'c', 'xc', 'l', 'xl', 'x', 'ix', 'v', 'iv', 'i'] as const
const romanValues = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1] as const

function roman(number: number): string {
  if (number < 1 || number > 3999) return String(number)
  let text = ''
  let rest = number
  romans.forEach((sign, at) => {
    for (; rest >= romanValues[at]!; rest -= romanValues[at]!) text += sign
  })
  return text
}
