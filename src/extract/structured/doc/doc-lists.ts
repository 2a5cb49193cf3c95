/** List definitions of a Word document ([MS-DOC] 2.9.131, 2.9.150). Override numbers start at 1. */
import { type ListDefinition, type ListLevel, levelPattern } from '../flow/list-numbering.ts'
import { formatOfCode } from '../number-formats.ts'
import { type DocFile, PAIR, part } from './doc-file.ts'

const LIST_BYTES = 28
const LEVEL_BYTES = 28
const OVERRIDE_BYTES = 16
const LEVELS = 9
const SIMPLE_FLAG = 1

export function readDocLists(file: DocFile): Map<string, ListDefinition> {
  const definitions = readDefinitions(file)
  const view = file.structure(PAIR.listOverrides)
  const lists = new Map<string, ListDefinition>()
  const count = view.byteLength < 4 ? 0 : view.getUint32(0, true)
  for (let index = 0; index < count && 4 + OVERRIDE_BYTES * (index + 1) <= view.byteLength; index++) {
    const list = definitions.get(view.getUint32(4 + OVERRIDE_BYTES * index, true))
    if (list !== undefined) lists.set(String(index + 1), list)
  }
  return lists
}

function readDefinitions(file: DocFile): Map<number, ListDefinition> {
  const view = file.structure(PAIR.lists)
  const lists = new Map<number, ListDefinition>()
  const count = view.byteLength < 2 ? 0 : view.getUint16(0, true)
  if (2 + LIST_BYTES * count > view.byteLength) return lists
  const { table } = file
  let at = view.byteOffset - table.byteOffset + 2 + LIST_BYTES * count
  for (let index = 0; index < count; index++) {
    const head = 2 + LIST_BYTES * index
    const id = view.getUint32(head, true)
    const levelCount = (view.getUint8(head + 26) & SIMPLE_FLAG) !== 0 ? 1 : LEVELS
    const levels = new Map<number, ListLevel>()
    for (let level = 0; level < levelCount; level++) {
      const read = readLevel(table, at)
      if (read === null) return lists
      levels.set(level, read.level)
      at = read.next
    }
    lists.set(id, { abstractId: String(id), levels, starts: new Map() })
  }
  return lists
}

function readLevel(table: DataView, at: number): { level: ListLevel; next: number } | null {
  if (at + LEVEL_BYTES > table.byteLength) return null
  const format = formatOfCode(table.getUint8(at + 4))
  const textAt = at + LEVEL_BYTES + table.getUint8(at + 24) + table.getUint8(at + 25)
  if (textAt + 2 > table.byteLength) return null
  const length = table.getUint16(textAt, true)
  const text = levelPattern(new TextDecoder('utf-16le').decode(part(table, textAt + 2, 2 * length)))
  const level = { format, text, start: table.getInt32(at, true), restart: undefined, isLegal: false }
  return { level, next: textAt + 2 + 2 * length }
}
