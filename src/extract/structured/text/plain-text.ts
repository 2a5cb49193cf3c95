/**
 * Plain text → blocks: paragraphs between empty lines, lists by their markers, and code and columns with their white space. A plain
 * text has no headings but those that are underlined; nothing else is guessed.
 */
import { plainInline } from '../inline-text.ts'
import type { PageWriter } from '../page-writer.ts'
import { continuesCode, indentOf, splitRuns } from './preformatted.ts'

const bullet = /^(\s*)(?:[-*+•‣◦▪–—])\s+(\S.*)$/
const numbered = /^(\s*)((?:\d{1,4}|[a-zA-Z])[.)])\s+(\S.*)$/
/** Columns of indent that make one level of a list. */
const levelColumns = 2
/** Pages break at form feeds, as printers do. */
export function splitPages(text: string): string[] {
  const pages = text.split('\f')
  return pages.length > 1 ? pages.filter((page, at) => page.trim() !== '' || at === 0) : pages
}

export function readPlainText(text: string, writer: PageWriter): void {
  // Code goes on after an empty line, which is part of it.
  let code: string[] = []
  const endCode = (): void => {
    writer.code(code.join('\n'))
    code = []
  }
  for (const paragraph of text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
    const lines = paragraph.split('\n').filter((line) => line.trim() !== '')
    if (lines.length === 0) {
      if (code.length === 0) writer.endList()
      else code.push('')
      continue
    }
    if (code.length > 0 && continuesCode(lines)) {
      code.push('')
      for (const line of lines) code.push(line)
      continue
    }
    const structure = structureOf(lines)
    if (structure !== null) {
      endCode()
      structure(writer)
      continue
    }
    for (const run of splitRuns(lines)) {
      if (run.preformatted) {
        if (code.length > 0) code.push('')
        for (const line of run.lines) code.push(line)
      } else {
        endCode()
        writer.text(plainInline(run.lines.map((line) => line.trim()).join('\n')))
      }
    }
  }
  endCode()
}

/** How a paragraph that is a heading or a list, or ends with one, is written; `null` for all others. */
function structureOf(lines: readonly string[]): ((writer: PageWriter) => void) | null {
  const [first = '', second] = lines
  if (
    second !== undefined &&
    lines.length === 2 &&
    /^(?:={3,}|-{3,})$/.test(second.trim()) &&
    first.trim().length <= 120
  )
    return (writer) => writer.title(second.includes('=') ? 1 : 2, plainInline(first))
  const start = lines.findIndex((line) => itemOf(line) !== null)
  if (start < 0) return null
  const before = lines.slice(0, start)
  const list = lines.slice(start)
  if (!isList(list, before)) return null
  return (writer) => {
    if (before.length > 0) writer.text(plainInline(before.map((line) => line.trim()).join('\n')))
    writeList(list, writer)
  }
}

/** Lines of which some begin with markers; the others go on with an item, indented or not. */
function isList(lines: readonly string[], before: readonly string[]): boolean {
  const items = lines.flatMap((line) => itemOf(line) ?? [])
  const whole = lines.every((line) => itemOf(line) !== null || /^\s{2,}\S/.test(line))
  if (before.length === 0 && whole) return true
  // Words before a list stand at the edge; indented ones are code, and the markers something in it.
  const edge = indentOf(before[0] ?? '')
  if (before.some((line) => indentOf(line) !== edge)) return false
  const outer = items.filter(({ indent }) => indent === items[0]!.indent)
  // One line that begins like an item may have been wrapped before a number or a dash.
  if (outer.length < 2) return before.length === 0 && /^\d{1,3}[.)]$/.test(outer[0]!.marker) && lines.length > 1
  return outer.every(({ marker }, at) => at === 0 || follows(outer[at - 1]!.marker, marker))
}

function follows(before: string, marker: string): boolean {
  if (marker === '- ' || before === '- ') return marker === before
  const numbers = [before, marker].map((each) => (/^\d/.test(each) ? Number.parseInt(each, 10) : each.charCodeAt(0)))
  return before.at(-1) === marker.at(-1) && numbers[1] === numbers[0]! + 1
}

function writeList(lines: readonly string[], writer: PageWriter): void {
  let list = ''
  for (const line of lines) {
    const item = itemOf(line)
    if (item === null) writer.continueItem(plainInline(line))
    else {
      const level = Math.floor(item.indent / levelColumns)
      // Numbers after bullets are another list.
      if (level === 0) list = item.marker === '- ' ? 'bullets' : 'numbers'
      writer.item({ level, marker: item.marker }, plainInline(item.text), list)
    }
  }
}

function itemOf(line: string): { indent: number; marker: string; text: string } | null {
  const dashed = bullet.exec(line)
  if (dashed !== null) return { indent: indentOf(line), marker: '- ', text: dashed[2]! }
  const counted = numbered.exec(line)
  return counted === null ? null : { indent: indentOf(line), marker: counted[2]!, text: counted[3]! }
}
