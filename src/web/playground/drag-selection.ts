/** Selection of text on the pages: a drag can start in a margin or gap, and a triple click selects a paragraph. */
import type { Box } from '../client/types.ts'
import { sumOfTurns, type Turn, turn, turnBox } from './rotation.ts'

interface Caret {
  readonly node: Node
  readonly offset: number
}

interface Point {
  readonly clientX: number
  readonly clientY: number
}

/** A line or text. The coordinates are those of the window, turned so that the text is upright. */
interface TextPart {
  readonly element: HTMLElement
  readonly turns: Turn
  readonly box: Box
  readonly x: number
  readonly y: number
  readonly cost: number
}

/** A selection begins after this distance, in pixels. */
const MIN_DRAG = 4
/** Cost of the distance across the lines, relative to that along them. */
const ACROSS_COST = 4
/** Distance of a point in a line from its edges, in pixels. */
const INSET = 0.5
const SCROLL_MS = 50
/** Pixels per step while the pointer is above or below the pane. */
const SCROLL_STEP = 24

/** For `mousedown` in the pane. */
export function startSelection(event: MouseEvent & { readonly currentTarget: HTMLElement }): void {
  const { target, button, shiftKey, detail, currentTarget: pane } = event
  if (!(target instanceof Element) || button !== 0 || isOnScrollBar(event)) return
  const text = target.closest('.block-text')
  if (text !== null && detail === 3) {
    // The browser would select the line.
    event.preventDefault()
    getSelection()?.selectAllChildren(text)
    return
  }
  if (shiftKey || detail > 1) return
  // The browser keeps a selection if no text is under the pointer.
  getSelection()?.removeAllRanges()
  if (text !== null) {
    event.preventDefault()
    focusByMouse(pane)
  }
  followPointer(pane, event)
}

function isOnScrollBar({
  target,
  offsetX,
  offsetY,
  currentTarget: pane,
}: Parameters<typeof startSelection>[0]): boolean {
  return (
    target === pane && (offsetX > pane.scrollLeft + pane.clientWidth || offsetY > pane.scrollTop + pane.clientHeight)
  )
}

/** Without the frame that shows the focus of the keyboard. */
function focusByMouse(pane: HTMLElement): void {
  pane.classList.add('by-mouse')
  pane.focus({ preventScroll: true })
  const forget = (): void => pane.classList.remove('by-mouse')
  for (const type of ['keydown', 'blur']) pane.addEventListener(type, forget, { once: true })
}

function followPointer(pane: HTMLElement, start: MouseEvent): void {
  const anchor = caretNear(pane, start)
  if (anchor === null) return
  const stop = new AbortController()
  const { signal } = stop
  let last: Point = start
  const extend = (): void => {
    const focus = caretNear(pane, last)
    if (focus !== null) getSelection()?.setBaseAndExtent(anchor.node, anchor.offset, focus.node, focus.offset)
  }
  const timer = setInterval(() => {
    const view = pane.getBoundingClientRect()
    const step = last.clientY < view.top ? -SCROLL_STEP : last.clientY > view.bottom ? SCROLL_STEP : 0
    if (step === 0) return
    pane.scrollBy({ top: step })
    extend()
  }, SCROLL_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  document.addEventListener('mouseup', () => stop.abort(), { signal })
  document.addEventListener(
    'mousemove',
    (event) => {
      if (event.buttons === 0) {
        stop.abort()
        return
      }
      last = event
      const isDrag = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) >= MIN_DRAG
      if (isDrag) extend()
    },
    { signal },
  )
}

/** Place in the nearest text: left and right of a line it is in the line, else at its start or end. */
function caretNear(pane: HTMLElement, { clientX, clientY }: Point): Caret | null {
  const page = nearestPage(pane, clientY)
  if (page === null) return null
  let nearest: TextPart | null = null
  for (const element of page.querySelectorAll<HTMLElement>('.text-line, .block-text:not(:has(> .text-line))')) {
    const turns = turnOf(element)
    const back = sumOfTurns(0, -turns)
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const box = turnBox([left, top, right, bottom], back)
    const [x, y] = turnBox([clientX, clientY, clientX, clientY], back)
    const cost = Math.max(box[0] - x, 0, x - box[2]) + ACROSS_COST * Math.max(box[1] - y, 0, y - box[3])
    if (nearest === null || cost < nearest.cost) nearest = { element, turns, box, x, y, cost }
  }
  if (nearest === null) return null
  const { element, turns, box, x, y } = nearest
  if (y < box[1] || y > box[3]) return edgeOf(element, y > box[3])
  const inX = Math.min(Math.max(x, box[0] + INSET), box[2] - INSET)
  const inY = Math.min(Math.max(y, box[1] + INSET), box[3] - INSET)
  const [left, top] = turnBox([inX, inY, inX, inY], turns)
  const found = document.caretPositionFromPoint(left, top)
  if (found !== null && element.contains(found.offsetNode)) return { node: found.offsetNode, offset: found.offset }
  return edgeOf(element, x > (box[0] + box[2]) / 2)
}

/** Sum of the turns of the page and of the text on it. */
function turnOf(element: Element): Turn {
  const text = element.closest<HTMLElement>('.block-text')
  return sumOfTurns(turn.peek(), Number(text?.dataset.turn ?? 0))
}

function edgeOf(element: Element, isEnd: boolean): Caret {
  return { node: element, offset: isEnd ? element.childNodes.length : 0 }
}

function nearestPage(pane: HTMLElement, clientY: number): HTMLElement | null {
  let nearest: HTMLElement | null = null
  let least = Number.POSITIVE_INFINITY
  for (const page of pane.querySelectorAll<HTMLElement>('.page:has(.block-text)')) {
    const { top, bottom } = page.getBoundingClientRect()
    const distance = Math.max(top - clientY, 0, clientY - bottom)
    if (distance < least) [nearest, least] = [page, distance]
  }
  return nearest
}
