/** Highlights search hits with the Highlight API, which does not change the document. */
import { effect } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { lowerBound } from '../../model/binary-search.ts'
import { currentHit, type Hit, hitCounts, wantedText } from './search.ts'
import { CELL_BREAK, foldWithIndex, occurrences } from './text-index.ts'

/** Elements whose boundaries separate words. */
const partSelector = 'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, div, .block-text'
/** Text that is not part of the document, or not as written. */
const excludedSelector = '.order, .box-label, .katex'
/** Minimum distance of a hit from the pane's edges, in pixels. */
const margin = 24

const canHighlight = typeof Highlight !== 'undefined'
const rangesOf = new WeakMap<Element, readonly Range[]>()

/** `keys`: blocks that the element shows, in reading order. Without them, no hit is marked as current. */
export function useHighlights(ref: RefObject<Element | null>, keys: readonly string[], content: unknown): void {
  useLayoutEffect(() => {
    const root = ref.current
    if (root === null || !canHighlight) return
    let drawn = ''
    const stop = effect(() => {
      const hit = currentHit.value
      if (wantedText.value !== drawn) {
        drawn = wantedText.value
        remove(root)
        rangesOf.set(root, findRanges(root, drawn))
      }
      const ranges = rangesOf.get(root) ?? []
      const current = hit !== null && keys.includes(hit.key) ? ranges[placeIn(root, hit, keys)] : undefined
      for (const range of ranges) {
        highlightNamed('search').add(range)
        highlightNamed('search-current').delete(range)
      }
      if (current !== undefined) highlightNamed('search-current').add(current)
    })
    return () => {
      stop()
      remove(root)
    }
  }, [keys.join(), content])
}

/** Index of the hit in an element, which may show several blocks or a part of one. */
function placeIn(root: Element, hit: Hit, keys: readonly string[]): number {
  let place = hit.nth
  for (const key of keys.slice(0, keys.indexOf(hit.key))) place += hitCounts.value.get(key) ?? 0
  const name = root.getAttribute('data-key')
  for (let before = root.previousElementSibling; before !== null; before = before.previousElementSibling) {
    if (name === null || before.getAttribute('data-key') !== name) break
    place -= rangesOf.get(before)?.length ?? 0
  }
  return place
}

/** In the next frame, when the hit is highlighted. */
export function revealCurrentHit(root: Element): void {
  requestAnimationFrame(() => {
    const pane = root.closest('[data-scroll]')
    if (pane === null || !canHighlight) return
    for (const range of highlightNamed('search-current')) {
      if (!(range instanceof Range) || !root.contains(range.startContainer)) continue
      range.startContainer.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const hit = range.getBoundingClientRect()
      const view = pane.getBoundingClientRect()
      if (hit.top < view.top + margin || hit.bottom > view.bottom - margin)
        pane.scrollBy({ top: hit.top - view.top - view.height / 3 })
    }
  })
}

function highlightNamed(name: 'search' | 'search-current'): Highlight {
  let highlight = CSS.highlights.get(name)
  if (highlight === undefined) {
    highlight = new Highlight()
    highlight.priority = name === 'search' ? 0 : 1
    CSS.highlights.set(name, highlight)
  }
  return highlight
}

function remove(root: Element): void {
  for (const range of rangesOf.get(root) ?? [])
    for (const name of ['search', 'search-current'] as const) highlightNamed(name).delete(range)
  rangesOf.delete(root)
}

interface PlacedNode {
  readonly node: Text
  readonly start: number
}

/** A hit can extend over several text nodes. */
function findRanges(root: Element, wanted: string): Range[] {
  if (wanted === '') return []
  const nodes: PlacedNode[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let text = ''
  let lastPart: Element | null = null
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!(node instanceof Text) || parent === null || parent.closest(excludedSelector) !== null) continue
    const part = parent.closest(partSelector)
    if (part !== lastPart) text += [part, lastPart].some(isCell) ? CELL_BREAK : ' '
    else if (node.previousSibling?.nodeName === 'BR') text += ' '
    lastPart = part
    nodes.push({ node, start: text.length })
    text += node.data
  }
  const { text: folded, starts } = foldWithIndex(text)
  return occurrences(folded, wanted).map((at) => {
    const range = new Range()
    range.setStart(...pointAt(nodes, starts[at] ?? 0))
    let next = at + wanted.length
    while (starts[next] === starts[next - 1]) next++
    range.setEnd(...pointAt(nodes, (starts[next] ?? text.length) - 1, 1))
    return range
  })
}

function isCell(part: Element | null): boolean {
  return part?.matches('td, th, .block-text[data-row]') === true
}

function pointAt(nodes: readonly PlacedNode[], index: number, more = 0): [Text, number] {
  const found = nodes[Math.max(0, lowerBound(nodes, ({ start }) => start > index) - 1)]
  if (found === undefined) throw new Error('A hit has text.')
  return [found.node, Math.max(0, Math.min(index - found.start + more, found.node.length))]
}
