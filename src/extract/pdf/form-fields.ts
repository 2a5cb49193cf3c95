/**
 * Replaces check boxes and radio buttons by ☐ and ☒, joins comb fields, and removes borders and backgrounds, which are
 * not rulings.
 */
import type { FormField } from '../../engines/mupdf/form-fields.ts'
import type { StextPage } from '../../engines/stext/stext.ts'
import { type Box, center, contains, grow, height, overlapY, shortSide, unionOf, width } from '../../model/geometry.ts'
import type { Path, Span } from '../../model/raw-page.ts'

/** Tolerances in points: of a border around its field, and of a ruling of the page along an edge. */
const BORDER = 3
const EDGE = 1.5
/** Maximum thickness of a line in points. */
const MAX_LINE = 1.5
/** Maximum distance of the label that gives a check box its font, in heights of the box. */
const MAX_LABEL_GAP = 1.5
const WORD_GAP_EM = 0.25

export interface FormText {
  readonly text: StextPage
  /** `text.spans`, with the first character of its label for each check box, whose tags apply to both. */
  readonly tagSpans: readonly Span[]
}

export function applyFormFields(text: StextPage, fields: readonly FormField[]): FormText {
  if (fields.length === 0) return { text, tagSpans: text.spans }
  const toggles = fields.filter(({ type }) => type === 'checkbox' || type === 'radiobutton')
  const joined = joinCombs(
    text.spans.filter((span) => !toggles.some(({ box }) => isWithin(span.box, box))),
    fields.filter(({ isComb, value }) => isComb && value.trim() !== ''),
  )
  const spans = attachValues(
    joined,
    fields.filter(({ type }) => type === 'text' || type === 'combobox'),
  )
  const labeled = toggles.map((field) => ({ field, label: labelOf(field, spans) }))
  const toggleSpans = labeled.map(({ field, label }) => toggleSpan(field, label))
  return {
    text: {
      ...text,
      spans: [...spans, ...toggleSpans],
      paths: text.paths.filter((path) => !fields.some(({ box }) => isDecoration(path, box))),
    },
    tagSpans: [
      ...spans,
      ...labeled.map(({ label }, at) => (label === null ? toggleSpans[at]! : firstCharacter(label))),
    ],
  }
}

function firstCharacter(span: Span): Span {
  const { edges, text } = span
  return { ...span, text: text.slice(0, 1), ...(edges === undefined ? {} : { edges: edges.slice(0, 2) }) }
}

function isWithin(inner: Box, outer: Box): boolean {
  return (
    contains(outer, center(inner)) &&
    width(inner) <= width(outer) + 2 * BORDER &&
    height(inner) <= height(outer) + 2 * BORDER
  )
}

/** Lines along an edge may be rulings of the page. */
function isDecoration({ box }: Path, field: Box): boolean {
  if (!isWithin(box, field)) return false
  return shortSide(box) > MAX_LINE || contains(grow(field, -EDGE), center(box))
}

function joinCombs(spans: readonly Span[], combs: readonly FormField[]): readonly Span[] {
  let joined = spans
  for (const { box, value } of combs) {
    const own = joined.filter((span) => contains(box, center(span.box)))
    const [first] = own
    const shown = own.map(({ text }) => text).join('')
    if (first === undefined || withoutSpaces(shown) !== withoutSpaces(value)) continue
    const { edges: _, unitExtents: __, ...properties } = first
    const whole = { ...properties, text: value.trim(), box: unionOf(own) }
    const replaced = new Set(own)
    joined = joined.flatMap((span) => (span === first ? [whole] : replaced.has(span) ? [] : [span]))
  }
  return joined
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '')
}

/** Values begin next to their labels ("Name:"), so that both are one line. */
function attachValues(spans: readonly Span[], fields: readonly FormField[]): readonly Span[] {
  const attached = new Map<Span, Span>()
  for (const { box } of fields) {
    const inside = spans.filter((span) => contains(box, center(span.box)))
    if (inside.length === 0) continue
    const first = inside.reduce((best, span) => (span.box.x0 < best.box.x0 ? span : best))
    const onLine = spans.filter((span) => span.box.x1 <= first.box.x0 && overlapY(span.box, first.box) > 0)
    const label = onLine.reduce<Span | null>(
      (best, span) => (best === null || span.box.x1 > best.box.x1 ? span : best),
      null,
    )
    if (label !== null && isLabelOf(first, label)) attached.set(first, beginAt(first, label))
  }
  return attached.size === 0 ? spans : spans.map((span) => attached.get(span) ?? span)
}

function isLabelOf(value: Span, { text, rotation, baseline, size }: Span): boolean {
  return rotation === 0 && /[:：]\s*$/.test(text) && Math.abs(baseline - value.baseline) <= size / 2
}

function beginAt(span: Span, label: Span): Span {
  const x0 = label.box.x1 + WORD_GAP_EM * label.size
  const edges = span.edges?.with(0, x0)
  return { ...span, box: { ...span.box, x0 }, ...(edges === undefined ? {} : { edges }) }
}

function labelOf({ box }: FormField, spans: readonly Span[]): Span | null {
  const gap = (span: Span): number => Math.max(span.box.x0 - box.x1, box.x0 - span.box.x1)
  return spans
    .filter((span) => span.rotation === 0 && overlapY(span.box, box) > 0 && gap(span) <= MAX_LABEL_GAP * height(box))
    .reduce<Span | null>((best, span) => (best === null || gap(span) < gap(best) ? span : best), null)
}

function toggleSpan({ box, isOn }: FormField, label: Span | null): Span {
  const text = isOn ? '☒' : '☐'
  if (label === null)
    return {
      text,
      box,
      baseline: box.y1,
      size: height(box),
      font: { name: '', bold: false, italic: false, mono: false, serif: false },
      color: 0,
      confidence: 1,
      source: 'text_layer',
      rotation: 0,
      vertical: false,
      engineLine: -1,
      engineBlock: -1,
    }
  const { edges: _, unitExtents: __, ...properties } = label
  // Without the gap, the box and its label are never two cells.
  const space = WORD_GAP_EM * label.size
  const x0 = label.box.x1 <= box.x0 ? Math.min(box.x0, label.box.x1 + space) : box.x0
  const x1 = label.box.x0 >= box.x1 ? Math.max(box.x1, label.box.x0 - space) : box.x1
  return { ...properties, text, box: { x0, x1, y0: label.box.y0, y1: label.box.y1 } }
}
