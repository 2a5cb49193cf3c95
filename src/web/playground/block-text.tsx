/** The text of a block over the page image, transparent, for selection and copying. */
import { useMemo } from 'preact/hooks'
import type { Block, Box, Page } from '../client/types.ts'
import type { Raster } from './ink-lines.ts'
import { type PlacedLine, placeLines } from './placed-lines.ts'
import { textOf } from './view.ts'

/** In font sizes. */
const LINE_HEIGHT = 1.2
/** Factor by which words that do not fit lengthen a text. */
const RAGGEDNESS = 1.06
/** Fraction of a line that words fill before they are stretched to its width, so that no word wraps. */
const LINE_FILL = 0.985
/** Bounds of the font size, in pixels of the page size. */
const sizes = { smallest: 4, largest: 400 } as const

/** Longer words are not cached. */
const MAX_WORD_LENGTH = 20

interface PositionedText {
  readonly text: string
  readonly bbox: Box
  /** Row of a table; its cells are copied with tabs between them. */
  readonly row?: number
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
  return block.cells
    .filter(({ text, page_num }) => text !== '' && (page_num ?? page) === page)
    .map(({ text, bbox, row }) => ({ text, bbox, row }))
}

interface TextOverlayProps extends BlockTextProps {
  readonly content: PositionedText
}

function TextOverlay({ content, block, page, isVisible, raster }: TextOverlayProps) {
  const pageWidth = page.page_size.w
  const placed = useMemo(
    () => (raster === null || isVisible ? null : placeLines(content, { raster, pageWidth }, widthOf)),
    [raster, isVisible, content, pageWidth],
  )
  if (placed === null) return <FittedText {...{ content, block, page, isVisible }} />
  const [left, top, right, bottom] = block.bbox
  const [x1, y1, x2, y2] = content.bbox
  return (
    <span
      class="block-text transparent"
      aria-hidden="true"
      dir="auto"
      data-row={content.row}
      style={{
        left: percent(x1 - left, right - left),
        top: percent(y1 - top, bottom - top),
        width: percent(x2 - x1, right - left),
        height: percent(y2 - y1, bottom - top),
      }}
    >
      {placed.lines.map((line, index) =>
        placed.isVertical ? (
          <TextColumn key={index} line={line} box={content.bbox} pageWidth={pageWidth} />
        ) : (
          <TextLine key={index} line={line} box={content.bbox} pageWidth={pageWidth} />
        ),
      )}
    </span>
  )
}

interface TextLineProps {
  readonly line: PlacedLine
  readonly box: Box
  readonly pageWidth: number
}

function TextColumn({ line, box: [x1, y1, x2, y2], pageWidth }: TextLineProps) {
  const unit = (value: number): string => `${(100 * value) / pageWidth}cqw`
  return (
    <span
      class="text-line vertical"
      style={{
        left: percent(line.left - x1, x2 - x1),
        width: percent(line.right - line.left, x2 - x1),
        lineHeight: unit(line.right - line.left),
        paddingTop: `calc(${unit(line.top - y1)} + var(--reach))`,
        paddingBottom: `calc(${unit(y2 - line.bottom)} + var(--reach))`,
        fontSize: unit(line.size * LINE_FILL),
      }}
    >
      {line.text}
    </span>
  )
}

/** As wide as its box, because a selection could jump in a gap. */
function TextLine({ line, box: [x1, y1, x2, y2], pageWidth }: TextLineProps) {
  const unit = (value: number): string => `${(100 * value) / pageWidth}cqw`
  return (
    <span
      class="text-line"
      style={{
        top: percent(line.top - y1, y2 - y1),
        height: percent(line.bottom - line.top, y2 - y1),
        lineHeight: unit(line.bottom - line.top),
        paddingLeft: `calc(${percent(line.left - x1, x2 - x1)} + var(--reach))`,
        paddingRight: `calc(${percent(x2 - line.right, x2 - x1)} + var(--reach))`,
        fontSize: unit(line.size * LINE_FILL),
      }}
    >
      {line.words === null
        ? line.text
        : line.words.map(({ text, left }, index, words) => (
            <span key={index} class="text-word" style={{ width: unit((words[index + 1]?.left ?? line.right) - left) }}>
              {text}
            </span>
          ))}
    </span>
  )
}

function percent(value: number, whole: number): string {
  return `${(100 * value) / Math.max(1, whole)}%`
}

/** Without known lines: wrapped text at the largest possible size. */
function FittedText({ content: { text, bbox, row }, block, page, isVisible }: Omit<TextOverlayProps, 'raster'>) {
  const [x1, y1, x2, y2] = bbox
  const [left, top, right, bottom] = block.bbox
  const fit = useMemo(() => fitText(text, { width: x2 - x1, height: y2 - y1 }), [text, x1, y1, x2, y2])
  return (
    <span
      class={isVisible ? 'block-text' : 'block-text transparent'}
      aria-hidden="true"
      dir="auto"
      data-row={row}
      style={{
        left: percent(x1 - left, right - left),
        top: percent(y1 - top, bottom - top),
        width: percent((x2 - x1) / fit.stretch, right - left),
        height: percent(y2 - y1, bottom - top),
        whiteSpace: fit.isLine ? 'pre' : 'pre-wrap',
        fontSize: `${(100 * fit.size) / page.page_size.w}cqw`,
        transform: fit.stretch === 1 ? 'none' : `scaleX(${fit.stretch})`,
      }}
    >
      {text}
    </span>
  )
}

const knownWidths = new Map<string, number>()
let context: CanvasRenderingContext2D | null | undefined

function widthOf(line: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (context == null) return line.length / 2
  const known = knownWidths.get(line)
  if (known !== undefined) return known
  context.font = '20px sans-serif'
  const width = context.measureText(line).width / 20
  if (line.length < MAX_WORD_LENGTH) knownWidths.set(line, width)
  return width
}

interface Fit {
  readonly size: number
  readonly stretch: number
  readonly isLine: boolean
}

/** Largest font size at which the wrapped text fits. A single line is stretched to the box, as in pdf.js. */
function fitText(text: string, { width, height }: { width: number; height: number }): Fit {
  const widths = text.split('\n').map(widthOf)
  const linesAt = (size: number): number =>
    widths.reduce((sum, line) => sum + Math.max(1, Math.ceil((line * size * RAGGEDNESS) / Math.max(1, width))), 0)
  let low: number = sizes.smallest
  let high: number = Math.min(sizes.largest, Math.max(sizes.smallest, height / LINE_HEIGHT / widths.length))
  const [only = 0, ...others] = widths
  // A line that is hardly wider than its box is one line in a narrower font.
  if (others.length === 0 && only * high < width * 1.4 && only > 0)
    return { size: high, stretch: width / (only * high), isLine: true }
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2
    if (linesAt(middle) * middle * LINE_HEIGHT <= height) low = middle
    else high = middle
  }
  return { size: low, stretch: 1, isLine: false }
}
