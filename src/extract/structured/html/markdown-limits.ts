/** Rejects Markdown on which the parser takes excessive time or memory. */
import { ParseError } from '../../../model/errors.ts'
import { escapeHtml } from '../../../model/escape-html.ts'

/** Nested quotation marks, or indentation before a list item: the parser copies the rest per level. */
const DEEP_NESTING = /^(?:[ \t]{0,3}>){100}|^[ \t]{400,}(?:[-*+]|\d{1,9}[.)])[ \t]/m
/** The parser fills rows up to the length of the header row. */
const MAX_CELLS = 500_000
/** Long ASCII data without spaces, in which each symbol starts a search for markup. */
const LONG_RUN = /(?<![\x21-\x7e])[\x21-\x7e]{5000,}/g
const DATA_URI = /\bdata:[\w/+.-]{1,100}[;,]/
const [OPEN, CLOSE] = ['\u{f5a00}', '\u{f5a01}']

/** Throws `ParseError` 1106 for deep nesting and 1132 for huge tables. */
export function checkMarkdown(source: string): void {
  if (DEEP_NESTING.test(source))
    throw new ParseError(
      1106,
      'The quotations or lists of the Markdown file are nested too deep: it is damaged or malicious.',
    )
  const cells = countTableCells(source)
  if (cells > MAX_CELLS)
    throw new ParseError(
      1132,
      `The tables of the Markdown file have ${cells} cells; the limit is ${MAX_CELLS}. Split the file and send the parts.`,
    )
}

function countTableCells(source: string): number {
  let columns = 0
  let cells = 0
  for (const line of source.split('\n')) {
    if (line.trim() === '') columns = 0
    else if (/^[\s|:>-]+$/.test(line) && line.includes('-') && line.includes('|'))
      columns = Math.max(columns, line.split('|').length)
    cells += columns
  }
  return cells
}

export function withoutLongRuns(source: string, parse: (source: string) => string): string {
  const runs: string[] = []
  if (source.includes(OPEN)) return parse(source)
  const short = source.replace(LONG_RUN, (run) => (DATA_URI.test(run) ? run : `${OPEN}${runs.push(run) - 1}${CLOSE}`))
  const html = parse(short)
  return runs.length === 0
    ? html
    : html.replace(new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'gu'), (_, at: string) => escapeHtml(runs[Number(at)] ?? ''))
}
