/** List definitions of a Word document (ECMA-376 part 1, 17.9). */
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'
import type { ListDefinition, ListLevel } from '../flow/list-numbering.ts'
import { formatOfSamples } from '../number-formats.ts'

export function readLists(root: Element | null): Map<string, ListDefinition> {
  if (root === null) return new Map()
  const abstracts = new Map(
    elements(root, 'w:abstractNum').map((each) => [attribute(each, 'w:abstractNumId') ?? '', each]),
  )
  const byStyle = new Map(
    [...abstracts.values()].flatMap((each): [string, Element][] => {
      const link = attribute(child(each, 'w:styleLink'), 'w:val')
      return link === undefined ? [] : [[link, each]]
    }),
  )
  return new Map(
    elements(root, 'w:num').flatMap((each): [string, ListDefinition][] => {
      const linked = abstracts.get(attribute(child(each, 'w:abstractNumId'), 'w:val') ?? '')
      if (linked === undefined) return []
      const abstract = byStyle.get(attribute(child(linked, 'w:numStyleLink'), 'w:val') ?? '') ?? linked
      return [[attribute(each, 'w:numId') ?? '', readList(each, abstract)]]
    }),
  )
}

function readList(num: Element, abstract: Element): ListDefinition {
  const levels = new Map(elements(abstract, 'w:lvl').map((level) => [integer(level, 'w:ilvl') ?? 0, readLevel(level)]))
  const starts = new Map<number, number>()
  for (const override of elements(num, 'w:lvlOverride')) {
    const at = integer(override, 'w:ilvl') ?? 0
    const level = child(override, 'w:lvl')
    if (level !== undefined) levels.set(at, readLevel(level))
    const start = integer(child(override, 'w:startOverride'), 'w:val')
    if (start !== undefined) starts.set(at, start)
  }
  return { abstractId: attribute(abstract, 'w:abstractNumId') ?? '', levels, starts }
}

function readLevel(level: Element): ListLevel {
  return {
    format: readFormat(level),
    text: attribute(child(level, 'w:lvlText'), 'w:val') ?? '',
    start: integer(child(level, 'w:start'), 'w:val') ?? 0,
    restart: integer(child(level, 'w:lvlRestart'), 'w:val'),
    isLegal: child(level, 'w:isLgl') !== undefined,
  }
}

/** Since Word 2010, some formats are samples, with another format as a fallback. */
function readFormat(level: Element): string {
  const alternatives = child(level, 'mc:AlternateContent')
  const own = child(level, 'w:numFmt') ?? child(alternatives, 'mc:Choice', 'w:numFmt')
  const format = attribute(own, 'w:val')
  if (format !== undefined && format !== 'custom') return format
  const fallback = attribute(child(alternatives, 'mc:Fallback', 'w:numFmt'), 'w:val')
  return formatOfSamples(attribute(own, 'w:format') ?? '') ?? fallback ?? 'decimal'
}
