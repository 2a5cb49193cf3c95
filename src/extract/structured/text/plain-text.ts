/** Splits plain text into paragraphs, lists, code and columns. Only underlined lines become headings. */
import { plainInline } from '../inline-text.ts'
import { BULLET, type PageWriter } from '../page-writer.ts'
import { continuesCode, indentOf, splitRuns } from './preformatted.ts'

export function splitPages(text: string): string[] {
  const pages = text.split('\f')
  return pages.length > 1 ? pages.filter((page, at) => page.trim() !== '' || at === 0) : pages
}

export function readPlainText(text: string, writer: PageWriter): void {
  const addCode = (lines: readonly string[]): void => {
    writer.codeLine('')
    for (const line of lines) writer.codeLine(line)
  }
  for (const paragraph of text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
    const lines = paragraph.split('\n').filter((line) => line.trim() !== '')
    if (lines.length === 0) {
      writer.codeLine('')
      continue
    }
    if (writer.isCodeOpen && continuesCode(lines)) {
      addCode(lines)
      continue
    }
    const write = headingWriter(lines) ?? listWriter(lines)
    if (write !== null) {
      writer.endList()
      write(writer)
      continue
    }
    for (const run of splitRuns(lines)) {
      if (run.preformatted) addCode(run.lines)
      else writer.text(plainInline(joinTrimmed(run.lines)))
    }
  }
}

function joinTrimmed(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join('\n')
}

type Write = (writer: PageWriter) => void

const MAX_HEADING_LENGTH = 120

function headingWriter(lines: readonly string[]): Write | null {
  const [first = '', second = ''] = lines
  if (lines.length !== 2 || !/^(?:={3,}|-{3,})$/.test(second.trim()) || first.trim().length > MAX_HEADING_LENGTH)
    return null
  return (writer) => writer.title(second.includes('=') ? 1 : 2, plainInline(first))
}

function listWriter(lines: readonly string[]): Write | null {
  const start = lines.findIndex((line) => parseItem(line) !== null)
  if (start < 0) return null
  const intro = lines.slice(0, start)
  const list = lines.slice(start)
  if (!isList(list, intro)) return null
  return (writer) => {
    if (intro.length > 0) writer.text(plainInline(joinTrimmed(intro)))
    writeList(list, writer)
  }
}

interface PlainListItem {
  readonly indent: number
  readonly marker: string
  readonly text: string
}

const BULLETED = /^\s*[-*+•‣◦▪–—]\s+(\S.*)$/
const NUMBERED = /^\s*((?:\d{1,4}|[a-zA-Z])[.)])\s+(\S.*)$/

function parseItem(line: string): PlainListItem | null {
  const bulleted = BULLETED.exec(line)
  if (bulleted !== null) return { indent: indentOf(line), marker: BULLET, text: bulleted[1]! }
  const numbered = NUMBERED.exec(line)
  return numbered === null ? null : { indent: indentOf(line), marker: numbered[1]!, text: numbered[2]! }
}

function isList(lines: readonly string[], intro: readonly string[]): boolean {
  const items = lines.flatMap((line) => parseItem(line) ?? [])
  const isComplete = lines.every((line) => parseItem(line) !== null || /^\s{2,}\S/.test(line))
  if (intro.length === 0 && isComplete) return true
  // An introduction with changing indentation is code.
  if (intro.some((line) => indentOf(line) !== indentOf(intro[0]!))) return false
  const outer = items.filter(({ indent }) => indent === items[0]!.indent)
  if (outer.length < 2) return intro.length === 0 && /^\d{1,3}[.)]$/.test(outer[0]!.marker) && lines.length > 1
  return outer.every(({ marker }, at) => at === 0 || isSuccessor(marker, outer[at - 1]!.marker))
}

function isSuccessor(marker: string, previous: string): boolean {
  if (marker === BULLET || previous === BULLET) return marker === previous
  const [before = 0, number = 0] = [previous, marker].map((each) =>
    /^\d/.test(each) ? Number.parseInt(each, 10) : each.charCodeAt(0),
  )
  return previous.at(-1) === marker.at(-1) && number === before + 1
}

const COLUMNS_PER_LEVEL = 2

function writeList(lines: readonly string[], writer: PageWriter): void {
  for (const line of lines) {
    const item = parseItem(line)
    if (item === null) writer.continueItem(plainInline(line))
    else {
      const level = Math.floor(item.indent / COLUMNS_PER_LEVEL)
      const list = item.marker === BULLET ? 'bullets' : 'numbers'
      writer.item({ text: item.marker, level, list }, plainInline(item.text))
    }
  }
}
