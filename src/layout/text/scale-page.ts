/** Scales pages with very small or large text to a usual font size, because the passes have limits in points. */

import { mapBlockBoxes } from '../../model/block-boxes.ts'
import { charsOf } from '../../model/character-classes.ts'
import type { Block } from '../../model/document.ts'
import { type Box, mapBoxes, scaleBox } from '../../model/geometry.ts'
import type { RawPage, Span } from '../../model/raw-page.ts'
import { clamp } from '../../model/statistics.ts'
import type { TagElement } from '../../model/tags.ts'
import { roundSize } from './text-style.ts'

/** Minimum and maximum font size of most characters, in points. */
const MIN_USUAL_SIZE = 8
const MAX_USUAL_SIZE = 13
/** Minimum characters: the few words of a title page are large. */
const MIN_CHARACTERS = 200

/** Factor from the page to usual font sizes; 1 for usual pages and with little text. */
export function layoutScale(spans: readonly Span[]): number {
  const size = medianCharacterSize(spans)
  return size > 0 ? clamp(size, MIN_USUAL_SIZE, MAX_USUAL_SIZE) / size : 1
}

/** Median over the characters; 0 for pages with little text. */
function medianCharacterSize(spans: readonly Span[]): number {
  const characters = charsOf(spans)
  if (characters < MIN_CHARACTERS) return 0
  let rest = characters / 2
  for (const { size, text } of spans.toSorted((a, b) => a.size - b.size)) {
    rest -= text.length
    if (rest <= 0) return size
  }
  return 0
}

export function scalePage(raw: RawPage, factor: number): RawPage {
  const scale = (box: Box): Box => scaleBox(box, factor)
  return {
    ...raw,
    width: raw.width * factor,
    height: raw.height * factor,
    spans: raw.spans.map((span) => scaleSpan(span, factor)),
    paths: mapBoxes(raw.paths, scale),
    images: mapBoxes(raw.images, scale),
    ...(raw.links === undefined ? {} : { links: mapBoxes(raw.links, scale) }),
    ...(raw.tags === undefined ? {} : { tags: { ...raw.tags, root: scaleTag(raw.tags.root, factor) } }),
  }
}

export function scaleBlock(block: Block, factor: number): Block {
  const scaled = mapBlockBoxes(block, (box) => scaleBox(box, factor))
  return scaled.kind === 'text' || scaled.kind === 'title'
    ? { ...scaled, style: { ...scaled.style, size: roundSize(scaled.style.size * factor) } }
    : scaled
}

function scaleSpan(span: Span, factor: number): Span {
  return {
    ...span,
    box: scaleBox(span.box, factor),
    baseline: span.baseline * factor,
    size: span.size * factor,
    ...(span.edges === undefined ? {} : { edges: span.edges.map((x) => x * factor) }),
    ...(span.unitExtents === undefined ? {} : { unitExtents: span.unitExtents.map((x) => x * factor) }),
  }
}

function scaleTag(element: TagElement, factor: number): TagElement {
  return {
    ...element,
    children: element.children.map((child) => (typeof child === 'number' ? child : scaleTag(child, factor))),
    ...(element.box === undefined ? {} : { box: scaleBox(element.box, factor) }),
    ...(element.drawings === undefined ? {} : { drawings: element.drawings.map((box) => scaleBox(box, factor)) }),
  }
}
