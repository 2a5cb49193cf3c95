/**
 * What Markdown of authors never holds and the parser can't bear: nesting without end, and runs of signs in which it looks for
 * markup from each sign on. Looked for before the parser sees the text.
 */
import { ParseError } from '../../../model/errors.ts'
import { escapeHtml } from '../../../model/html.ts'

/** Quotation marks in a row, and columns before an item of a list. Deeper nesting is kept as copies within copies. */
const tooDeep = /^(?:[ \t]{0,3}>){100}|^[ \t]{400,}(?:[-*+]|\d{1,9}[.)])[ \t]/m
/** The parser fills each row of a table up to as many cells as its head has. */
const MAX_CELLS = 500_000
/** Longer ones without a blank are data; only ASCII has signs that mean something. Addresses of pictures hold such data. */
const longRun = /(?<![\x21-\x7e])[\x21-\x7e]{5000,}/g
const dataAddress = /\bdata:[\w/+.-]{1,100}[;,]/
/** Stand for the runs while the text is parsed. Characters of private use in the text itself are left alone then. */
const [open, close] = ['\u{f5a00}', '\u{f5a01}']

/** Throws 1106 for nesting and 1132 for tables that were made to harm. */
export function checkMarkdown(source: string): void {
  if (tooDeep.test(source))
    throw new ParseError(
      1106,
      'The quotations or lists of the Markdown file are nested too deep: it is damaged or made to harm.',
    )
  const lines = source.split('\n')
  let columns = 0
  let cells = 0
  for (const line of lines) {
    if (line.trim() === '') columns = 0
    else if (/^[\s|:>-]+$/.test(line) && line.includes('-') && line.includes('|'))
      columns = Math.max(columns, line.split('|').length)
    cells += columns
  }
  if (cells > MAX_CELLS)
    throw new ParseError(
      1132,
      `The tables of the Markdown file have ${cells} cells; the limit is ${MAX_CELLS}. Split the file and send the parts.`,
    )
}

/** The HTML that `parse` makes of the source, with long runs as the words that they are. */
export function withoutLongRuns(source: string, parse: (source: string) => string): string {
  const runs: string[] = []
  if (source.includes(open)) return parse(source)
  const short = source.replace(longRun, (run) => (dataAddress.test(run) ? run : `${open}${runs.push(run) - 1}${close}`))
  const html = parse(short)
  return runs.length === 0
    ? html
    : html.replace(new RegExp(`${open}(\\d+)${close}`, 'gu'), (_, at: string) => escapeHtml(runs[Number(at)] ?? ''))
}
