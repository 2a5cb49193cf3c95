/**
 * Paragraphs of a slide's shape → items with their bullets or numbers, and plain paragraphs. Whether a paragraph has a bullet is
 * told by itself, its shape, the layout, or the master, whoever speaks first.
 */
import { type Hyperlink, mergeLinks } from '../../../model/hyperlinks.ts'
import { scriptText } from '../../../model/superscripts.ts'
import { attribute, child, descendants, type Element, elements, integer, textOf } from '../../../xml/tree.ts'
import { linearFormula } from '../formulas/linear-text.ts'
import { readOmml } from '../formulas/omml.ts'
import { type Inline, linkedInline, plainInline } from '../inline-text.ts'
import { counter } from '../list-counters.ts'
import { decodeEscapes } from '../sheets/xlsx-sheet.ts'

export interface SlideParagraph {
  readonly inline: Inline
  readonly level: number
  /** `null`: no bullet. */
  readonly marker: string | null
}

/** Where to look for a paragraph's bullet: text bodies from the shape's own outwards, then the master's style for the kind of text. */
export interface BulletSources {
  readonly bodies: readonly Element[]
  readonly masterStyle: Element | undefined
}

/** The address behind the id of a link on the slide. */
export type AddressOf = (id: string | undefined) => string | undefined

export function readParagraphs(
  body: Element | undefined,
  sources: BulletSources,
  addressOf: AddressOf,
): SlideParagraph[] {
  /** Numbers per level; a paragraph of a higher level, or without a number, ends those below. */
  const counts: number[] = []
  return elements(body, 'a:p').flatMap((paragraph): SlideParagraph[] => {
    const properties = child(paragraph, 'a:pPr')
    const level = Math.min(8, Math.max(0, integer(properties, 'lvl') ?? 0))
    const inline = paragraphInline(paragraph, addressOf)
    if (inline.text.trim() === '') return []
    const bullet = bulletOf(properties, level, sources)
    if (bullet?.name !== 'a:buAutoNum') counts.length = level
    if (bullet === null || bullet.name === 'a:buNone') return [{ inline, level, marker: null }]
    if (bullet.name !== 'a:buAutoNum') return [{ inline, level, marker: '- ' }]
    counts.length = Math.min(counts.length, level + 1)
    const number = counts[level] === undefined ? (integer(bullet, 'startAt') ?? 1) : counts[level] + 1
    counts[level] = number
    return [{ inline, level, marker: autoNumber(number, attribute(bullet, 'type') ?? 'arabicPeriod') }]
  })
}

export function paragraphInline(paragraph: Element, addressOf: AddressOf): Inline {
  const links: Hyperlink[] = []
  let text = ''
  for (const each of elements(paragraph)) {
    if (each.name === 'a:r' || each.name === 'a:fld') {
      const run = decodeEscapes(textOf(child(each, 'a:t')))
      // Per mille of the size, above or below the line.
      const shift = integer(child(each, 'a:rPr'), 'baseline') ?? 0
      const printed = shift === 0 ? run : scriptText(text, run, shift > 0 ? 'super' : 'sub')
      text += printed
      links.push(
        ...(linkedInline(plainInline(printed), addressOf(attribute(child(each, 'a:rPr', 'a:hlinkClick'), 'r:id')))
          .links ?? []),
      )
    } else if (each.name === 'a:br') text += '\n'
    else if (
      each.name === 'a14:m' ||
      each.name === 'mc:AlternateContent' ||
      each.name === 'm:oMathPara' ||
      each.name === 'm:oMath'
    )
      text += formulas(each)
  }
  return { ...plainInline(text), ...mergeLinks({ links }) }
}

function formulas(element: Element): string {
  const found = element.name === 'm:oMath' ? [element] : descendants(element, 'm:oMath', true)
  return found
    .flatMap((math) => {
      const tree = readOmml(math)
      return tree === null ? [] : [linearFormula(tree)]
    })
    .join(' ')
}

const bulletNames = new Set(['a:buNone', 'a:buChar', 'a:buAutoNum', 'a:buBlip'])

function bulletOf(own: Element | undefined, level: number, { bodies, masterStyle }: BulletSources): Element | null {
  const levelName = `a:lvl${level + 1}pPr`
  const places = [own, ...bodies.map((body) => child(body, 'a:lstStyle', levelName)), child(masterStyle, levelName)]
  for (const place of places) {
    const bullet = elements(place).find(({ name }) => bulletNames.has(name))
    if (bullet !== undefined) return bullet
  }
  return null
}

/** `alphaLcParenR` → "a)". */
function autoNumber(number: number, type: string): string {
  const style = type.startsWith('alphaLc')
    ? 'a'
    : type.startsWith('alphaUc')
      ? 'A'
      : type.startsWith('romanLc')
        ? 'i'
        : type.startsWith('romanUc')
          ? 'I'
          : '1'
  const text = counter(number, style)
  if (type.endsWith('ParenBoth')) return `(${text})`
  if (type.endsWith('ParenR')) return `${text})`
  return type.endsWith('Plain') ? text : `${text}.`
}
