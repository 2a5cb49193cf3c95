/** Small hand-made raw pages: text at a position in a style, with the character edges of a text layer. */

import { groupRows } from '../../src/layout/blocks/paragraphs.ts'
import { readLines } from '../../src/layout/layout.ts'
import { orderLayout } from '../../src/layout/order/reading-order.ts'
import type { PageGroups } from '../../src/layout/state.ts'
import type { Font, RawPage, Span } from '../../src/model/raw-page.ts'
import type { PageTags } from '../../src/model/tags.ts'

export interface Ink {
  readonly text: string
  readonly x: number
  /** Baseline. */
  readonly y: number
  readonly size?: number
  readonly bold?: boolean
  readonly italic?: boolean
  readonly mono?: boolean
  readonly color?: number
  readonly font?: string
  readonly rotation?: Span['rotation']
  readonly source?: Span['source']
  /** Default: 1, as in a text layer. */
  readonly confidence?: number
  /** Width of a character in em. Default: half an em. */
  readonly pitch?: number
  /** The block number of the engine. Default: 0. */
  readonly block?: number
}

export function span(ink: Ink, order = 0): Span {
  const { text, x, y, size = 10, pitch = 0.5 } = ink
  const step = size * pitch
  const font: Font = {
    name: ink.font ?? 'Serif',
    bold: ink.bold ?? false,
    italic: ink.italic ?? false,
    mono: ink.mono ?? false,
    serif: true,
  }
  return {
    text,
    box: { x0: x, y0: y - size, x1: x + step * text.length, y1: y + size * 0.3 },
    baseline: y,
    size,
    font,
    color: ink.color ?? 0,
    confidence: ink.confidence ?? 1,
    source: ink.source ?? 'text_layer',
    rotation: ink.rotation ?? 0,
    vertical: false,
    edges: Float32Array.from(
      { length: text.length + 1 },
      (_, index) => x + step * (index - (isNarrow(text, index) && !font.mono ? NARROWER : 0)),
    ),
    engineLine: order,
    engineBlock: ink.block ?? 0,
  }
}

/**
 * Fraction of its width by which a letter of a proportional font is narrower before another letter. Letters of a
 * monospaced font keep their width.
 */
const NARROWER = 0.1

/** Whether the character before this one is a narrow letter, within a word. */
function isNarrow(text: string, index: number): boolean {
  return /^[ijl]\S$/.test(text.slice(index - 1, index + 1))
}

/** A4 by default; spans are in the given order, which is that of the content stream. */
export function rawPage(inks: readonly Ink[], page: { width?: number; height?: number } = {}): RawPage {
  return {
    pageIndex: 0,
    width: page.width ?? 595,
    height: page.height ?? 842,
    spans: inks.map(span),
    paths: [],
    images: [],
    warnings: [],
  }
}

/** Tags with one marked content per span. */
export function tagsOf({ spans }: RawPage): PageTags {
  return {
    root: { id: 0, role: 'Document', name: 'Document', children: spans.map((_, index) => index) },
    markedContent: spans.map((_, index) => [{ start: 0, mcid: index }]),
    counts: { elements: 1, paragraphs: 1, headings: 0, lists: 0, tables: 0 },
  }
}

/** Lines of running text below each other, 12 points apart. */
export function lines(texts: readonly string[], at: Omit<Ink, 'text'> & { leading?: number }): Ink[] {
  return texts.map((text, index) => ({ ...at, text, y: at.y + index * (at.leading ?? 12) }))
}

/** A pass of any stage. */
export type AnyPass = (state: never) => object

/** The page after stage 1 and the given passes, with the fields of all stages. */
export function layoutState(raw: RawPage, ...passes: readonly AnyPass[]): PageGroups {
  const start: PageGroups = {
    ...readLines(raw),
    drawings: [],
    tables: [],
    figures: [],
    flow: [],
    regions: [],
    groups: [],
  }
  return passes.reduce((state, pass) => pass(state as never) as PageGroups, start)
}

/** Runs all passes up to paragraphs. */
export function grouped(inks: readonly Ink[], page?: { width?: number; height?: number }): PageGroups {
  return layoutState(rawPage(inks, page), orderLayout, groupRows)
}

/** Type and text of each group, in reading order. */
export function outline(state: PageGroups): string[] {
  return state.groups.map((group) => (group.kind === 'text' ? `${group.type}: ${group.text}` : group.kind))
}
