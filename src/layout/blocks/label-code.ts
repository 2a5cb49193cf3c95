/** Labels monospaced paragraphs and text in code boxes as `code`. Without a box, a single line may be an address. */
import type { BlockStyle } from '../../model/document.ts'
import { type Box, width } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'
import { maxOf } from '../../model/statistics.ts'
import type { Group, PageGroups, Row, TextGroup } from '../state.ts'
import { lineNumber } from '../text/code-regions.ts'
import { findTextBoxes } from '../text/find-text-boxes.ts'
import { readMarker } from '../text/list-markers.ts'
import { isProgramOutput } from '../text/program-text.ts'
import { spansOf, styleOf } from '../text/text-style.ts'
import { findCodeBoxes } from './code-boxes.ts'
import { codeText } from './code-text.ts'
import { makeGroup } from './paragraphs.ts'
import { findProgramRuns, programRatio } from './program-runs.ts'

/** Maximum fraction of monospaced text on a page of prose; other pages need program characters. */
const MAX_MONO_PAGE_RATIO = 0.7
/** Maximum size difference in points. */
const SIZE_TOLERANCE = 0.8

const MIN_PROSE_ROWS = 3
const MIN_PROSE_WORDS = 5
const MIN_FULL_WIDTH_RATIO = 0.8
const MIN_FULL_ROWS_RATIO = 0.6
const MAX_PROGRAM_CHAR_RATIO = 0.01

/** Minimum fraction of statements and comments on a monospaced page; a letter has none. */
const MIN_PROGRAM_RATIO = 0.4
const MIN_BOXED_PROGRAM_RATIO = 0.2

const MIN_RAISE_EM = 0.2
/** Maximum line spacing of input and output of an interactive program. */
const MAX_LEADING_EM = 1.3
/** Maximum length and minimum indent of a single line of program text. */
const MAX_COMMAND_CHARS = 200
const MIN_COMMAND_INDENT_EM = 1
/** In ASCII, because East Asian fonts are monospaced, and not an e-mail or web address. */
const command = /^(?![<([]?(?:\S+@\S+|(?:https?|ftp):\/\/\S+|www\.\S+)\s*[.,;]?$)[\x20-\x7e‘’“”–]+$/
/** Minimum indent of the text below a term. */
const MIN_TERM_INDENT_EM = 1.5
const bracket = /^(?:\d{1,4}\s+)?[{}()[\]];?$/
/** No program text begins with one. */
const bullet = /^[•◦‣●○▪■]\s/

export function labelCode(state: PageGroups): PageGroups {
  let mono = 0
  let total = 0
  for (const group of state.groups) {
    if (group.kind !== 'text' || isMonospacedText(group)) continue
    total += group.text.length
    if (isCode(group)) mono += group.text.length
  }
  const isMonospacedPage = mono > total * MAX_MONO_PAGE_RATIO && !isProgram(state.groups)
  const hasMonospacedRows = state.groups.some(isMonospacedText)
  const boxed = findCodeBoxes(state.groups, findTextBoxes(state.raw.paths))
  if (isMonospacedPage) removeProse(boxed)
  if (isMonospacedPage && boxed.size === 0 && !hasMonospacedRows) return state
  const programs = findProgramRuns(state.groups)
  if (mono === 0 && boxed.size === 0 && programs.size === 0 && !hasMonospacedRows) return state
  const groups: Group[] = []
  let run: TextGroup[] = []
  let box: Box | undefined
  const flush = (): void => {
    groups.push(...toCodeOrText(run, box !== undefined))
    run = []
  }
  for (const [at, group] of state.groups.entries()) {
    const own = boxed.get(group)
    if (own === undefined && isTerm(group, { run, next: state.groups[at + 1] })) flush()
    if (
      group.kind === 'text' &&
      (own !== undefined ||
        programs.has(group) ||
        continuesListing(group, run) ||
        (isCode(group) && (!isMonospacedPage || isMonospacedText(group))))
    ) {
      if (
        run.length > 0 &&
        (own !== box ||
          run[0]!.region !== group.region ||
          (own === undefined && !continuesCode(run, group) && !continuesListing(group, run)))
      )
        flush()
      box = own
      run.push(group)
    } else {
      flush()
      groups.push(group)
    }
  }
  flush()
  return {
    ...state,
    groups: isMonospacedPage ? groups : groups.map((group, at) => labelCommand(group, { groups, at })),
  }
}

/** A single line of program text that is indented between two paragraphs, such as a command. */
function labelCommand(group: Group, { groups, at }: { groups: readonly Group[]; at: number }): Group {
  if (group.kind !== 'text' || group.type !== 'text' || group.rows.length > 1) return group
  if (group.text.length > MAX_COMMAND_CHARS || readMarker(group.text) !== null || !command.test(group.text))
    return group
  if (!isCode(group) || !isIndentedBetween(group, [groups[at - 1], groups[at + 1]])) return group
  return { ...group, type: 'code', text: codeText(group.rows) }
}

/** Not in a larger size than both, as a line below a title. */
function isIndentedBetween({ box, region, style }: TextGroup, neighbors: readonly (Group | undefined)[]): boolean {
  const texts = neighbors.filter((other) => other?.kind === 'text')
  return (
    texts.length === neighbors.length &&
    texts.some((other) => style.size < other.style.size + SIZE_TOLERANCE) &&
    texts.every(
      (other) =>
        other.region === region &&
        !isCode(other) &&
        readMarker(other.text) === null &&
        box.x0 - other.box.x0 >= MIN_COMMAND_INDENT_EM * style.size,
    )
  )
}

/** Frames on a page in a monospaced font also contain text. */
function removeProse(boxed: Map<Group, Box>): void {
  const groupsByBox = Map.groupBy(boxed.keys(), (group) => boxed.get(group)!)
  for (const groups of groupsByBox.values()) {
    const rows = groups.flatMap((group) => (group.kind === 'text' ? group.rows : []))
    if (programRatio(rows) < MIN_BOXED_PROGRAM_RATIO) for (const group of groups) boxed.delete(group)
  }
}

function isProgram(groups: readonly Group[]): boolean {
  const code = groups.filter((group) => group.kind === 'text' && isCode(group) && !isMonospacedText(group))
  const texts = code as readonly TextGroup[]
  return (
    isProgramOutput(texts.map(({ text }) => text).join('')) ||
    programRatio(texts.flatMap(({ rows }) => rows)) >= MIN_PROGRAM_RATIO
  )
}

/** A note with an address begins with a raised number. */
function isCode(group: TextGroup): boolean {
  const [first, second] = spansOf(group.rows.slice(0, 1))
  const isNote = first !== undefined && second !== undefined && isSmallNumber(first, second) && isRaised(first, second)
  return !isNote && !bullet.test(group.text) && codeStyle(group).mono
}

/** Line numbers are small and in another font. */
function codeStyle({ rows }: TextGroup): BlockStyle {
  const spans = rows.flatMap((row) => {
    const own = spansOf([row])
    const [first, ...others] = own
    return first !== undefined && others[0] !== undefined && isSmallNumber(first, others[0]) ? others : own
  })
  return styleOf(spans, rows.length)
}

function isSmallNumber(first: Span, second: Span): boolean {
  return lineNumber.test(first.text) && first.size < second.size
}

function isRaised(first: Span, second: Span): boolean {
  return second.baseline - first.baseline > MIN_RAISE_EM * second.size
}

/** By its line number, or by brackets, which some fonts for program text lack. */
function continuesListing({ text, region }: TextGroup, run: readonly TextGroup[]): boolean {
  const last = run.at(-1)
  if (last === undefined || last.region !== region) return false
  const number = /^\d{1,5}(?=\s|$)/.exec(text)?.[0]
  const isNextNumber = number !== undefined && Number.parseInt(last.rows.at(-1)!.text, 10) + 1 === Number(number)
  return isNextNumber || bracket.test(text)
}

/** A term left of the program text, above its indented definition. */
function isTerm(
  group: Group,
  { run, next }: { run: readonly TextGroup[]; next: Group | undefined },
): group is TextGroup {
  const last = run.at(-1)
  if (last === undefined || group.kind !== 'text' || group.rows.length > 1) return false
  if (next?.kind !== 'text' || next.region !== group.region || isCode(next)) return false
  const indent = MIN_TERM_INDENT_EM * group.style.size
  return last.box.x0 - group.box.x0 > indent && next.box.x0 - group.box.x0 > indent
}

/** A heading in the font of the code is larger, or bolder with more space. Input and output alternate in weight. */
function continuesCode(run: readonly TextGroup[], group: TextGroup): boolean {
  const [first, own] = [codeStyle(run[0]!), codeStyle(group)]
  const step = group.rows[0]!.baseline - run.at(-1)!.rows.at(-1)!.baseline
  const isNextLine = step <= MAX_LEADING_EM * own.size
  return Math.abs(first.size - own.size) < SIZE_TOLERANCE && (first.bold === own.bold || isNextLine)
}

function isMonospacedText(group: Group): boolean {
  return group.kind === 'text' && group.rows.some(({ lines }) => lines.some(({ isMonospacedRow }) => isMonospacedRow))
}

function toCodeOrText(run: readonly TextGroup[], isBoxed: boolean): TextGroup[] {
  const rows = run.flatMap((group) => group.rows)
  const first = run[0]
  const last = run.at(-1)
  if (
    first === undefined ||
    last === undefined ||
    (!isBoxed && rows.length < 2) ||
    (!run.some(isMonospacedText) && isProse(rows))
  )
    return [...run]
  // A tagged listing is tagged throughout, but not the page footer of an Office file.
  const tagged = run.every((group) => group.tagged !== undefined) ? { tagged: first.tagged! } : {}
  return [
    {
      ...makeGroup(rows, first.region),
      type: 'code',
      text: codeText(rows),
      above: first.above,
      below: last.below,
      ...tagged,
    },
  ]
}

function isProse(rows: readonly Row[]): boolean {
  if (rows.length < MIN_PROSE_ROWS) return false
  const text = rows.map((row) => row.text).join(' ')
  const widest = maxOf(rows.map(({ box }) => width(box)))
  const full = rows.filter(({ box }) => width(box) >= MIN_FULL_WIDTH_RATIO * widest).length
  const programChars = text.match(/[{}[\]<>=;_$#\\|`~@^*+/]/g)?.length ?? 0
  return (
    text.split(/\s+/).length >= MIN_PROSE_WORDS * rows.length &&
    full >= MIN_FULL_ROWS_RATIO * rows.length &&
    programChars <= MAX_PROGRAM_CHAR_RATIO * text.length
  )
}
