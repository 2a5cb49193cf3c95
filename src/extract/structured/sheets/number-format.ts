/** Formats numbers, dates and times of cells (ECMA-376 part 1, 18.8.30). */
import { format, isDateFormat } from 'numfmt'
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'

/** Formats that are not stored in the file, as in the English version of Excel. */
const BUILT_IN_FORMATS: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0_);("$"#,##0)',
  6: '"$"#,##0_);[Red]("$"#,##0)',
  7: '"$"#,##0.00_);("$"#,##0.00)',
  8: '"$"#,##0.00_);[Red]("$"#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);[Red](#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);[Red](#,##0.00)',
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}
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
      return custom.get(id) ?? BUILT_IN_FORMATS[id] ?? 'General'
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
