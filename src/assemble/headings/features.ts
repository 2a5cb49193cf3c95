/**
 * What a line looks like, what it says, where it stands and how its like behave in the document → the numbers that `judge.ts` goes by.
 * Lengths are in em of the line or shares of page and column; words are looked at for their shape alone, so that no language is favoured.
 */
import type { Block, DocumentPage } from '../../model/document.ts'
import { width } from '../../model/geometry.ts'
import { type NumberingKind, parseNumbering } from '../../model/numbering.ts'
import { isParagraph } from '../running-text.ts'
import type { TextualBlock } from '../text-blocks.ts'
import {
  digitRatio,
  flowOf,
  is,
  isOpen,
  isShort,
  isText,
  letterRatio,
  looks,
  MAX_CHARS,
  sizesOf,
} from './candidates.ts'
import { type DocumentStats, measure, sameStyleFeatures } from './style-usage.ts'

/** The features' names, in the order of the numbers. `like…`: of all blocks of the document in the line's look. */
export const featureNames = [
  ...['title', 'size', 'bold', 'bodyBold', 'italic', 'caps', 'colored', 'otherFont', 'mono'],
  ...[
    'lines',
    'chars',
    'words',
    'wide',
    'endsFull',
    'endsColon',
    'endsOpen',
    'endsAsk',
    'beginsSmall',
    'capitalised',
    'digits',
    'letters',
  ],
  ...['depth', 'numberKind', 'field', 'address', 'endsFigure', 'parenthesis', 'above', 'below', 'aboveToBelow'],
  ...[
    'nextNone',
    'nextParagraph',
    'nextShort',
    'nextTitle',
    'nextTable',
    'nextList',
    'nextFigure',
    'nextSize',
    'nextAlike',
    'nextSmall',
    'nextDigits',
    'nextChars',
  ],
  ...['prevNone', 'prevParagraph', 'prevTitle', 'prevAlike', 'prevSize', 'prevColon'],
  ...['y', 'first', 'firstPage', 'centred', 'indent', 'beside', 'textSize', 'paragraphIn'],
  ...[
    'likeCount',
    'likeChars',
    'likeShort',
    'likeTitles',
    'likeHeads',
    'likeRuns',
    'likeColon',
    'likeNumbered',
    'likePages',
  ],
  ...['docTitles', 'docShort', 'docDigits', 'docBold', 'pages', 'repeats', 'around', 'rank', 'pageShort', 'rankOnPage'],
] as const

/** White beyond this, in em, says no more; nor do further words. */
const FAR_EM = 6
const NEAR_EM = 3
const MANY_WORDS = 25
/** Blocks on either side that make up a line's surroundings. */
const AROUND = 4
/** Baselines of one row differ by less; blocks above end and those below begin within this of the line's edge. */
const ROW_EM = 0.3
const EDGE_EM = 0.5
/** Without a column to compare with, margins take this of the page's width. */
const MARGIN = 0.1
/** Grays do not stand out. */
const COLORFUL = 40

const kinds: readonly NumberingKind[] = [
  'part',
  'chapter',
  'section',
  'article',
  'decimal',
  'roman',
  'letter',
  'cjk',
  'cjkInner',
  'inner',
]

interface Around {
  readonly page: DocumentPage
  readonly pageAt: number
  /** The page's blocks without headers and footers. */
  readonly flow: readonly Block[]
  readonly columns: readonly TextualBlock[]
  readonly sizes: readonly number[]
  readonly short: number
  /** Place of the last paragraph in `flow`; −1 without any. */
  readonly lastParagraph: number
}

/** The features of every line that may be a title, in the order of `featureNames`. */
export function featuresOf(pages: readonly DocumentPage[]): Map<TextualBlock, number[]> {
  const whole = measure(pages)
  const result = new Map<TextualBlock, number[]>()
  pages.forEach((page, pageAt) => {
    const flow = flowOf(page)
    const around = {
      ...{ page, pageAt, flow, sizes: sizesOf(flow), short: flow.filter(isShort).length / Math.max(1, flow.length) },
      lastParagraph: flow.findLastIndex(isParagraph),
      columns: flow.filter((block): block is TextualBlock => isText(block) && block.style.lineCount > 1),
    }
    flow.forEach((block, at) => {
      if (!isOpen(block)) return
      const column = columnOf(block, around.columns)
      const frame = column?.box ?? { x0: page.width * MARGIN, x1: page.width * (1 - MARGIN) }
      const words = [...wordsOf(block, width(block.box) / Math.max(1, frame.x1 - frame.x0)), ...signsOf(block.text)]
      const neighbors = [...whiteOf(block, flow), ...afterOf(block, flow[at + 1]), ...beforeOf(block, flow[at - 1])]
      result.set(block, [
        ...lookOf(block, whole),
        ...words,
        ...neighbors,
        ...placeOf(block, { at, around, column, frame }),
        ...usageOf(block, { at, around, whole }),
      ])
    })
  })
  return result
}

function lookOf({ kind, style }: TextualBlock, { body }: DocumentStats): number[] {
  const { size, bold, italic, caps, color, font, mono } = style
  const colored = isColorful(color) && String(color) !== body.color
  return [
    is(kind === 'title'),
    size / body.size,
    is(bold),
    body.bold,
    is(italic),
    is(caps),
    is(colored),
    is(font !== body.font),
    is(mono),
  ]
}

function wordsOf({ text, style }: TextualBlock, wide: number): number[] {
  const words = text.split(/\s+/)
  const long = words.filter((word) => /^\p{L}{4,}/u.test(word))
  const capitalised = long.length === 0 ? 0.5 : long.filter((word) => /^\p{Lu}/u.test(word)).length / long.length
  const ends = [/[.。]["'”’»)]?$/u, /[:：]$/, /[,;，；–—-]$/, /[?!？！]$/, /^\p{Ll}/u].map((sign) =>
    is(sign.test(text)),
  )
  const shares = [capitalised, digitRatio(text), letterRatio(text)]
  return [
    style.lineCount,
    Math.min(MAX_CHARS, text.length),
    Math.min(MANY_WORDS, words.length),
    wide,
    ...ends,
    ...shares,
  ]
}

/** A number before it; a label with its value; addresses and telephones; a figure at its end; a bracket or quote at its beginning. */
function signsOf(text: string): number[] {
  const numbering = parseNumbering(text)
  const signs = [/^[^:：.!?]{1,40}[:：]\s*\S/, /\S@\S|https?:|www\.|\+?\d[\d ()-]{7,}\d/, /\d[)%]?$/, /^[([“"']/]
  return [
    numbering?.depth ?? 0,
    numbering === null ? 0 : kinds.indexOf(numbering.kind) + 1,
    ...signs.map((sign) => is(sign.test(text))),
  ]
}

/** White above and below in the line's own breadth, in em. */
function whiteOf({ box, style }: TextualBlock, flow: readonly Block[]): number[] {
  const em = Math.max(1, style.size)
  let [top, bottom] = [-Infinity, Infinity]
  for (const { box: other } of flow) {
    if (other === box || other.x0 >= box.x1 || other.x1 <= box.x0) continue
    if (other.y1 <= box.y0 + em * EDGE_EM) top = Math.max(top, other.y1)
    if (other.y0 >= box.y1 - em * EDGE_EM) bottom = Math.min(bottom, other.y0)
  }
  const [above, below] = [(box.y0 - top) / em, (bottom - box.y1) / em].map((white) => clamp(white, -1, FAR_EM)) as [
    number,
    number,
  ]
  return [above, below, clamp(above - below, -NEAR_EM, NEAR_EM)]
}

function afterOf({ style }: TextualBlock, next: Block | undefined): number[] {
  const kind = [
    next === undefined,
    isText(next) && isParagraph(next),
    next !== undefined && isShort(next),
    next?.kind === 'title',
    next?.kind === 'table',
    next?.kind === 'text' && next.items !== undefined,
    next?.kind === 'figure',
  ].map(is)
  if (!isText(next)) return [...kind, 0, 0, 0, -0.1, -1]
  const alike = is(looks(next.style) === looks(style))
  return [
    ...kind,
    next.style.size / Math.max(1, style.size),
    alike,
    is(/^\p{Ll}/u.test(next.text)),
    digitRatio(next.text),
    Math.min(MAX_CHARS, next.text.length),
  ]
}

function beforeOf({ style }: TextualBlock, prev: Block | undefined): number[] {
  const kind = [is(prev === undefined), is(isText(prev) && isParagraph(prev)), is(prev?.kind === 'title')]
  if (!isText(prev)) return [...kind, 0, 0, 0]
  return [
    ...kind,
    is(looks(prev.style) === looks(style)),
    prev.style.size / Math.max(1, style.size),
    is(/[:：,]$/.test(prev.text)),
  ]
}

interface Place {
  readonly at: number
  readonly around: Around
  readonly column: TextualBlock | null
  readonly frame: { readonly x0: number; readonly x1: number }
}

function placeOf(
  line: TextualBlock,
  { at, around: { page, pageAt, flow, lastParagraph }, column, frame }: Place,
): number[] {
  const { box, style } = line
  const em = Math.max(1, style.size)
  const centerd = Math.min(FAR_EM, Math.abs((box.x0 + box.x1 - frame.x0 - frame.x1) / 2) / em)
  const [top, bottom] = [box.y0 + em * ROW_EM, box.y1 - em * ROW_EM]
  let beside = 0
  for (const other of flow) if (other.box.y0 < bottom && other.box.y1 > top && other !== line) beside++
  const near = flow.slice(at + 1, at + 1 + 2 * AROUND).findIndex(isParagraph)
  const far = near >= 0 ? near : at < lastParagraph ? 2 * AROUND : 2 * AROUND + 1
  const indent = clamp((box.x0 - frame.x0) / em, -FAR_EM, FAR_EM)
  return [
    box.y0 / page.height,
    is(at === 0),
    is(pageAt === 0),
    centerd,
    indent,
    beside,
    column === null ? 0 : column.style.size / em,
    far,
  ]
}

function usageOf(
  line: TextualBlock,
  { at, around, whole }: { readonly at: number; readonly around: Around; readonly whole: DocumentStats },
): number[] {
  const near = around.flow.slice(Math.max(0, at - AROUND), at + AROUND + 1)
  return [
    ...sameStyleFeatures(line, whole),
    ...[
      Math.min(5, whole.texts.get(line.text)!),
      near.filter(isShort).length / near.length,
      whole.sizes.indexOf(line.style.size),
    ],
    ...[around.short, around.sizes.indexOf(line.style.size)],
  ]
}

/** The widest text of some lines that stands above or below. */
function columnOf(line: TextualBlock, columns: readonly TextualBlock[]): TextualBlock | null {
  let best: TextualBlock | null = null
  for (const other of columns) {
    if (other === line || other.box.x0 >= line.box.x1 || other.box.x1 <= line.box.x0) continue
    if (best === null || width(other.box) > width(best.box)) best = other
  }
  return best
}

function isColorful(color: number): boolean {
  const [red, green, blue] = [color >> 16, (color >> 8) & 255, color & 255]
  return Math.max(red, green, blue) - Math.min(red, green, blue) > COLORFUL
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}
