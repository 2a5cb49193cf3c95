/** Formats numbers, dates and times of cells (ECMA-376 part 1, 18.8.30). */
import { format, getFormatFromId, isDateFormat } from 'numfmt'
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'

const DAYS_1904 = 1462

export class CellFormats {
  readonly #patterns: readonly string[]
  readonly #is1904: boolean

  constructor(styles: Element | null, is1904: boolean) {
    const root = styles ?? undefined
    const custom = new Map(
      elements(child(root, 's:numFmts'), 's:numFmt').map((each) => [
        integer(each, 'numFmtId') ?? -1,
        attribute(each, 'formatCode') ?? '',
      ]),
    )
    this.#patterns = elements(child(root, 's:cellXfs'), 's:xf').map((xf) => {
      const id = integer(xf, 'numFmtId') ?? 0
      return custom.get(id) ?? builtInPattern(id)
    })
    this.#is1904 = is1904
  }

  formatValue(value: number, style: number): string {
    return formatNumber(value, this.#patterns[style] ?? 'General', this.#is1904)
  }

  formatText(text: string, style: number): string {
    const pattern = this.#patterns[style]
    return pattern === undefined || pattern === '@' || !pattern.includes('@')
      ? text
      : formatOr(text, () => format(pattern, text))
  }
}

/** Formats that are not stored in the file. Dates of Chinese, Japanese and Korean workbooks start with the year. */
function builtInPattern(id: number): string {
  const isEastAsian = (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
  if (isEastAsian) return getFormatFromId(id).replace('m/d/yyyy', 'yyyy/m/d')
  return id <= 22 || (id >= 37 && id <= 49) ? getFormatFromId(id) : 'General'
}

/** Returns the plain number if the pattern is invalid. */
export function formatNumber(value: number, pattern: string, is1904 = false): string {
  if (!Number.isFinite(value)) return String(value)
  const shifted = is1904 && isDateFormat(pattern) ? value + DAYS_1904 : value
  return formatOr(String(value), () => format(pattern === '' ? 'General' : pattern, shifted))
}

function formatOr(fallback: string, write: () => string): string {
  try {
    return write().replace(/\s+/g, ' ').trim()
  } catch {
    return fallback
  }
}
