/** Escapes only syntax of CommonMark 0.31, and of GFM's strikethrough and tables. It is not a sanitizer. */

const inlineSpecial = /[\\`*_~<&\]]/
const tagStart = /<(?=[!?]|\/?[A-Za-z][A-Za-z\d-]*[\s/>]|[A-Za-z][A-Za-z\d+.-]+:|[^\s<>@]+@)/g
/** `[label]: …` at the start of a paragraph is not rendered. The label may span lines. */
const linkDefinition = /^\[(?:[^\\[\]]|\\.)+\]:/s
const asciiPunctuation = /[!-/:-@[-`{-~]/
/** Punctuation before CommonMark 0.31, and since then. */
const punctuationPatterns = [/[!-/:-@[-`{-~\p{P}]/u, /[\p{P}\p{S}]/u] as const

/** For text that does not begin a line, such as a table cell. */
export function escapeInline(text: string): string {
  return inlineSpecial.test(text) ? backslash(text, inlineMarks(text)) : text
}

function inlineMarks(text: string): Set<number> {
  const marked = new Set<number>()
  markBackslashes(text, marked)
  markCodeSpans(text, marked)
  markEmphasis(text, marked)
  markOpenings(text, marked)
  return marked
}

function backslash(text: string, marked: ReadonlySet<number>): string {
  if (marked.size === 0) return text
  let escaped = ''
  for (let index = 0; index < text.length; index++) escaped += marked.has(index) ? `\\${text[index]}` : text[index]
  return escaped
}

/** Removes empty lines, and spaces at line ends, which mean a hard break or a code block. */
export function escapeParagraph(text: string): string {
  const lines = text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const escaped = escapeInline(lines.join('\n'))
  return (linkDefinition.test(escaped) ? `\\${escaped}` : escaped)
    .split('\n')
    .map((line, index) => escapeLineStart(line, index === 0))
    .join('\n')
}

/** Trailing `#`s would close the heading. */
export function escapeHeading(text: string): string {
  return escapeInline(oneLine(text)).replace(/(^|[ \t])(#+)$/, '$1\\$2')
}

/** A bracket would end the alternative text. */
export function escapeAlt(text: string): string {
  const line = oneLine(text)
  const marked = inlineMarks(line)
  for (const { index } of line.matchAll(/[[\]]/g)) marked.add(index)
  return backslash(line, marked)
}

/** Destinations with spaces or parentheses need angle brackets. */
export function linkDestination(address: string): string {
  return /[\s()<>]/.test(address) ? `<${address.replace(/[\\<>]/g, '\\$&').replace(/[\r\n]+/g, ' ')}>` : address
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function markBackslashes(text: string, marked: Set<number>): void {
  for (let index = text.indexOf('\\'); index >= 0; index = text.indexOf('\\', index + 1)) {
    const next = text[index + 1]
    if (next === undefined || next === '\n' || asciiPunctuation.test(next)) marked.add(index)
  }
}

/** Two backtick runs of equal length form a code span, three at a line start a fence: all are escaped or none. */
function markCodeSpans(text: string, marked: Set<number>): void {
  const runs = [...text.matchAll(/`+/g)]
  const lengths = new Set(runs.map(([run]) => run.length))
  if (lengths.size === runs.length && !/^`{3}/m.test(text)) return
  for (const { 0: run, index } of runs) markRun(index, run.length, marked)
}

function markEmphasis(text: string, marked: Set<number>): void {
  const lastCloser = new Map<string, number>()
  const openers: { kind: string; index: number; length: number }[] = []
  for (const { 0: run, index } of text.matchAll(/\*+|_+|~+/g)) {
    const kind = run.charAt(0)
    if (kind === '~' && run.length > 2) continue
    const before = charBefore(text, index)
    const after = charAfter(text, index + run.length)
    const readings = punctuationPatterns.map((punctuation) => flanks(kind, { before, after, punctuation }))
    if (readings.some(({ canOpen }) => canOpen)) openers.push({ kind, index, length: run.length })
    if (readings.some(({ canClose }) => canClose)) lastCloser.set(kind, index)
  }
  for (const { kind, index, length } of openers)
    if ((lastCloser.get(kind) ?? -1) > index) markRun(index, length, marked)
}

/** Rules 1–8 of CommonMark's emphasis. `before` and `after` are "" at the ends of the text. */
function flanks(
  kind: string,
  { before, after, punctuation }: { before: string; after: string; punctuation: RegExp },
): { canOpen: boolean; canClose: boolean } {
  const spaceBefore = before === '' || /\s/.test(before)
  const spaceAfter = after === '' || /\s/.test(after)
  const punctuationBefore = punctuation.test(before)
  const punctuationAfter = punctuation.test(after)
  const left = !spaceAfter && (!punctuationAfter || spaceBefore || punctuationBefore)
  const right = !spaceBefore && (!punctuationBefore || spaceAfter || punctuationAfter)
  if (kind !== '_') return { canOpen: left, canClose: right }
  return { canOpen: left && (!right || punctuationBefore), canClose: right && (!left || punctuationAfter) }
}

function markOpenings(text: string, marked: Set<number>): void {
  const lastClosing = text.lastIndexOf('>')
  for (const { index } of text.matchAll(tagStart)) if (index < lastClosing) marked.add(index)
  for (const { index } of text.matchAll(/&(?=#\d{1,7};|#[xX][\da-fA-F]{1,6};|[A-Za-z][A-Za-z\d]{1,31};)/g))
    marked.add(index)
  const firstBracket = text.indexOf('[')
  if (firstBracket < 0) return
  for (const { index } of text.matchAll(/\](?=\()/g)) if (index > firstBracket) marked.add(index)
}

function markRun(index: number, length: number, marked: Set<number>): void {
  for (let offset = 0; offset < length; offset++) marked.add(index + offset)
}

function escapeLineStart(line: string, first: boolean): string {
  if (/^(?:~{3}|#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|<[A-Za-z/!?])/.test(line)) return `\\${line}`
  // The rest of a thematic break below other lines could close their emphasis.
  if (/^([-_*])[ \t]*(?:\1[ \t]*){2,}$/.test(line)) return first ? `\\${line}` : line.replace(/[-_*]/g, '\\$&')
  // These lines would make the line above a heading or a table header.
  if (!first && (/^(?:=+|-+)$/.test(line) || (/^[|:\- \t]+$/.test(line) && line.includes('-')))) return `\\${line}`
  // Only an item with number 1 can interrupt a paragraph.
  return line.replace(first ? /^(\d{1,9})([.)])(?=\s|$)/ : /^(0*1)([.)])(?=\s)/, '$1\\$2')
}

function charBefore(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1)
  return text.slice(Math.max(0, index - (unit >= 0xdc00 && unit <= 0xdfff ? 2 : 1)), index)
}

function charAfter(text: string, index: number): string {
  const point = text.codePointAt(index)
  return point === undefined ? '' : String.fromCodePoint(point)
}
