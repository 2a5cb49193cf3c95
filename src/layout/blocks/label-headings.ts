/**
 * Paragraphs that stand out against the page's body type → titles. Page-local: levels are a first guess from size,
 * `assemble/titles.ts` has the last word. When in doubt a line is text: a false title costs more than a missed one.
 */
import { countLetters, countNonWhitespace } from '../../model/character-classes.ts'
import type { BlockStyle } from '../../model/document.ts'
import { height, width } from '../../model/geometry.ts'
import { isCjk } from '../../model/join-text.ts'
import { isNonHeadingText } from '../../model/non-heading-text.ts'
import type { Path } from '../../model/raw-page.ts'
import type { Group, LayoutState, TextGroup } from '../state.ts'
import { type Body, bodyOf } from '../text/body-style.ts'
import { readMarker } from '../text/list-markers.ts'
import { isNumbered } from '../text/section-numbers.ts'
import { demoteByline, demoteSignature } from './bylines.ts'
import { splitConsecutiveTitles } from './split-consecutive-titles.ts'

/** Points needed; the weights are set so that one strong sign (size, weight) with room around it suffices, or two weak ones. */
const THRESHOLD = 2
/** Headings longer than this are sentences. */
const MAX_CHARS = 160
const LONG_CHARS = 90
/** Numbered headings up to this length may end in a full stop; those in bold may be longer. */
const NUMBERED_CHARS = 40
const MAX_ROWS = 4
/** One side of a turned line is hardly longer than its type is large; of text across the page both sides are. */
const SLANTING_EM = 2.2
/** White above a heading that no paragraph break has: a full line. */
const ROOM_EM = 1
/** Signs that lists seldom have: diamonds, squares and arrows, which lead to the place. */
const ornament = /^[◆◇❖■□▶►▸➤☆★]/u
/** Bullets of lists are followed by type of the body's size. */
const BULLET_LARGER = 1.18
/** A sentence goes on in type of about its size; slanted words pulled out of a text stand before any part of it. */
const CUT_LARGER = 1.2
/** Slanted sentences of at least so many words are quotes; they lose what large type gives. */
const QUOTE_WORDS = 5
const QUOTE = 3
/** Underlines: strokes of at most this thickness and at least this length, in points; as long as the text and this near to it. */
const STROKE = 2
const MIN_STROKE = 12
const UNDERLINE_EM = 0.3
/** Print that stands out is easy to read: what was read less surely than this is no heading, but strokes of a drawing. */
const UNSURE = 0.4
/** Points for a line that is underlined as a whole. */
const UNDERLINED = 1.25

/** Begins with a name in a program, which has its own capitals: "setValue", "tornado.web", "g_list_free ()", "std::move". */
const symbol = /^[\p{L}\d]*(?:\p{Ll}\p{Lu}|\p{L}\.\p{L}|\p{L}_[\p{L}\d]|::\p{L}|\s?\(\))/u

/** Words tied by underscores: a name in a program or a database. */
const identifier = /\p{L}_\p{L}/u

/** Tags, commands and patterns: only a document that sets all of them like titles has headings of such. */
const markup = /^(?:<\/?[\p{L}!*]|\\\p{L}|\/\w+\/)/u

/** Turns text groups into titles where their type and place say so. */
export function labelHeadings(draft: LayoutState): LayoutState {
  const body = bodyOf(draft)
  const strokes = draft.raw.paths.filter(({ box }) => box.y1 - box.y0 <= STROKE && box.x1 - box.x0 >= MIN_STROKE)
  const groups = draft.groups.map((found, index): Group => {
    const group = withoutBullet(found, body)
    if (group.kind !== 'text' || group.type !== 'text' || group.items !== undefined || group.plain === true)
      return group
    if (isSlanting(group) || isUnsure(group)) return { ...group, plain: true }
    const points = rate(group, { body, after: draft.groups[index + 1], strokes })
    return points >= THRESHOLD ? { ...group, type: 'title', level: guessLevel(group.style.size / body.size) } : group
  })
  return { ...draft, groups: demoteSignature(demoteByline(splitConsecutiveTitles(groups), body), body) }
}

/** A sign before a line in large bold type is an ornament, no bullet, and so is one that lists seldom have before any large line: the list would have one item. */
function withoutBullet(group: Group, body: Body): Group {
  if (group.kind !== 'text' || group.items?.length !== 1 || group.rows.length > 1) return group
  const { items, ...line } = group
  const [item] = items
  const isOrnament =
    (group.style.bold && !body.bold) || (ornament.test(group.rows[0]!.text) && !/[.;:]$/.test(group.text))
  const isHeading = item?.marker.startsWith('-') === true && isOrnament && group.style.size >= body.size * BULLET_LARGER
  return isHeading ? { ...line, text: item.text } : group
}

interface Around {
  readonly body: Body
  readonly after: Group | undefined
  /** Thin horizontal strokes of the page. */
  readonly strokes: readonly Path[]
}

/** Points for looking like a heading; see `THRESHOLD`. */
function rate(group: TextGroup, around: Around): number {
  const { body, after, strokes } = around
  const { text, rows } = group
  if (rows.length > MAX_ROWS || text.length > MAX_CHARS) return 0
  const size = displaySize(group)
  const letters = countLetters(text)
  const numbered = isNumbered(text)
  if (letters < 2) return 0
  if (letters < countNonWhitespace(text) * 0.5 && !numbered) return 0
  if (/^(?:https?:|www\.)|\S@\S/i.test(text) || isNonHeadingText(text) || markup.test(text)) return 0
  // Leaders: an entry of a table of contents, or a line to fill in.
  if (/(?:\.\s?){4,}|…\s?…|_{4,}/.test(text)) return 0
  // Names of a program are set in capitals for its sake: they set nothing off.
  let points = standsOut({ ...group.style, size, caps: group.style.caps && !identifier.test(text) }, body)
  // Colored and underlined: a link.
  if (strokes.length > 0 && !isColored(group.style.color) && isUnderlined(group, strokes)) points += UNDERLINED
  if (points <= 0 && !numbered) return 0
  if (numbered) points += 1
  points += place(group, around)
  const isBoldLine = group.style.bold && !body.bold && rows.length === 1
  // A line cut off from the sentence that goes on below it, in type of its size.
  const goesOn =
    after?.kind === 'text' && after.items === undefined && (size < after.style.size * CUT_LARGER || group.style.italic)
  const isSetOff = isBoldLine && after?.kind === 'text' && !after.style.bold && group.below > size * ROOM_EM
  if (goesOn && !isSetOff && /^\p{Ll}/u.test(after.text) && readMarker(after.text) === null) points -= 1.5
  if (isQuote(group, body)) points -= QUOTE
  // Names the table below it.
  if (after?.kind === 'table' && /[:：]$/.test(text) && !numbered && size < body.size * CUT_LARGER) points -= 1
  points -= sentenceLike(text, {
    forgiving: size >= body.size * 1.35 || (numbered && text.length < (isBoldLine ? LONG_CHARS : NUMBERED_CHARS)),
  })
  if (rows.length > 2) points -= 0.5 * (rows.length - 2)
  return points
}

/** Across the page, from corner to corner: a stamp or a watermark. */
function isSlanting({ rows }: TextGroup): boolean {
  return rows.every(({ lines }) =>
    lines.every(({ spans }) =>
      spans.every(
        ({ box, size, rotation }) => rotation !== 0 && Math.min(width(box), height(box)) > SLANTING_EM * size,
      ),
    ),
  )
}

/** Weighted by letters. */
function isUnsure({ rows }: TextGroup): boolean {
  let letters = 0
  let sure = 0
  for (const { lines } of rows)
    for (const { spans } of lines)
      for (const { text, confidence } of spans) {
        letters += text.length
        sure += text.length * confidence
      }
  return sure < letters * UNSURE
}

/** A sentence in display type: words of the text pulled out of it, to catch the eye. */
function isQuote({ style, text }: TextGroup, body: Body): boolean {
  return style.italic && !body.italic && /[.!?…]["'”’»]?$/u.test(text) && text.split(/\s+/).length >= QUOTE_WORDS
}

/** A stroke right below the last line, just as long. */
function isUnderlined({ rows }: TextGroup, strokes: readonly Path[]): boolean {
  const { box, baseline, size } = rows.at(-1)!
  const reach = size * UNDERLINE_EM
  return strokes.some(
    (stroke) =>
      stroke.box.y0 > baseline - 1 &&
      stroke.box.y1 < baseline + reach &&
      Math.abs(stroke.box.x0 - box.x0) < reach &&
      Math.abs(stroke.box.x1 - box.x1) < reach,
  )
}

/** Small capitals mix two sizes; the capitals' is the one that the eye sees. */
function displaySize({ style, rows }: TextGroup): number {
  if (!style.caps) return style.size
  return rows.reduce(
    (most, { lines }) =>
      Math.max(most, ...lines.flatMap(({ spans }) => spans.map((span) => (/\p{Lu}/u.test(span.text) ? span.size : 0)))),
    style.size,
  )
}

/** How much the type differs from the body's. */
function standsOut(style: BlockStyle, body: Body): number {
  const ratio = style.size / body.size
  let points = 0
  if (ratio >= 1.35) points += 3
  else if (ratio >= 1.18) points += 2
  else if (ratio >= 1.1) points += 1.25
  else if (ratio >= 1.04) points += 0.75
  else if (ratio < 0.93) points -= 1.5
  if (style.bold && !body.bold) points += 1.75
  if (style.caps) points += 0.75
  if (style.italic && !body.italic && !style.bold) points += 0.75
  if (!style.bold && !style.italic && style.font !== body.font) points += 0.5
  if (style.color !== body.color && isColored(style.color)) points += 0.5
  return points
}

/** Gray and black do not stand out. */
function isColored(color: number): boolean {
  const [red, green, blue] = [color >> 16, (color >> 8) & 255, color & 255]
  return Math.max(red, green, blue) - Math.min(red, green, blue) > 40
}

/** Points for white space above and for something to head below. */
function place(group: TextGroup, { body, after }: Omit<Around, 'strokes'>): number {
  const em = group.style.size
  if (after === undefined) return -1
  const heads = after.kind !== 'text' || after.region !== group.region || after.items !== undefined
  if (group.above <= em * 0.5) return 0
  if (heads) return 0.5
  if (group.above < group.below * 0.8) return 0
  // Over a paragraph of body type: the one place where a heading always stands.
  const paragraph = after.rows.length > 1 && Math.abs(after.style.size - body.size) < 1 && !after.style.bold
  if (!paragraph || group.rows.length > 1) return 0.5
  return group.above >= em * ROOM_EM && group.above >= 2 * group.below ? 1.25 : 0.75
}

/** Minus points for what only sentences have. */
function sentenceLike(text: string, { forgiving }: { forgiving: boolean }): number {
  let points = 0
  if (/[.,;，。；]$/.test(text) && !/(?:\.\.\.|…)$/.test(text)) points += forgiving ? 0.5 : 1.5
  if (/^\p{Ll}(?!\)\s)/u.test(text) && !symbol.test(text)) points += 1.5
  // A clause: "(2) The board may …".
  if (/^\(\d{1,2}\)\s/.test(text)) points += 1.5
  if (text.length > LONG_CHARS || (isCjk(text[0]) && text.length > LONG_CHARS / 2)) points += 1
  return points
}

function guessLevel(ratio: number): number {
  if (ratio >= 1.6) return 1
  if (ratio >= 1.25) return 2
  return ratio >= 1.08 ? 3 : 4
}
