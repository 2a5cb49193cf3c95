/** Reads a worksheet from XML events instead of a tree, which saves memory. */
import { ParseError } from '../../../model/errors.ts'
import type { NumberRange } from '../../../model/ranges.ts'
import { parseXmlEvents } from '../../../xml/xml.ts'
import { isTrue } from '../ooxml/on-off.ts'
import type { CellRange } from '../types.ts'
import type { CellFormats } from './number-format.ts'
import type { SheetCell } from './sheet-grid.ts'

export interface Worksheet {
  readonly cells: Map<number, Map<number, SheetCell>>
  readonly merges: readonly CellRange[]
  readonly links: readonly { readonly range: CellRange; readonly id: string }[]
  readonly hiddenRows: ReadonlySet<number>
  readonly hiddenColumns: readonly NumberRange[]
  /** Formulas whose result is not stored, as some libraries write them. */
  readonly uncalculatedCount: number
}

interface WorksheetContext {
  readonly name: string
  readonly strings: readonly string[]
  readonly formats: CellFormats
  readonly maxCells: number
}

/** Throws `ParseError` 1106 for invalid references, 1132 for too many cells. */
export function readWorksheet(bytes: Uint8Array, context: WorksheetContext): Worksheet {
  const handler = new WorksheetHandler(context)
  parseXmlEvents(bytes, handler, `The sheet "${context.name}"`)
  handler.checkCount()
  return handler
}

const MAX_RANGES = 100_000
const MAX_ROW = 1_048_576
const MAX_COLUMN = 16_384

type Attributes = Readonly<Record<string, string | undefined>>

class WorksheetHandler implements Worksheet {
  readonly cells = new Map<number, Map<number, SheetCell>>()
  readonly merges: CellRange[] = []
  readonly links: { readonly range: CellRange; readonly id: string }[] = []
  readonly hiddenRows = new Set<number>()
  readonly hiddenColumns: NumberRange[] = []
  uncalculatedCount = 0
  readonly #context: WorksheetContext
  #row = -1
  #col = -1
  #type = 'n'
  #style = 0
  #value = ''
  #isUncalculated = false
  #text: string | null = null
  #cellCount = 0
  #phoneticDepth = 0

  constructor(context: WorksheetContext) {
    this.#context = context
  }

  open(element: string, attributes: () => Attributes): void {
    switch (element) {
      case 's:row':
        this.#startRow(attributes())
        return
      case 's:c':
        this.#startCell(attributes())
        return
      case 's:f':
        this.#isUncalculated = true
        return
      case 's:v':
      case 's:t':
        this.#isUncalculated = false
        this.#text = ''
        return
      case 's:rPh':
        this.#phoneticDepth++
        return
      case 's:mergeCell': {
        const range = parseRange(attributes().ref ?? '')
        if (range !== null && this.merges.length < MAX_RANGES) this.merges.push(range)
        return
      }
      case 's:hyperlink': {
        const { ref = '', 'r:id': id } = attributes()
        const range = parseRange(ref)
        if (range !== null && id !== undefined && this.links.length < MAX_RANGES) this.links.push({ range, id })
        return
      }
      case 's:col': {
        const { min, max, hidden } = attributes()
        if (isTrue(hidden) && this.hiddenColumns.length < MAX_RANGES)
          this.hiddenColumns.push({ first: Number(min) - 1, last: Number(max) - 1 })
        return
      }
      default:
    }
  }

  close(element: string): void {
    if ((element === 's:v' || element === 's:t') && this.#text !== null) {
      if (this.#phoneticDepth === 0) this.#value += this.#text
      this.#text = null
    } else if (element === 's:rPh') this.#phoneticDepth--
    else if (element === 's:c') {
      if (this.#isUncalculated) this.uncalculatedCount++
      if (this.#value !== '') this.#endCell()
    }
  }

  text(text: string): void {
    if (this.#text !== null) this.#text += text
  }

  #startRow({ r, hidden }: Attributes): void {
    this.#row = r === undefined ? this.#row + 1 : Number(r) - 1
    this.#col = -1
    if (!(this.#row >= 0 && this.#row < MAX_ROW)) throw this.#damaged(`row ${r}`)
    if (isTrue(hidden)) this.hiddenRows.add(this.#row)
  }

  #startCell({ r, t, s }: Attributes): void {
    const position = r === undefined ? null : parseReference(r)
    this.#col = position?.col ?? this.#col + 1
    if (position !== null) this.#row = position.row
    if (!(this.#row >= 0) || this.#col >= MAX_COLUMN) throw this.#damaged(`cell ${r}`)
    this.#type = t ?? 'n'
    this.#style = Number(s ?? 0)
    this.#value = ''
    this.#isUncalculated = false
  }

  #damaged(position: string): ParseError {
    return new ParseError(1106, `The sheet "${this.#context.name}" is damaged: it names ${position}.`)
  }

  #endCell(): void {
    const cell = this.#toCell()
    if (cell === null) return
    if (++this.#cellCount > this.#context.maxCells) {
      this.cells.clear()
      return
    }
    const line = this.cells.get(this.#row)
    if (line === undefined) this.cells.set(this.#row, new Map([[this.#col, cell]]))
    else line.set(this.#col, cell)
  }

  checkCount(): void {
    const { name, maxCells } = this.#context
    if (this.#cellCount > maxCells)
      throw new ParseError(
        1132,
        `The sheet "${name}" has ${this.#cellCount} filled cells, and the limit is ${maxCells}. Split it and send the parts.`,
      )
  }

  #toCell(): SheetCell | null {
    const { strings, formats } = this.#context
    const value = this.#value
    switch (this.#type) {
      case 's':
        return textCell(formats.formatText(strings[Number(value)] ?? '', this.#style))
      case 'str':
      case 'inlineStr':
        return textCell(formats.formatText(decodeEscapes(value), this.#style))
      case 'b':
        return { text: value.trim() === '1' || value === 'true' ? 'TRUE' : 'FALSE', isText: false }
      case 'e':
        return { text: value, isText: false }
      case 'd':
        return { text: value.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?Z?$/, ''), isText: false }
      default: {
        const number = Number(value)
        return Number.isNaN(number)
          ? textCell(value)
          : { text: formats.formatValue(number, this.#style), isText: false }
      }
    }
  }
}

function textCell(text: string): SheetCell | null {
  return text.trim() === '' ? null : { text, isText: true }
}

/** Characters that XML does not allow are written as `_x000D_`. */
export function decodeEscapes(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

function parseReference(reference: string): { row: number; col: number } | null {
  const match = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference)
  if (match === null) return null
  let col = 0
  for (const letter of match[1]!.toUpperCase()) col = col * 26 + letter.charCodeAt(0) - 64
  return { row: Number(match[2]) - 1, col: col - 1 }
}

/** `A1:C3` or `A1` to a range; `null` if it is invalid. */
export function parseRange(reference: string): CellRange | null {
  const [from = '', to = from] = reference.split(':')
  const first = parseReference(from)
  const last = parseReference(to)
  if (first === null || last === null || last.row < first.row || last.col < first.col) return null
  return { row: first.row, col: first.col, rowSpan: last.row - first.row + 1, colSpan: last.col - first.col + 1 }
}
