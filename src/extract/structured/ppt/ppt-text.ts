/** Paragraphs with list levels and bullets ([MS-PPT] 2.9). */
import type { AutoNumber } from '../slide-numbers.ts'
import { readAutoNumbers, readGroups } from './ppt-numbers.ts'
import { type PptFile, type PptRecord, RECORD } from './ppt-records.ts'

export interface PptText {
  readonly kind: 'title' | 'body' | 'other'
  readonly paragraphs: readonly PptParagraph[]
}

interface PptParagraph {
  readonly text: string
  readonly level: number
  readonly isBullet: boolean
  readonly number: AutoNumber | null
}

const KINDS: Readonly<Record<number, PptText['kind']>> = { 0: 'title', 1: 'body', 6: 'title', 7: 'body', 8: 'body' }

/** Resolves a reference to the outline. Returns `null` for an empty box. `extensions` are those of its shape. */
export function readTextBox(
  file: PptFile,
  box: PptRecord,
  { outline, extensions = [] }: { readonly outline: readonly PptRecord[]; readonly extensions?: readonly PptRecord[] },
): PptText | null {
  const records = [...file.recordsIn(box), ...extensions]
  const reference = records.find(({ type }) => type === RECORD.outlineReference)
  return reference === undefined ? readText(file, records) : readText(file, outlineText(file, outline, reference))
}

function outlineText(file: PptFile, outline: readonly PptRecord[], reference: PptRecord): PptRecord[] {
  const wanted = file.number(reference.start)
  let index = -1
  return outline.filter(({ type }) => {
    if (type === RECORD.textHeader) index++
    return index === wanted
  })
}

function readText(file: PptFile, records: readonly PptRecord[]): PptText | null {
  const header = records.find(({ type }) => type === RECORD.textHeader)
  const content = records.find(({ type }) => type === RECORD.textChars || type === RECORD.textBytes)
  if (content === undefined) return null
  const kind = KINDS[header === undefined ? -1 : file.number(header.start)] ?? 'other'
  const text = withoutPlaceholders(file, file.text(content), records)
  const style = records.find(({ type }) => type === RECORD.textStyle)
  const { runs, end } = style === undefined ? noRuns : readParagraphRuns(file.view, style, text.length + 1)
  const extension = records.find(({ type }) => type === RECORD.extendedStyle)
  const numbers = extension === undefined ? [] : readAutoNumbers(file.view, extension)
  const groups =
    style === undefined || numbers.length === 0 ? [] : readGroups(file.view, { start: end, end: style.end })
  let position = 0
  let run = 0
  let group = 0
  let nextGroup = 0
  let runEnd = runs[0]?.length ?? Infinity
  const paragraphs = text.split('\r').map((paragraph): PptParagraph => {
    while (position >= runEnd && run + 1 < runs.length) runEnd += runs[++run]!.length
    while (position >= (groups[nextGroup]?.position ?? Infinity)) group = groups[nextGroup++]!.group
    position += paragraph.length + 1
    const { level = 0, hasBullet = null } = runs[run] ?? {}
    return {
      text: paragraph.replaceAll('\v', '\n'),
      level,
      isBullet: hasBullet ?? kind === 'body',
      number: numbers[group] ?? null,
    }
  })
  return paragraphs.some((paragraph) => paragraph.text.trim() !== '') ? { kind, paragraphs } : null
}

const PLACEHOLDER = '*'
/** Records with the position of a placeholder for a number, date, header or footer of the slide. */
const PLACEHOLDER_RECORDS = new Set([0x0fd8, 0x0ff7, 0x0ff8, 0x0ff9, 0x0ffa, 0x1015])

/** The text has an asterisk for each value that is not stored; a space in its place keeps the later positions. */
function withoutPlaceholders(file: PptFile, text: string, records: readonly PptRecord[]): string {
  const positions = records.flatMap(({ type, start }) => (PLACEHOLDER_RECORDS.has(type) ? [file.number(start)] : []))
  if (positions.length === 0) return text
  const characters = text.split('')
  for (const at of positions) if (characters[at] === PLACEHOLDER) characters[at] = ' '
  return characters.join('')
}

interface ParagraphRuns {
  readonly runs: readonly ParagraphRun[]
  /** Where the runs of characters begin. */
  readonly end: number
}

interface ParagraphRun {
  readonly length: number
  readonly level: number
  readonly hasBullet: boolean | null
}

const noRuns: ParagraphRuns = { runs: [], end: 0 }

/** Mask bits of paragraph properties of two bytes before and after the tab stops, and of one of four bytes. */
const FIELDS = [0x80, 0x10, 0x40, 0x800, 0x1000, 0x2000, 0x4000, 0x100, 0x400, 0x8000]
const LATER_FIELDS = [0x10000, 0xe0000, 0x200000]
const LONG_FIELD = 0x20
const TAB_STOPS = 0x100000
const BULLET_FLAGS = 0x0f
const HAS_BULLET = 0x01
const MAX_LEVEL = 8

/** Reads runs of paragraph properties ([MS-PPT] 2.9.44, 2.9.45, 2.9.20) until they cover the text. */
function readParagraphRuns(view: DataView, { start, end }: PptRecord, textLength: number): ParagraphRuns {
  const runs: ParagraphRun[] = []
  let covered = 0
  let at = start
  while (covered < textLength && at + 10 <= end) {
    const length = view.getUint32(at, true)
    const level = Math.min(MAX_LEVEL, view.getUint16(at + 4, true))
    const masks = view.getUint32(at + 6, true)
    at += 10
    let hasBullet: boolean | null = null
    if ((masks & BULLET_FLAGS) !== 0) {
      if (at + 2 > end) break
      if ((masks & HAS_BULLET) !== 0) hasBullet = (view.getUint16(at, true) & HAS_BULLET) !== 0
      at += 2
    }
    at += sizeOf(FIELDS, masks) + ((masks & LONG_FIELD) !== 0 ? 4 : 0)
    if ((masks & TAB_STOPS) !== 0) at += at + 2 <= end ? 2 + 4 * view.getUint16(at, true) : 2
    at += sizeOf(LATER_FIELDS, masks)
    runs.push({ length: Math.max(1, length), level, hasBullet })
    covered += Math.max(1, length)
  }
  return { runs, end: at }
}

function sizeOf(fields: readonly number[], masks: number): number {
  return 2 * fields.filter((mask) => (masks & mask) !== 0).length
}
