/**
 * Lines of a paragraph by a program that adds nothing where it breaks them but a soft hyphen: LibreOffice. Writer writes the blank at
 * which it breaks a line, too, so that where none is, the line was broken between syllables, or ended by its author; Impress does not.
 */
import type { Span } from '../../model/raw-page.ts'
import type { Row } from '../state.ts'

/** Scripts whose lines break between any two syllables. */
const unspaced = /[\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Ends after which a line may break without a blank: hyphens, dashes and slashes right behind a word. */
const openEnd = /[^\s\p{Pd}/][-\u2010\u2013\u2014/]$/u
const softHyphen = '\u00ad'
/**
 * Ems. Of scripts that break anywhere only long lines were broken for want of room: short ones below each other, as in the cells of a
 * form, were written so.
 */
const minFullEm = 8

/** Says of each row whether the next one follows it directly. `spans`: all of the rows' text with its blanks, in content order. */
export function restoreLineBreaks(rows: readonly Row[], spans: readonly Span[]): Row[] {
  const lasts = rows.map((row, index) => (index === rows.length - 1 ? undefined : lastSpanOf(row, spans)))
  const writesBlanks = lasts.some((last) => /\s$/.test(last?.text ?? ''))
  return rows.map((row, index) => {
    const next = rows[index + 1]
    const last = lasts[index]
    if (next === undefined || last === undefined) return row
    // What hyphenation added is no part of the text.
    if (last.text.endsWith(softHyphen)) return { ...row, text: row.text.replace(/-$/, ''), noSpaceAfter: true }
    return goesOn(row, next.text, { end: [...last.text].at(-1) ?? '', writesBlanks })
      ? { ...row, noSpaceAfter: true }
      : row
  })
}

function goesOn(row: Row, next: string, { end, writesBlanks }: { end: string; writesBlanks: boolean }): boolean {
  const start = [...next][0] ?? ''
  if (/\s/.test(end)) return false
  if (openEnd.test(row.text)) return /^[\p{L}\p{N}]/u.test(start)
  return writesBlanks && unspaced.test(end) && unspaced.test(start) && row.box.x1 - row.box.x0 >= minFullEm * row.size
}

/** The last span in content order that stands on the row. */
function lastSpanOf({ baseline, size }: Row, spans: readonly Span[]): Span | undefined {
  return spans.findLast((span) => span.text !== '' && Math.abs(span.baseline - baseline) < size / 2)
}
