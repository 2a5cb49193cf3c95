/**
 * Lines of a paragraph by a program that writes the blank at which it breaks a line: where none is, the line was broken inside of
 * what is written together (after a hyphen, between syllables), or ended by its author.
 */
import type { Span } from '../model/page.ts'
import type { Row } from './draft.ts'

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
export function withBreaks(rows: readonly Row[], spans: readonly Span[]): Row[] {
  return rows.map((row, index) => {
    const next = rows[index + 1]
    const last = next === undefined ? undefined : lastSpanOf(row, spans)
    if (next === undefined || last === undefined) return row
    // What hyphenation added is no part of the text.
    if (last.text.endsWith(softHyphen)) return { ...row, text: row.text.replace(/-$/, ''), goesOn: true }
    return goesOn(row, last.text, next.text) ? { ...row, goesOn: true } : row
  })
}

function goesOn(row: Row, written: string, next: string): boolean {
  const end = [...written].at(-1) ?? ''
  const start = [...next][0] ?? ''
  if (/\s/.test(end)) return false
  if (openEnd.test(row.text)) return /^[\p{L}\p{N}]/u.test(start)
  return unspaced.test(end) && unspaced.test(start) && row.box.x1 - row.box.x0 >= minFullEm * row.size
}

/** The last span in content order that stands on the row. */
function lastSpanOf({ baseline, size }: Row, spans: readonly Span[]): Span | undefined {
  return spans.findLast((span) => span.text !== '' && Math.abs(span.baseline - baseline) < size / 2)
}
