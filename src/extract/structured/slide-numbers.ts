/** Numbers of paragraphs on slides, by the types of PPTX (ECMA-376 part 1, 20.1.10.61). */
import { formatNumber } from './number-formats.ts'

export interface AutoNumber {
  /** Name of PPTX, for example `arabicPeriod`. */
  readonly type: string
  readonly start: number
}

export class SlideNumbers {
  /** By level. A paragraph without a number, of a higher level, or of another type restarts the numbers. */
  readonly #counts: { readonly type: string; readonly number: number }[] = []

  next({ type, start }: AutoNumber, level: number): string {
    this.#counts.length = Math.min(this.#counts.length, level + 1)
    const last = this.#counts[level]
    const number = last?.type === type ? last.number + 1 : start
    this.#counts[level] = { type, number }
    return formatAutoNumber(number, type)
  }

  restart(level: number): void {
    this.#counts.length = level
  }
}

/** Formats of DOCX by the beginning of the type. */
const NUMBER_FORMATS = [
  ['alphaLc', 'lowerLetter'],
  ['alphaUc', 'upperLetter'],
  ['romanLc', 'lowerRoman'],
  ['romanUc', 'upperRoman'],
  ['circleNum', 'decimalEnclosedCircle'],
  ['ea1', 'chineseCounting'],
  ['arabicDb', 'decimalFullWidth'],
  ['thaiAlpha', 'thaiLetters'],
  ['thaiNum', 'thaiNumbers'],
  ['hindiNum', 'hindiNumbers'],
  ['hebrew2', 'hebrew1'],
  ['arabic1Minus', 'arabicAlpha'],
  ['arabic2Minus', 'arabicAbjad'],
] as const

function formatAutoNumber(number: number, type: string): string {
  const format = NUMBER_FORMATS.find(([prefix]) => type.startsWith(prefix))?.[1] ?? 'decimal'
  const text = formatNumber(number, format)
  if (type.endsWith('ParenBoth')) return `(${text})`
  if (type.endsWith('ParenR')) return `${text})`
  return type.endsWith('Plain') ? text : `${text}${type.endsWith('Minus') ? '-' : '.'}`
}
