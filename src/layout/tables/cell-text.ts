/** The text of a cell, and whether a text is a number. */
import { isCjk } from '../../model/join-text.ts'
import { groupIntoRows } from './text-rows.ts'
import type { Word } from './types.ts'

/** Text of a cell: its words row by row, one blank between words and rows but for ideographs, words cut at a line's end mended. */
export function cellText(words: readonly Word[]): string {
  let text = ''
  for (const row of groupIntoRows(words)) {
    const piece = rowText(row.words)
    if (text === '') text = piece
    else if (/\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(piece)) text = text.slice(0, -1) + piece
    else if (/\p{L}[-\u2010]$/u.test(text) && /^\p{Lu}/u.test(piece)) text += piece
    else if (isCjk(text.at(-1)) && isCjk(piece[0])) text += piece
    else text += ` ${piece}`
  }
  return text.trim()
}

export function rowText(words: readonly Word[]): string {
  let text = ''
  for (const word of words) text += word.glued || text === '' ? word.text : ` ${word.text}`
  return text
}

/** A figure, a share, an amount, a year, a dash for nothing: what stands in columns of numbers. */
export function isNumeric(text: string): boolean {
  let digits = 0
  let letters = 0
  let marks = 0
  let others = 0
  // Counted by hand: this runs over every cell of every candidate.
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x30 && code <= 0x39) digits++
    else if (
      (code >= 0x41 && code <= 0x5a) ||
      (code >= 0x61 && code <= 0x7a) ||
      (code >= 0xc0 && (code < 0x2000 || code > 0x2bff))
    )
      letters++
    else if (code === 0x20 || code === 0xa0) continue
    else if (emptyMarks.includes(text[index] as string)) marks++
    else others++
  }
  if (digits > 0) return letters <= Math.max(1, digits / 3)
  // Nothing to tell: a dash, stars, dots, "n/a".
  return (
    (marks > 0 && letters + others === 0) ||
    (letters === 2 && marks + others <= 2 && /^n\s*\/?\s*a\.?$|^n\.\s*a\.$/i.test(text.trim()))
  )
}

const emptyMarks = '-–—−.*…'
