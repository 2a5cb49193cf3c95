/** Applies modifiers to paragraphs, table rows and characters ([MS-DOC] 2.6). */
import type { CellDefinition, RowDefinition } from '../flow/flow-table.ts'
import type { CellMerge } from '../flow/merge-cells.ts'
import { type DocFile, part } from './doc-file.ts'
import { eachModifier } from './doc-properties.ts'

export interface DocParagraph {
  style: number
  /** 0–8; 9 for body text; `null` if the style decides. */
  outline: number | null
  list: number | null
  listLevel: number | null
  isInTable: boolean
  depth: number
  isRowEnd: boolean
  isNestedCellEnd: boolean
  isNestedRowEnd: boolean
  pageBreakBefore: boolean
  row: RowDefinition
}

const HUGE_PROPERTIES = new Set([0x6645, 0x6646])

export function plainDocParagraph(): DocParagraph {
  return {
    style: 0,
    outline: null,
    list: null,
    listLevel: null,
    isInTable: false,
    depth: 0,
    isRowEnd: false,
    isNestedCellEnd: false,
    isNestedRowEnd: false,
    pageBreakBefore: false,
    row: { left: 0, cells: [], isHeader: false },
  }
}

export function readParagraphProperties(file: DocFile, data: DataView | null): DocParagraph {
  const paragraph = plainDocParagraph()
  if (data === null || data.byteLength < 2) return paragraph
  paragraph.style = data.getUint16(0, true)
  applyModifiers(paragraph, part(data, 2, data.byteLength - 2), file)
  return paragraph
}

export function applyModifiers(paragraph: DocParagraph, modifiers: DataView, file: DocFile | null): void {
  eachModifier(modifiers, (code, operand) => {
    if (HUGE_PROPERTIES.has(code)) {
      if (file === null || operand.byteLength < 4) return
      const at = operand.getUint32(0, true)
      if (at + 2 > file.data.byteLength) return
      applyModifiers(paragraph, part(file.data, at + 2, file.data.getUint16(at, true)), null)
    } else applyModifier(paragraph, code, operand)
  })
}

function applyModifier(paragraph: DocParagraph, code: number, operand: DataView): void {
  const byte = operand.byteLength > 0 ? operand.getUint8(0) : 0
  switch (code) {
    case 0x4600:
      paragraph.style = operand.getUint16(0, true)
      break
    case 0x2640:
      paragraph.outline = byte
      break
    case 0x460b:
      paragraph.list = operand.getUint16(0, true)
      break
    case 0x260a:
      paragraph.listLevel = byte
      break
    case 0x2416:
      paragraph.isInTable = byte !== 0
      paragraph.depth = Math.max(paragraph.depth, byte)
      break
    case 0x6649:
      paragraph.depth = operand.getInt32(0, true)
      break
    case 0x2417:
      paragraph.isRowEnd = byte !== 0
      break
    case 0x244b:
      paragraph.isNestedCellEnd = byte !== 0
      break
    case 0x244c:
      paragraph.isNestedRowEnd = byte !== 0
      break
    case 0x2407:
      paragraph.pageBreakBefore = byte !== 0
      break
    case 0x3404:
      paragraph.row = { ...paragraph.row, isHeader: byte !== 0 }
      break
    case 0xd608:
      paragraph.row = { ...paragraph.row, ...readCellDefinitions(operand) }
      break
    default:
  }
}

const CELL_BYTES = 20
const MERGES: readonly CellMerge[] = ['none', 'continued', 'none', 'first']

/** Cell edges precede a structure with merge flags for each cell ([MS-DOC] 2.9.321, 2.9.325). */
function readCellDefinitions(operand: DataView): { left: number; cells: CellDefinition[] } {
  const count = operand.byteLength > 0 ? operand.getUint8(0) : 0
  if (1 + 2 * (count + 1) > operand.byteLength) return { left: 0, cells: [] }
  const edge = (index: number): number => operand.getInt16(1 + 2 * index, true)
  const cells = Array.from({ length: count }, (_, index): CellDefinition => {
    const at = 1 + 2 * (count + 1) + CELL_BYTES * index
    const flags = at + 2 <= operand.byteLength ? operand.getUint16(at, true) : 0
    const horizontal = (flags & 2) !== 0 ? 'continued' : (flags & 1) !== 0 ? 'first' : 'none'
    return { right: edge(index + 1), horizontal, vertical: MERGES[(flags >> 5) & 3]! }
  })
  return { left: edge(0), cells }
}

export interface DocCharacters {
  isHidden: boolean
  isDeleted: boolean
  script: 'super' | 'sub' | null
  picture: number | null
  font: number
  symbol: { font: number; code: number } | null
}

export function readCharacterProperties(modifiers: DataView | null): DocCharacters {
  const characters: DocCharacters = {
    isHidden: false,
    isDeleted: false,
    script: null,
    picture: null,
    font: -1,
    symbol: null,
  }
  if (modifiers !== null)
    eachModifier(modifiers, (code, operand) => {
      const byte = operand.byteLength > 0 ? operand.getUint8(0) : 0
      if (code === 0x083c) characters.isHidden = byte === 1
      else if (code === 0x0800) characters.isDeleted = byte === 1
      else if (code === 0x2a48) characters.script = byte === 1 ? 'super' : byte === 2 ? 'sub' : null
      else if (code === 0x6a03) characters.picture = operand.getUint32(0, true)
      else if (code === 0x4a4f) characters.font = operand.getUint16(0, true)
      else if (code === 0x6a09)
        characters.symbol = { font: operand.getUint16(0, true), code: operand.getUint16(2, true) }
    })
  return characters
}
