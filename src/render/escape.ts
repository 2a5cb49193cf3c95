/**
 * Plain text → Markdown and HTML source that renders as that text. Escapes only what would change meaning under
 * CommonMark 0.31 (plus GFM's strikethrough and tables): it is no sanitizer and never adds markup.
 */

/** Text without any of these reads the same as source and as rendered text, line beginnings apart. */
const inlineSpecial = /[\\`*_~<&\]]/
/** What begins a tag, a comment or declaration, or an autolink (address, e-mail). */
const opening = /<(?=[!?]|\/?[A-Za-z][A-Za-z\d-]*[\s/>]|[A-Za-z][A-Za-z\d+.-]+:|[^\s<>@]+@)/g
/** `[label]: …` at a paragraph's beginning vanishes from what is rendered; the label may run over lines. */
const linkDefinition = /^\[(?:[^\\[\]]|\\.)+\]:/s
const asciiPunctuation = /[!-/:-@[-`{-~]/
/** Symbols are punctuation since CommonMark 0.31; parsers before it (and some after) know only the first. */
const punctuationKinds = [/[!-/:-@[-`{-~\p{P}]/u, /[\p{P}\p{S}]/u] as const

/** Escapes a piece of running text that does not begin a line: heading text, a table cell. */
export function escapeInline(text: string): string {
  return inlineSpecial.test(text) ? backslash(text, inlineMarks(text)) : text
}

/** Positions of the characters of a text that need a backslash wherever it stands. */
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

/**
 * Escapes a paragraph. Line breaks stay (as soft breaks); blanks at the ends of lines go, since they would mean
 * a hard break or a code block; empty lines go, since they would end the paragraph.
 */
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

/** Escapes the text of an ATX heading: one line, whose trailing `#`s would be taken for its end. */
export function escapeHeading(text: string): string {
  return escapeInline(oneLine(text)).replace(/(^|[ \t])(#+)$/, '$1\\$2')
}

/** Escapes the alternative text of an image, where a bracket would end it. */
export function escapeAlt(text: string): string {
  const line = oneLine(text)
  const marked = inlineMarks(line)
  for (const { index } of line.matchAll(/[[\]]/g)) marked.add(index)
  return backslash(line, marked)
}

/** A link's target, in pointed brackets where blanks or parentheses would end it. */
export function linkDestination(address: string): string {
  return /[\s()<>]/.test(address) ? `<${address.replace(/[\\<>]/g, '\\$&').replace(/[\r\n]+/g, ' ')}>` : address
}

/** All white space as single blanks, none at the ends. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** A backslash counts only before ASCII punctuation, before a line's end (hard break), and at the end, where our own syntax may follow. */
function markBackslashes(text: string, marked: Set<number>): void {
  for (let index = text.indexOf('\\'); index >= 0; index = text.indexOf('\\', index + 1)) {
    const next = text[index + 1]
    if (next === undefined || next === '\n' || asciiPunctuation.test(next)) marked.add(index)
  }
}

/**
 * Two runs of equally many backticks make a code span, three at a line's beginning a fence; others mean themselves.
 * All or none are escaped: inside a would-be span an escaped backtick counts as a run of one.
 */
function markCodeSpans(text: string, marked: Set<number>): void {
  const runs = [...text.matchAll(/`+/g)]
  const lengths = new Set(runs.map(([run]) => run.length))
  if (lengths.size === runs.length && !/^`{3}/m.test(text)) return
  for (const { 0: run, index } of runs) markRun(index, run.length, marked)
}

/** A delimiter run that may open emphasis is escaped when a later one of its kind may close it. */
function markEmphasis(text: string, marked: Set<number>): void {
  const lastCloser = new Map<string, number>()
  const openers: { kind: string; index: number; length: number }[] = []
  for (const { 0: run, index } of text.matchAll(/\*+|_+|~+/g)) {
    const kind = run.charAt(0)
    if (kind === '~' && run.length > 2) continue
    const before = charBefore(text, index)
    const after = charAfter(text, index + run.length)
    const readings = punctuationKinds.map((punctuation) => flanks(kind, { before, after, punctuation }))
    if (readings.some(({ canOpen }) => canOpen)) openers.push({ kind, index, length: run.length })
    if (readings.some(({ canClose }) => canClose)) lastCloser.set(kind, index)
  }
  for (const { kind, index, length } of openers)
    if ((lastCloser.get(kind) ?? -1) > index) markRun(index, length, marked)
}

/** CommonMark's rules 1–8 of emphasis: whether a run may open or close, by the characters around it ("" = text's end). */
function flanks(
  kind: string,
  { before, after, punctuation }: { before: string; after: string; punctuation: RegExp },
): { canOpen: boolean; canClose: boolean } {
  const blankBefore = before === '' || /\s/.test(before)
  const blankAfter = after === '' || /\s/.test(after)
  const pointBefore = punctuation.test(before)
  const pointAfter = punctuation.test(after)
  const left = !blankAfter && (!pointAfter || blankBefore || pointBefore)
  const right = !blankBefore && (!pointBefore || blankAfter || pointAfter)
  if (kind !== '_') return { canOpen: left, canClose: right }
  return { canOpen: left && (!right || pointBefore), canClose: right && (!left || pointAfter) }
}

/** Tags and autolinks, entities, inline links. */
function markOpenings(text: string, marked: Set<number>): void {
  const lastClosing = text.lastIndexOf('>')
  for (const { index } of text.matchAll(opening)) if (index < lastClosing) marked.add(index)
  for (const { index } of text.matchAll(/&(?=#\d{1,7};|#[xX][\da-fA-F]{1,6};|[A-Za-z][A-Za-z\d]{1,31};)/g))
    marked.add(index)
  const firstBracket = text.indexOf('[')
  if (firstBracket < 0) return
  for (const { index } of text.matchAll(/\](?=\()/g)) if (index > firstBracket) marked.add(index)
}

function markRun(index: number, length: number, marked: Set<number>): void {
  for (let offset = 0; offset < length; offset++) marked.add(index + offset)
}

/** Escapes what begins a block: headings, quotes, lists, fences, breaks, HTML, link definitions. `line` is inline-escaped. */
function escapeLineStart(line: string, first: boolean): string {
  if (/^(?:~{3}|#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|<[A-Za-z/!?])/.test(line)) return `\\${line}`
  // A break; below other lines what is left of it could still close their emphasis.
  if (/^([-_*])[ \t]*(?:\1[ \t]*){2,}$/.test(line)) return first ? `\\${line}` : line.replace(/[-_*]/g, '\\$&')
  // Under a line of text these make that line a heading or the head of a table.
  if (!first && (/^(?:=+|-+)$/.test(line) || (/^[|:\- \t]+$/.test(line) && line.includes('-')))) return `\\${line}`
  // Only a first item may interrupt a paragraph.
  return line.replace(first ? /^(\d{1,9})([.)])(?=\s|$)/ : /^(0*1)([.)])(?=\s)/, '$1\\$2')
}

/** The whole character (code point) before a position, "" at the beginning. */
function charBefore(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1)
  return text.slice(Math.max(0, index - (unit >= 0xdc00 && unit <= 0xdfff ? 2 : 1)), index)
}

function charAfter(text: string, index: number): string {
  const point = text.codePointAt(index)
  return point === undefined ? '' : String.fromCodePoint(point)
}
