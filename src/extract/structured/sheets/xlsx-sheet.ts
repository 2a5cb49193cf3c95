/**
 * A worksheet part → its cells as they are shown, merged areas, and which rows and columns are hidden. Read as events, so that a
 * sheet of a million cells needs no tree.
 */
import { ParseError } from '../../../model/errors.ts'
import { parseXmlEvents } from '../../../xml/xml.ts'
import type { CellFormats } from '../cell-format.ts'
import type { GridCell, Merge } from './sheet-grid.ts'

export interface Worksheet {
  readonly cells: Map<number, Map<number, GridCell>>
  readonly merges: Merge[]
  /** Areas that lead somewhere, by the id of the sheet's relationship. */
  readonly links: readonly { readonly area: Merge; readonly id: string }[]
  readonly hiddenRows: ReadonlySet<number>
  readonly hiddenColumns: readonly { readonly first: number; readonly last: number }[]
}

/** Merged areas and column ranges of one sheet. */
const maxRanges = 100_000
const maxRow = 1_048_576
const maxColumn = 16_384

export function readWorksheet(
  bytes: Uint8Array,
  {
    strings,
    formats,
    name,
    maxCells,
  }: { strings: readonly string[]; formats: CellFormats; name: string; maxCells: number },
): Worksheet {
  const cells = new Map<number, Map<number, GridCell>>()
  const merges: Merge[] = []
  const links: Worksheet['links'][number][] = []
  const hiddenRows = new Set<number>()
  const hiddenColumns: { first: number; last: number }[] = []
  let row = -1
  let col = -1
  let type = 'n'
  let style = 0
  let text: string | null = null
  let count = 0
  let phonetic = 0
  const keep = (value: string): void => {
    const cell = cellOf(value, { type, style, strings, formats })
    if (cell === null) return
    if (++count > maxCells)
      throw new ParseError(
        1132,
        `The sheet "${name}" has more than ${maxCells} filled cells, which is the limit. Split it and send the parts.`,
      )
    const line = cells.get(row)
    if (line === undefined) cells.set(row, new Map([[col, cell]]))
    else line.set(col, cell)
  }
  let value = ''
  parseXmlEvents(
    bytes,
    {
      open(element, attributes) {
        switch (element) {
          case 's:row': {
            const { r, hidden } = attributes()
            row = r === undefined ? row + 1 : Number(r) - 1
            col = -1
            if (!(row >= 0 && row < maxRow))
              throw new ParseError(1106, `The sheet "${name}" is damaged: it names row ${r}.`)
            if (isOn(hidden)) hiddenRows.add(row)
            return
          }
          case 's:c': {
            const { r, t, s } = attributes()
            const place = r === undefined ? null : readReference(r)
            col = place?.col ?? col + 1
            if (place !== null) row = place.row
            if (!(row >= 0) || col >= maxColumn)
              throw new ParseError(1106, `The sheet "${name}" is damaged: it names cell ${r}.`)
            type = t ?? 'n'
            style = Number(s ?? 0)
            value = ''
            return
          }
          case 's:v':
          case 's:t':
            text = ''
            return
          case 's:rPh':
            phonetic++
            return
          case 's:mergeCell': {
            const area = readArea(attributes().ref ?? '')
            if (area !== null && merges.length < maxRanges) merges.push(area)
            return
          }
          case 's:hyperlink': {
            const { ref, 'r:id': id } = attributes()
            const area = readArea(ref ?? '')
            if (area !== null && id !== undefined && links.length < maxRanges) links.push({ area, id })
            return
          }
          case 's:col': {
            const { min, max, hidden } = attributes()
            if (isOn(hidden) && hiddenColumns.length < maxRanges)
              hiddenColumns.push({ first: Number(min) - 1, last: Number(max) - 1 })
            return
          }
          default:
        }
      },
      close(element) {
        if ((element === 's:v' || element === 's:t') && text !== null) {
          if (phonetic === 0) value += text
          text = null
        } else if (element === 's:rPh') phonetic--
        else if (element === 's:c' && value !== '') keep(value)
      },
      text(piece) {
        if (text !== null) text += piece
      },
    },
    `The sheet "${name}"`,
  )
  return { cells, merges, links, hiddenRows, hiddenColumns }
}

function cellOf(
  value: string,
  { type, style, strings, formats }: { type: string; style: number; strings: readonly string[]; formats: CellFormats },
): GridCell | null {
  switch (type) {
    case 's':
      return textCell(formats.showText(strings[Number(value)] ?? '', style))
    case 'str':
    case 'inlineStr':
      return textCell(formats.showText(decodeEscapes(value), style))
    case 'b':
      return { text: value.trim() === '1' || value === 'true' ? 'TRUE' : 'FALSE', isText: false }
    case 'e':
      return { text: value, isText: false }
    case 'd':
      return { text: value.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?Z?$/, ''), isText: false }
    default: {
      const number = Number(value)
      return Number.isNaN(number) ? textCell(value) : { text: formats.show(number, style), isText: false }
    }
  }
}

function textCell(text: string): GridCell | null {
  return text.trim() === '' ? null : { text, isText: true }
}

/** Signs that XML has no place for are written `_x000D_`. */
export function decodeEscapes(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

/** `C7` → row and column, 0-based. */
function readReference(reference: string): { row: number; col: number } | null {
  const match = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference)
  if (match === null) return null
  let col = 0
  for (const letter of match[1]!.toUpperCase()) col = col * 26 + letter.charCodeAt(0) - 64
  return { row: Number(match[2]) - 1, col: col - 1 }
}

/** `A1:C3` → an area, 0-based; `null` for anything else. */
export function readArea(reference: string): Merge | null {
  const [from = '', to = from] = reference.split(':')
  const first = readReference(from)
  const last = readReference(to)
  if (first === null || last === null || last.row < first.row || last.col < first.col) return null
  return { row: first.row, col: first.col, rowSpan: last.row - first.row + 1, colSpan: last.col - first.col + 1 }
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}
