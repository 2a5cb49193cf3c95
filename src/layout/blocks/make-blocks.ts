import type { Block, TextBlock, TitleBlock } from '../../model/document.ts'
import { withoutFormulas } from '../../model/inline-formulas.ts'
import { isFromImage, type TextSource } from '../../model/text-source.ts'
import type { Group, ObjectGroup, PageGroups, TextGroup } from '../state.ts'
import { confidenceOf, spansOf } from '../text/text-style.ts'
import { boxOfInk } from './ink-box.ts'
import { joinQuotationMarks } from './quotation-marks.ts'

export function makeBlocks(page: PageGroups): Block[] {
  return page.groups.map((group) => makeBlock(page, group))
}

function makeBlock(state: PageGroups, group: Group): Block {
  if (group.kind === 'text') return makeText(group)
  const captions = state.groups.flatMap((other, at) => (isCaptionOf(other, group) ? [at] : []))
  if (group.kind === 'table') {
    const { box, rows, cols, cells, confidence, source, part } = state.tables[group.index]!
    return {
      kind: 'table',
      type: 'table',
      box,
      rows,
      cols,
      cells,
      confidence,
      source,
      captions,
      ...(part === undefined ? {} : { part }),
    }
  }
  const figure = state.figures[group.index]!
  const { box, text, fingerprint } = figure
  const source: TextSource = figure.source ?? state.raw.spans[0]?.source ?? 'text_layer'
  return {
    kind: 'figure',
    type: figure.type ?? 'figure',
    box,
    text,
    captions,
    confidence: 1,
    source,
    ...(fingerprint === undefined ? {} : { fingerprint }),
  }
}

function isCaptionOf(caption: Group, { kind, index }: ObjectGroup): boolean {
  return caption.kind === 'text' && caption.captionOf?.kind === kind && caption.captionOf.index === index
}

function makeText(source: TextGroup): TextBlock | TitleBlock {
  const spans = spansOf(source.rows)
  const isFromOcr = spans[0] !== undefined && (isFromImage(spans[0]) || spans[0].invisible === true)
  const group = isFromOcr && source.type !== 'code' ? withQuotationMarks(source) : source
  const base = {
    box: boxOfInk(group),
    text: group.text,
    style: { ...group.style, lineCount: group.rows.length },
    confidence: Math.round(confidenceOf(spans) * 1000) / 1000,
    source: group.tagged === group.type ? ('tagged' as const) : (spans[0]?.source ?? ('text_layer' as const)),
    ...(group.tagged === undefined || group.tagged === group.type ? {} : { inTags: true as const }),
  }
  if (group.type === 'title')
    return {
      ...base,
      text: withoutFormulas(group.text),
      kind: 'title',
      type: 'title',
      level: group.level ?? 1,
      ...(group.tagged === 'title' ? { exact: true as const } : {}),
    }
  const { type, formula } = group
  if (formula !== undefined) return { ...base, kind: 'text', type, formula }
  if (type === 'code') return { ...base, kind: 'text', type, text: withoutFormulas(group.text) }
  const inlineFormulas = group.rows.flatMap(({ lines }) => lines.flatMap((line) => line.inlineFormulas ?? []))
  const inline = inlineFormulas.length === 0 ? {} : { inlineFormulas }
  if (group.items !== undefined) return { ...base, kind: 'text', type, items: group.items, ...inline }
  if (type !== 'text') return { ...base, kind: 'text', type, ...inline }
  const { plain, element, tagged } = group
  return {
    ...base,
    kind: 'text',
    type,
    ...inline,
    ...(plain === undefined ? {} : { plain }),
    ...(element === undefined || tagged !== 'text' ? {} : { element }),
  }
}

function withQuotationMarks(group: TextGroup): TextGroup {
  const text = joinQuotationMarks(group.text)
  const items = group.items?.map((item) => ({ ...item, text: joinQuotationMarks(item.text) }))
  return { ...group, text, ...(items === undefined ? {} : { items }) }
}
