/**
 * The text of a block at its place on the page, to be selected and copied. It is transparent over an image of the page. Screen readers
 * have the label of the box, and the result.
 */
import { useMemo } from 'preact/hooks'
import type { Block, Box, Page } from '../client/types.ts'
import { textOf } from './view.ts'

/** Height of a line, in font sizes. */
const LINE_HEIGHT = 1.2
/** Share by which words that do not fit lengthen a text. */
const RAGGEDNESS = 1.06
/** Bounds of the font size, in pixels of the page size. */
const sizes = { smallest: 4, largest: 400 } as const

interface PositionedText {
  readonly text: string
  readonly bbox: Box
  /** Row of a table; its cells are copied with tabs between them. */
  readonly row?: number
}

export function BlockText({ block, page, isVisible }: { block: Block; page: Page; isVisible: boolean }) {
  const texts = useMemo(() => textsOf(block, page.page_num), [block, page.page_num])
  return texts.map((content, index) => <TextOverlay key={index} content={content} {...{ block, page, isVisible }} />)
}

function textsOf(block: Block, page: number): PositionedText[] {
  if (block.cells === undefined) return [{ text: textOf(block), bbox: block.bbox }]
  return block.cells
    .filter(({ text, page_num }) => text !== '' && (page_num ?? page) === page)
    .map(({ text, bbox, row }) => ({ text, bbox, row }))
}

interface TextOverlayProps {
  readonly content: PositionedText
  readonly block: Block
  readonly page: Page
  readonly isVisible: boolean
}

function TextOverlay({ content: { text, bbox, row }, block, page, isVisible }: TextOverlayProps) {
  const [x1, y1, x2, y2] = bbox
  const [left, top, right, bottom] = block.bbox
  const fit = useMemo(() => fitText(text, { width: x2 - x1, height: y2 - y1 }), [text, x1, y1, x2, y2])
  const percent = (value: number, whole: number): string => `${(100 * value) / Math.max(1, whole)}%`
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

let context: CanvasRenderingContext2D | null | undefined

/** Width of a line at a font size of 1. */
function widthOf(line: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (context == null) return line.length / 2
  context.font = '20px sans-serif'
  return context.measureText(line).width / 20
}

interface Fit {
  readonly size: number
  readonly stretch: number
  readonly isLine: boolean
}

/** Largest font size at which the wrapped text fits its box. A single line is stretched to the box, as in pdf.js. */
function fitText(text: string, { width, height }: { width: number; height: number }): Fit {
  const widths = text.split('\n').map(widthOf)
  const linesAt = (size: number): number =>
    widths.reduce((sum, line) => sum + Math.max(1, Math.ceil((line * size * RAGGEDNESS) / Math.max(1, width))), 0)
  let low: number = sizes.smallest
  let high: number = Math.min(sizes.largest, Math.max(sizes.smallest, height / LINE_HEIGHT / widths.length))
  const [only = 0, ...others] = widths
  // A line that is hardly wider than its box is one line, in a font that is narrower than the measured one.
  if (others.length === 0 && only * high < width * 1.4 && only > 0)
    return { size: high, stretch: width / (only * high), isLine: true }
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2
    if (linesAt(middle) * middle * LINE_HEIGHT <= height) low = middle
    else high = middle
  }
  return { size: low, stretch: 1, isLine: false }
}

/** Copies selected text: blocks as lines, cells of a row with tabs, without labels of boxes. */
export function copyPageText(event: ClipboardEvent): void {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed || event.clipboardData === null) return
  const copied = selection.getRangeAt(0).cloneContents()
  for (const label of copied.querySelectorAll('.box-label, .order, .page-label')) label.remove()
  for (const copy of copied.querySelectorAll<HTMLElement>('.block-text')) {
    const next = copy.nextElementSibling
    const isRow = next instanceof HTMLElement && next.dataset.row !== undefined && next.dataset.row === copy.dataset.row
    copy.append(isRow ? '\t' : '\n')
  }
  event.clipboardData.setData('text/plain', (copied.textContent ?? '').replace(/\n+$/, ''))
  event.preventDefault()
}
