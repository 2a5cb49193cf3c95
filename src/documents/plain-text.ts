/**
 * Plain text → blocks: paragraphs between empty lines, lists by their markers, code by its indent. A plain text has no headings
 * but those that are underlined; nothing else is guessed.
 */
import { type PageWriter, plainInline } from './page-writer.ts'

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
  for (const paragraph of text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) readParagraph(paragraph, writer)
}

function readParagraph(paragraph: string, writer: PageWriter): void {
  const lines = paragraph.split('\n').filter((line) => line.trim() !== '')
  const [first, second] = lines
  if (first === undefined) {
    writer.endList()
    return
  }
  if (second !== undefined && lines.length === 2 && /^(?:={3,}|-{3,})$/.test(second.trim()) && first.trim().length <= 120) {
    writer.title(second.includes('=') ? 1 : 2, plainInline(first))
    return
  }
  if (lines.every((line) => itemOf(line) !== null || /^\s{2,}\S/.test(line)) && itemOf(first) !== null) {
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
    return
  }
  writer.text(plainInline(lines.map((line) => line.trim()).join('\n')))
}

function itemOf(line: string): { indent: number; marker: string; text: string } | null {
  const dashed = bullet.exec(line)
  if (dashed !== null) return { indent: columns(dashed[1]!), marker: '- ', text: dashed[2]! }
  const counted = numbered.exec(line)
  return counted === null ? null : { indent: columns(counted[1]!), marker: counted[2]!, text: counted[3]! }
}

function columns(blanks: string): number {
  return blanks.replaceAll('\t', '    ').length
}
