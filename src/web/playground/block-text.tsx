/** The text of a block over the page image, transparent, for selection and copying. */
import { useMemo } from 'preact/hooks'
import { minOf } from '../../model/statistics.ts'
import type { Block, Box, Page } from '../client/types.ts'
import { textOf } from './block.ts'
import type { Raster } from './ink-lines.ts'
import { browserPen } from './pen.ts'
import { type PlacedLine, placeLines } from './placed-lines.ts'
import type { Turn } from './rotation.ts'

/** In font sizes. */
const LINE_HEIGHT = 1.2
/** Factor by which words that do not fit lengthen a text. */
const RAGGEDNESS = 1.06
/** Fraction of a line that words fill before they are stretched to its width, so that no word wraps. */
const LINE_FILL = 0.985
/** A line that is shorter does not fill its box, as in a wide cell. */
const MAX_STRETCH = 1.6
/** Bounds of the font size, in pixels of the page size. */
const sizes = { smallest: 4, largest: 400 } as const

interface PositionedText {
  readonly text: string
  readonly bbox: Box
  /** Row of a table; its cells are copied with tabs between them. */
  readonly row?: number
  /** Maximum height of a line: that of the lowest cell of the table. */
  readonly maxHeight?: number
}

interface BlockTextProps {
  readonly block: Block
  readonly page: Page
  readonly isVisible: boolean
  /** `null` until the page image is loaded. */
  readonly raster: Raster | null
}

export function BlockText({ block, page, isVisible, raster }: BlockTextProps) {
  const texts = useMemo(() => textsOf(block, page.page_num), [block, page.page_num])
  const shared = { block, page, isVisible, raster }
  return texts.map((content, index) => <TextOverlay key={index} content={content} {...shared} />)
}

export function textsOf(block: Block, page: number): PositionedText[] {
  if (block.cells === undefined) return [{ text: textOf(block), bbox: block.bbox }]
  const cells = block.cells.filter(({ text, page_num }) => text !== '' && (page_num ?? page) === page)
  const maxHeight = minOf(cells.map(({ bbox }) => bbox[3] - bbox[1]))
  return cells.map(({ text, bbox, row }) => ({ text, bbox, row, maxHeight }))
}

interface TextOverlayProps extends BlockTextProps {
  readonly content: PositionedText
}

function TextOverlay({ content, block, page, isVisible, raster }: TextOverlayProps) {
  const pageWidth = page.page_size.w
  const placed = useMemo(
    () => (raster === null || isVisible ? null : placeLines(content, { raster, pageWidth }, browserPen)),
    [raster, isVisible, content, pageWidth],
  )
  if (placed === null) return <FittedText {...{ content, block, page, isVisible }} />
  const { lines, turn } = placed
  const box = beforeTurn(content.bbox, turn)
  return (
    <span
      class="block-text transparent"
      aria-hidden="true"
      dir="auto"
      data-row={content.row}
      data-turn={turn === 0 ? undefined : turn}
      style={placeOf(box, block, page)}
    >
      {lines.map((line, index) => (
        <TextLine key={index} line={line} box={box} pageWidth={pageWidth} />
      ))}
    </span>
  )
}

/** The box of a text that is then turned about its center. */
function beforeTurn([x1, y1, x2, y2]: Box, turn: Turn): Box {
  if (turn % 2 === 0) return [x1, y1, x2, y2]
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2]
  const [width, height] = [y2 - y1, x2 - x1]
  return [x - width / 2, y - height / 2, x + width / 2, y + height / 2]
}

function placeOf([x1, y1, x2, y2]: Box, { bbox: [left, top] }: Block, { page_size: { w } }: Page) {
  const unit = (value: number): string => `${(100 * value) / w}cqw`
  return { left: unit(x1 - left), top: unit(y1 - top), width: unit(x2 - x1), height: unit(y2 - y1) }
}

interface TextLineProps {
  readonly line: PlacedLine
  readonly box: Box
  readonly pageWidth: number
}

/** As wide as its box, because a selection could jump in a gap. */
function TextLine({ line, box: [x1, y1, x2, y2], pageWidth }: TextLineProps) {
  const unit = (value: number): string => `${(100 * value) / pageWidth}cqw`
  const [width, height] = [x2 - x1, y2 - y1]
  return (
    <span
      class="text-line"
      style={{
        top: percent(line.top, height),
        height: percent(line.bottom - line.top, height),
        lineHeight: unit(line.bottom - line.top),
        paddingLeft: `calc(${percent(line.left, width)} + var(--reach))`,
        paddingRight: `calc(${percent(width - line.right, width)} + var(--reach))`,
        fontSize: unit(line.size * LINE_FILL),
      }}
    >
      {line.words === null
        ? line.text
        : line.words.map(({ text, left, right }, index, words) => (
            <span
              key={index}
              class="text-word"
              style={{
                width: unit((words[index + 1]?.left ?? line.right) - left),
                letterSpacing: unit(letterSpacing(text.trimEnd(), { width: right - left, size: line.size })),
              }}
            >
              {text}
            </span>
          ))}
    </span>
  )
}

/** Stretches a word to its width in the image. */
function letterSpacing(word: string, { width, size }: { readonly width: number; readonly size: number }): number {
  return (width - browserPen.widthOf(word) * size * LINE_FILL) / Math.max(1, word.length)
}

function percent(value: number, whole: number): string {
  return `${(100 * value) / Math.max(1, whole)}%`
}

/** Without known lines: wrapped text at the largest possible size. */
function FittedText({ content, block, page, isVisible }: Omit<TextOverlayProps, 'raster'>) {
  const { text, bbox, row } = content
  const [x1, y1, x2, y2] = bbox
  const fit = useMemo(() => fitText(content), [content])
  return (
    <span
      class={isVisible ? 'block-text' : 'block-text transparent'}
      aria-hidden="true"
      dir="auto"
      data-row={row}
      style={{
        ...placeOf([x1, y1, x1 + (x2 - x1) / fit.stretch, y2], block, page),
        whiteSpace: fit.isLine ? 'pre' : 'pre-wrap',
        fontSize: `${(100 * fit.size) / page.page_size.w}cqw`,
        transform: fit.stretch === 1 ? 'none' : `scaleX(${fit.stretch})`,
      }}
    >
      {text}
    </span>
  )
}

interface Fit {
  readonly size: number
  readonly stretch: number
  readonly isLine: boolean
}

/** Largest font size at which the wrapped text fits. A single line is stretched to the box, as in pdf.js. */
function fitText({ text, bbox: [x1, y1, x2, y2], maxHeight = Number.POSITIVE_INFINITY }: PositionedText): Fit {
  const [width, height] = [x2 - x1, y2 - y1]
  const widths = text.split('\n').map(browserPen.widthOf)
  const linesAt = (size: number): number =>
    widths.reduce((sum, line) => sum + Math.max(1, Math.ceil((line * size * RAGGEDNESS) / Math.max(1, width))), 0)
  let low: number = sizes.smallest
  let high: number = Math.min(
    sizes.largest,
    Math.max(sizes.smallest, Math.min(maxHeight, height / widths.length) / LINE_HEIGHT),
  )
  const [only = 0, ...others] = widths
  // A line that is hardly wider than its box is one line in a narrower font.
  if (others.length === 0 && only * high < width * 1.4 && only > 0) {
    const stretch = width / (only * high)
    return { size: high, stretch: stretch > MAX_STRETCH ? 1 : stretch, isLine: true }
  }
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2
    if (linesAt(middle) * middle * LINE_HEIGHT <= height) low = middle
    else high = middle
  }
  return { size: low, stretch: 1, isLine: false }
}
