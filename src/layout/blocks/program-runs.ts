/** Finds program text in proportional fonts: consecutive lines that are statements of a programming language. */
import type { Group, Row, TextGroup } from '../state.ts'
import { readMarker } from '../text/list-markers.ts'
import { isStatement, mayBeStatement } from '../text/program-text.ts'

/** Minimum lines of a run, and fractions of its lines that can be program text, and that certainly are. */
const MIN_ROWS = 3
const MIN_PROGRAM_RATIO = 0.7
const MIN_CERTAIN_RATIO = 0.5
/** Maximum words of other lines in a run, such as "else". */
const MAX_OTHER_WORDS = 4

/** Text of one region; paragraphs may contain several lines of a program, or one. */
export function findProgramRuns(groups: readonly Group[]): Set<Group> {
  const found = new Set<Group>()
  let run: TextGroup[] = []
  const flush = (): void => {
    while (run.length > 0 && !isProgram(run.at(-1)!)) run.pop()
    if (isProgramRun(run.flatMap(({ rows }) => rows))) for (const group of run) found.add(group)
    run = []
  }
  for (const [at, group] of groups.entries()) {
    const isText = isPlainText(group)
    const continues = isText && (run.length === 0 || continuesRun(run[0]!, group))
    if (!continues) flush()
    if (isText && (isProgram(group) || (run.length > 0 && isShortLine(group)))) {
      const before = groups[at - 1]
      if (run.length === 0 && before !== undefined && isDeclarationAbove(before, group)) run.push(before)
      run.push(group)
    } else flush()
  }
  flush()
  return found
}

function isPlainText(group: Group): group is TextGroup {
  return group.kind === 'text' && group.type === 'text'
}

function continuesRun(first: TextGroup, { region, style }: TextGroup): boolean {
  return first.region === region && first.style.mono === style.mono
}

/** "struct point" above "{" */
function isDeclarationAbove(group: Group, { rows, region }: TextGroup): group is TextGroup {
  const isBlock = rows[0]!.text.startsWith('{')
  return (
    isBlock && isPlainText(group) && group.region === region && group.rows.length === 1 && !/[.:]$/.test(group.text)
  )
}

/** A numbered item may contain a call. */
function isProgram({ rows }: TextGroup): boolean {
  const marker = readMarker(rows[0]!.text)
  return (marker === null || marker.printed === '*') && programRatio(rows) >= MIN_PROGRAM_RATIO
}

/** Fraction of rows that can be statements or comments. */
export function programRatio(rows: readonly Row[]): number {
  return rows.filter(({ text }) => mayBeStatement(text)).length / rows.length
}

function isShortLine({ rows, text }: TextGroup): boolean {
  return rows.length === 1 && text.split(/\s+/).length <= MAX_OTHER_WORDS
}

function isProgramRun(rows: readonly Row[]): boolean {
  return (
    rows.length >= MIN_ROWS &&
    programRatio(rows) >= MIN_PROGRAM_RATIO &&
    rows.filter(({ text }) => isStatement(text)).length >= MIN_CERTAIN_RATIO * rows.length
  )
}
