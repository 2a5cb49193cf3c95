/** LibreOffice PDFs have spaces at line ends only where Writer breaks a line. */
import { width } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'
import type { Row } from '../state.ts'

/** Scripts whose lines break between any two syllables. */
const unspacedScripts = /[\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const breakableEnd = /[^\s\p{Pd}/][-\u2010\u2013\u2014/]$/u
const softHyphen = '\u00ad'
/** Minimum width of a full line in such scripts; the author broke shorter lines. */
const MIN_FULL_LINE_EM = 8

/** `spans`: all text of the rows with its spaces, in content order. */
export function restoreLineBreaks(rows: readonly Row[], spans: readonly Span[]): Row[] {
  const lastSpans = rows.map((row, index) => (index === rows.length - 1 ? undefined : lastSpanOf(row, spans)))
  const keepsSpaces = lastSpans.some((last) => /\s$/.test(last?.text ?? ''))
  return rows.map((row, index) => {
    const next = rows[index + 1]
    const last = lastSpans[index]
    if (next === undefined || last === undefined) return row
    // The hyphen is from hyphenation.
    if (last.text.endsWith(softHyphen)) return { ...row, text: row.text.replace(/-$/, ''), noSpaceAfter: true }
    return continuesWithoutSpace(row, next.text, { end: [...last.text].at(-1) ?? '', keepsSpaces })
      ? { ...row, noSpaceAfter: true }
      : row
  })
}

function continuesWithoutSpace(
  row: Row,
  next: string,
  { end, keepsSpaces }: { end: string; keepsSpaces: boolean },
): boolean {
  const start = [...next][0] ?? ''
  if (/\s/.test(end)) return false
  if (breakableEnd.test(row.text)) return /^[\p{L}\p{N}]/u.test(start)
  return (
    keepsSpaces &&
    unspacedScripts.test(end) &&
    unspacedScripts.test(start) &&
    width(row.box) >= MIN_FULL_LINE_EM * row.size
  )
}

function lastSpanOf({ baseline, size }: Row, spans: readonly Span[]): Span | undefined {
  return spans.findLast((span) => span.text !== '' && Math.abs(span.baseline - baseline) < size / 2)
}
