/**
 * Values of spreadsheet cells → what the cell shows: numbers, dates and times in the cell's number format (ECMA-376 part 1, 18.8.30;
 * the formatting itself is numfmt's). A format that can't be read shows the number as it is.
 */
import { format, isDateFormat } from 'numfmt'
import { attribute, child, type Element, elements, integer } from '../../xml/tree.ts'

/** Formats that every file has by number, as Excel in English shows them. */
const builtIn: Readonly<Record<number, string>> = {
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
/** Days between the two beginnings of time that workbooks have. */
const days1904 = 1462

export class CellFormats {
  /** Number format per cell style. */
  readonly #patterns: readonly string[]
  readonly #is1904: boolean

  constructor(styles: Element | null, is1904: boolean) {
    const own = new Map(
      elements(child(styles ?? undefined, 's:numFmts'), 's:numFmt').map((each) => [
        integer(each, 'numFmtId') ?? -1,
        attribute(each, 'formatCode') ?? '',
      ]),
    )
    this.#patterns = elements(child(styles ?? undefined, 's:cellXfs'), 's:xf').map((xf) => {
      const id = integer(xf, 'numFmtId') ?? 0
      return own.get(id) ?? builtIn[id] ?? 'General'
    })
    this.#is1904 = is1904
  }

  /** What a number shows in the given style. */
  show(value: number, style: number): string {
    return showNumber(value, this.#patterns[style] ?? 'General', this.#is1904)
  }

  /** A text in a format of its own, such as `"No. "@`. */
  showText(text: string, style: number): string {
    const pattern = this.#patterns[style]
    return pattern === undefined || pattern === 'General' || pattern === '@' || !pattern.includes('@')
      ? text
      : shown(() => format(pattern, text), text)
  }
}

export function showNumber(value: number, pattern: string, is1904 = false): string {
  if (!Number.isFinite(value)) return String(value)
  const plain = pattern === 'General' || pattern === ''
  return shown(
    () => format(plain ? 'General' : pattern, is1904 && isDateFormat(pattern) ? value + days1904 : value),
    String(value),
  )
}

function shown(write: () => string, otherwise: string): string {
  try {
    // Blanks stand for widths of signs and fill the column.
    return write().replace(/\s+/g, ' ').trim()
  } catch {
    return otherwise
  }
}
