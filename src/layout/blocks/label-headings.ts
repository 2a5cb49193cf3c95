/** Labels text that differs from the body style; `assemble/headings` decides finally. */
import { charsOf, countLetters, countNonWhitespace } from '../../model/character-classes.ts'
import { isColored } from '../../model/color.ts'
import type { BlockStyle } from '../../model/document.ts'
import { height, width } from '../../model/geometry.ts'
import { textLength } from '../../model/join-text.ts'
import { isNonHeadingText } from '../../model/non-heading-text.ts'
import type { Path } from '../../model/raw-page.ts'
import { maxOf } from '../../model/statistics.ts'
import type { Group, PageGroups, TextGroup } from '../state.ts'
import { type BodyStyle, bodyStyleOf } from '../text/body-style.ts'
import { readMarker } from '../text/list-markers.ts'
import { isNumbered } from '../text/section-numbers.ts'
import { spansOf } from '../text/text-style.ts'
import { demoteByline } from './bylines.ts'

/** One strong feature (size, weight) with whitespace around, or two weak ones. */
const MIN_SCORE = 2
/** Maximum length of a heading; text longer than `LONG_CHARS` is probably a sentence. */
const MAX_CHARS = 160
const LONG_CHARS = 90
const MAX_ROWS = 4
/** Maximum length of a numbered heading that ends in a period and is not bold. */
const MAX_NUMBERED_CHARS = 40
const MIN_DISPLAY_RATIO = 1.35
/** Minimum gap above a heading; paragraphs have less. */
const MIN_HEADING_GAP_EM = 1
/** Not bullets. */
const ornament = /^[◆◇❖■□▶►▸➤☆★]/u
/** Minimum relative size of a heading with an ornament; list items are smaller. */
const MIN_ORNAMENT_RATIO = 1.18
/** Maximum relative size of a heading whose sentence may continue below. */
const MAX_CONTINUATION_RATIO = 1.2
const MIN_QUOTE_WORDS = 5
/** Limits of underlines, in points and in em. */
const MAX_UNDERLINE_THICKNESS = 2
const MIN_UNDERLINE_LENGTH = 12
const MAX_UNDERLINE_DISTANCE_EM = 0.3
/** Below it, large OCR text is part of a drawing. */
const MIN_CONFIDENCE = 0.4
const snakeCase = /\p{L}_\p{L}/u
const address = /^(?:https?:|www\.)|\S@\S/i
const leaders = /(?:\.\s?){4,}|…\s?…|_{4,}/

export function labelHeadings(state: PageGroups): PageGroups {
  const body = bodyStyleOf(state)
  const strokes = state.raw.paths.filter(
    ({ box }) => height(box) <= MAX_UNDERLINE_THICKNESS && width(box) >= MIN_UNDERLINE_LENGTH,
  )
  const groups = state.groups.map((original, index): Group => {
    const group = withoutOrnament(original, body)
    if (group.kind !== 'text' || group.type !== 'text' || group.items !== undefined || group.plain === true)
      return group
    if (isRotated(group) || isUncertain(group)) return { ...group, plain: true }
    const score = scoreHeading(group, { body, next: state.groups[index + 1], strokes })
    return score >= MIN_SCORE ? { ...group, type: 'title' } : group
  })
  return { ...state, groups: demoteByline(groups, body) }
}

/** The bullet of a single large or bold item is an ornament. */
function withoutOrnament(group: Group, body: BodyStyle): Group {
  if (group.kind !== 'text' || group.items?.length !== 1 || group.rows.length > 1) return group
  const { items, ...line } = group
  const [item] = items
  const isOrnament = (group.style.bold && !body.bold) || ornament.test(group.rows[0]!.text)
  const isHeading =
    item?.marker.startsWith('-') === true && isOrnament && group.style.size >= body.size * MIN_ORNAMENT_RATIO
  return isHeading ? { ...line, text: item.text } : group
}

function isRotated({ rows }: TextGroup): boolean {
  return spansOf(rows).every(({ rotation, vertical }) => rotation !== 0 && !vertical)
}

function isUncertain({ rows }: TextGroup): boolean {
  const spans = spansOf(rows)
  const chars = charsOf(spans)
  const certain = spans.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  return certain < chars * MIN_CONFIDENCE
}

interface HeadingContext {
  readonly body: BodyStyle
  readonly next: Group | undefined
  readonly strokes: readonly Path[]
}

function scoreHeading(group: TextGroup, context: HeadingContext): number {
  const { body, next, strokes } = context
  const { text, rows, style } = group
  const isNumberedLine = isNumbered(text)
  if (rows.length > MAX_ROWS || !mayBeHeading(text, isNumberedLine)) return 0
  const size = displaySize(group)
  // Names of constants are always in uppercase letters.
  let score = scoreStyle({ ...style, size, caps: style.caps && !snakeCase.test(text) }, body)
  if (strokes.length > 0 && !isColored(style.color) && isUnderlined(group, strokes)) score += 1.25
  if (score <= 0 && !isNumberedLine) return 0
  if (isNumberedLine) score += 1
  score += scorePosition(group, context)
  const isBoldLine = style.bold && !body.bold && rows.length === 1
  if (isContinued(group, size, { next, isBoldLine })) score -= 1.5
  if (isPullQuote(group, body)) score -= 3
  if (next?.kind === 'table' && /[:：]$/.test(text) && size < body.size * MAX_CONTINUATION_RATIO) score -= 1
  const maxNumberedChars = isBoldLine ? LONG_CHARS : MAX_NUMBERED_CHARS
  const mayEndInPeriod = size >= body.size * MIN_DISPLAY_RATIO || (isNumberedLine && text.length < maxNumberedChars)
  score -= sentencePenalty(text, mayEndInPeriod)
  if (rows.length > 2) score -= 0.5 * (rows.length - 2)
  return score
}

function mayBeHeading(text: string, isNumberedLine: boolean): boolean {
  const letters = countLetters(text)
  return (
    text.length <= MAX_CHARS &&
    letters >= 2 &&
    (isNumberedLine || letters >= countNonWhitespace(text) * 0.5) &&
    !address.test(text) &&
    !isNonHeadingText(text) &&
    !leaders.test(text)
  )
}

/** Small caps mix two sizes. */
function displaySize({ style, rows }: TextGroup): number {
  if (!style.caps) return style.size
  return Math.max(style.size, maxOf(spansOf(rows).map(({ text, size }) => (/\p{Lu}/u.test(text) ? size : 0))))
}

function scoreStyle(style: BlockStyle, body: BodyStyle): number {
  const ratio = style.size / body.size
  let score = 0
  if (ratio >= MIN_DISPLAY_RATIO) score += 3
  else if (ratio >= 1.18) score += 2
  else if (ratio >= 1.1) score += 1.25
  else if (ratio >= 1.04) score += 0.75
  else if (ratio < 0.93) score -= 1.5
  if (style.bold && !body.bold) score += 1.75
  if (style.caps) score += 0.75
  if (style.italic && !body.italic && !style.bold) score += 0.75
  if (!style.bold && !style.italic && style.font !== body.font) score += 0.5
  if (style.color !== body.color && isColored(style.color)) score += 0.5
  return score
}

function isUnderlined({ rows }: TextGroup, strokes: readonly Path[]): boolean {
  const { box, baseline, size } = rows.at(-1)!
  const tolerance = size * MAX_UNDERLINE_DISTANCE_EM
  return strokes.some(
    (stroke) =>
      stroke.box.y0 > baseline - 1 &&
      stroke.box.y1 < baseline + tolerance &&
      Math.abs(stroke.box.x0 - box.x0) < tolerance &&
      Math.abs(stroke.box.x1 - box.x1) < tolerance,
  )
}

function scorePosition(group: TextGroup, { body, next }: HeadingContext): number {
  const em = group.style.size
  if (next === undefined) return -1
  if (group.above <= em * 0.5) return 0
  if (next.kind !== 'text' || next.region !== group.region || next.items !== undefined) return 0.5
  if (group.above < group.below * 0.8) return 0
  const isAboveParagraph = next.rows.length > 1 && Math.abs(next.style.size - body.size) < 1 && !next.style.bold
  if (!isAboveParagraph || group.rows.length > 1) return 0.5
  return group.above >= em * MIN_HEADING_GAP_EM && group.above >= 2 * group.below ? 1.25 : 0.75
}

function isContinued(
  { style, below }: TextGroup,
  size: number,
  { next, isBoldLine }: { readonly next: Group | undefined; readonly isBoldLine: boolean },
): boolean {
  if (next?.kind !== 'text' || next.items !== undefined) return false
  if (size >= next.style.size * MAX_CONTINUATION_RATIO && !style.italic) return false
  const isSeparated = isBoldLine && !next.style.bold && below > size * MIN_HEADING_GAP_EM
  return !isSeparated && /^\p{Ll}/u.test(next.text) && readMarker(next.text) === null
}

function isPullQuote({ style, text }: TextGroup, body: BodyStyle): boolean {
  return style.italic && !body.italic && /[.!?…]["'”’»]?$/u.test(text) && text.split(/\s+/).length >= MIN_QUOTE_WORDS
}

function sentencePenalty(text: string, mayEndInPeriod: boolean): number {
  let penalty = 0
  if (/[.,;，。；]$/.test(text) && !/(?:\.\.\.|…)$/.test(text)) penalty += mayEndInPeriod ? 0.5 : 1.5
  if (/^\p{Ll}(?!\)\s)/u.test(text)) penalty += 1.5
  if (textLength(text) > LONG_CHARS) penalty += 1
  return penalty
}
