/** Formatting is stored as runs of property modifiers in pages of 512 bytes ([MS-DOC] 2.4.6, 2.9.33, 2.9.174). */
import { lowerBound } from '../../../model/binary-search.ts'
import { type DocFile, PAIR, part, readPlc } from './doc-file.ts'

const PAGE_BYTES = 512

interface PropertyRun {
  readonly start: number
  readonly end: number
  readonly properties: DataView
}

export class PropertyRuns {
  readonly #runs: readonly PropertyRun[]

  constructor(file: DocFile, kind: 'characters' | 'paragraphs') {
    this.#runs = readPropertyRuns(file, kind).sort((a, b) => a.start - b.start)
  }

  at(offset: number): DataView | null {
    const run = this.#runs[lowerBound(this.#runs, ({ end }) => end > offset)]
    return run === undefined || offset < run.start ? null : run.properties
  }
}

export function readPropertyRuns(file: DocFile, kind: 'characters' | 'paragraphs'): PropertyRun[] {
  const pair = kind === 'characters' ? PAIR.characterPages : PAIR.paragraphPages
  const { entries } = readPlc(file.structure(pair), 4)
  const pages = new Set(entries.map((entry) => (entry.getUint32(0, true) & 0x3fffff) * PAGE_BYTES))
  return [...pages].flatMap((at) => readPage(part(file.main, at, PAGE_BYTES), kind))
}

/** The run count is in the last byte; positions are at the start, followed by offsets of properties. */
function readPage(page: DataView, kind: 'characters' | 'paragraphs'): PropertyRun[] {
  if (page.byteLength < PAGE_BYTES) return []
  const count = page.getUint8(PAGE_BYTES - 1)
  const entryBytes = kind === 'characters' ? 1 : 13
  if (4 * (count + 1) + entryBytes * count > PAGE_BYTES) return []
  return Array.from({ length: count }, (_, index) => {
    const at = 2 * page.getUint8(4 * (count + 1) + entryBytes * index)
    const properties =
      at === 0 ? part(page, 0, 0) : kind === 'characters' ? characterData(page, at) : paragraphData(page, at)
    return { start: page.getUint32(4 * index, true), end: page.getUint32(4 * index + 4, true), properties }
  })
}

function characterData(page: DataView, at: number): DataView {
  return part(page, at + 1, page.getUint8(at))
}

/** The size is in words, in one byte or, after a zero, in the second. */
function paragraphData(page: DataView, at: number): DataView {
  const size = page.getUint8(at)
  if (size > 0) return part(page, at + 1, 2 * size - 1)
  return at + 1 < PAGE_BYTES ? part(page, at + 2, 2 * page.getUint8(at + 1)) : part(page, 0, 0)
}

/** By the highest three bits of a modifier; `null` if variable. */
const OPERAND_BYTES = [1, 1, 2, 4, 2, 2, null, 3] as const
const DEFINE_TABLE = 0xd608
const CHANGE_TABS = 0xc615

/** Calls `visit` for each property modifier ([MS-DOC] 2.2.5.1). */
export function eachModifier(modifiers: DataView, visit: (code: number, operand: DataView) => void): void {
  for (let at = 0; at + 3 <= modifiers.byteLength; ) {
    const code = modifiers.getUint16(at, true)
    at += 2
    let size: number | null = OPERAND_BYTES[code >> 13]!
    if (code === DEFINE_TABLE) {
      if (at + 2 > modifiers.byteLength) return
      size = modifiers.getUint16(at, true) - 1
      at += 2
    } else if (size === null) {
      size = modifiers.getUint8(at)
      at++
      if (code === CHANGE_TABS && size === 255) return
    }
    if (size < 0 || at + size > modifiers.byteLength) return
    visit(code, part(modifiers, at, size))
    at += size
  }
}
