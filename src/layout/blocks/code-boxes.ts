/**
 * Finds boxes with program text only, where single lines and the body font are code, too. Fixture: levels/html-readme.
 */

import { charsOf } from '../../model/character-classes.ts'
import { area, type Box, containsCenter } from '../../model/geometry.ts'
import { maxOf } from '../../model/statistics.ts'
import type { Group, TextGroup } from '../state.ts'
import { exceedsLine } from '../text/code-regions.ts'

const MIN_MONO_RATIO = 0.8
const MIN_CHARS = 4
/** Limits without a monospaced font: rows, and fraction that end like statements. */
const MIN_ROWS = 3
const MIN_STATEMENT_RATIO = 0.5

/** Maximum font size of other text in the box, relative to monospaced text. */
const MAX_SIZE_RATIO = 1.3

const statement = /[;{}]\s*$/
/** Also lines of a statement on several lines. */
const statementPart = /[;{}(),]\s*$/

export function findCodeBoxes(groups: readonly Group[], boxes: readonly Box[]): Map<Group, Box> {
  const smallest = [...boxes].sort((a, b) => area(a) - area(b))
  const groupsByBox = Map.groupBy(groups, (group) => smallest.find((box) => containsCenter(box, group.box)))
  const found = new Map<Group, Box>()
  for (const [box, list] of groupsByBox) {
    if (box === undefined) continue
    const texts = list.filter((group): group is TextGroup => group.kind === 'text' && isWithin(group, box))
    if (texts.length < list.length) continue
    const code = withoutTitles(texts)
    if (isCode(code, box)) for (const group of code) found.set(group, box)
  }
  return found
}

/** The panel of a slide also has its title. */
function withoutTitles(groups: readonly TextGroup[]): readonly TextGroup[] {
  const codeSize = maxOf(groups.flatMap(({ style }) => (style.mono ? style.size : [])))
  return groups.filter(({ style }) => style.mono || codeSize === -Infinity || style.size <= MAX_SIZE_RATIO * codeSize)
}

function isWithin({ type, box: own, style }: TextGroup, box: Box): boolean {
  return type === 'text' && own.x0 >= box.x0 - style.size / 2 && own.x1 <= box.x1 + style.size / 2
}

function isCode(groups: readonly TextGroup[], box: Box): boolean {
  const rows = groups.flatMap((group) => group.rows)
  const chars = charsOf(groups)
  const mono = groups.reduce((sum, { text, style }) => sum + (style.mono ? text.length : 0), 0)
  if (chars < MIN_CHARS) return false
  if (mono >= MIN_MONO_RATIO * chars) return rows.length > 1 || exceedsLine(box, rows[0]!)
  return (
    rows.length >= MIN_ROWS &&
    rows.some(({ text }) => statement.test(text)) &&
    rows.filter(({ text }) => statementPart.test(text)).length >= MIN_STATEMENT_RATIO * rows.length
  )
}
