/** Bullets and numbers may come from the shape, the layout or the master. */
import { isMonospacedFont } from '../../../model/font-names.ts'
import type { Formula } from '../../../model/formula.ts'
import { clamp } from '../../../model/statistics.ts'
import { scriptText } from '../../../model/superscripts.ts'
import { replaceSymbols } from '../../../model/symbol-fonts.ts'
import { attribute, child, descendants, type Element, elements, integer, textOf } from '../../../xml/tree.ts'
import { readOmml } from '../formulas/omml.ts'
import { InlineBuffer } from '../inline-buffer.ts'
import type { Inline } from '../inline-text.ts'
import { BULLET } from '../page-writer.ts'
import { decodeEscapes } from '../sheets/xlsx-sheet.ts'
import { SlideNumbers } from '../slide-numbers.ts'

interface SlideParagraph {
  readonly inline: Inline
  readonly level: number
  readonly marker: string | null
  readonly isCode: boolean
}

export interface BulletSources {
  readonly bodies: readonly Element[]
  readonly masterStyle: Element | undefined
}

type AddressOf = (id: string | undefined) => string | undefined

const MAX_LEVEL = 8

export function readParagraphs(
  body: Element | undefined,
  sources: BulletSources,
  addressOf: AddressOf,
): SlideParagraph[] {
  const numbers = new SlideNumbers()
  return elements(body, 'a:p').flatMap((paragraph): SlideParagraph[] => {
    const properties = child(paragraph, 'a:pPr')
    const level = clamp(integer(properties, 'lvl') ?? 0, 0, MAX_LEVEL)
    const inline = paragraphInline(paragraph, addressOf)
    if (inline.text.trim() === '') return []
    const isCode = isMonospaced(paragraph)
    const bullet = findBullet(properties, level, sources)
    if (bullet?.name !== 'a:buAutoNum') {
      numbers.restart(level)
      return [{ inline, level, marker: bullet === null || bullet.name === 'a:buNone' ? null : BULLET, isCode }]
    }
    const type = attribute(bullet, 'type') ?? 'arabicPeriod'
    const marker = numbers.next({ type, start: integer(bullet, 'startAt') ?? 1 }, level)
    return [{ inline, level, marker, isCode }]
  })
}

export function paragraphInline(paragraph: Element, addressOf: AddressOf): Inline {
  const line = new InlineBuffer()
  for (const each of elements(paragraph)) {
    switch (each.name) {
      case 'a:r':
      case 'a:fld': {
        const properties = child(each, 'a:rPr')
        const font = child(properties, 'a:sym') ?? child(properties, 'a:latin')
        const plain = replaceSymbols(decodeEscapes(textOf(child(each, 'a:t'))), attribute(font, 'typeface') ?? '')
        const shift = integer(properties, 'baseline') ?? 0
        const start = line.position()
        line.add(shift === 0 ? plain : scriptText(line.end, plain, shift > 0 ? 'super' : 'sub'))
        line.link(start, addressOf(attribute(child(properties, 'a:hlinkClick'), 'r:id')))
        break
      }
      case 'a:br':
        line.add('\n')
        break
      case 'a14:m':
      case 'mc:AlternateContent':
      case 'm:oMathPara':
      case 'm:oMath':
        for (const [at, formula] of readFormulas(each).entries()) {
          if (at > 0) line.add(' ')
          line.addFormula(formula)
        }
        break
      default:
    }
  }
  return line.flush()
}

function readFormulas(element: Element): Formula[] {
  const formulas = element.name === 'm:oMath' ? [element] : descendants(element, 'm:oMath', true)
  return formulas.flatMap((math) => readOmml(math) ?? [])
}

function isMonospaced(paragraph: Element): boolean {
  const runs = elements(paragraph, 'a:r').filter((run) => textOf(child(run, 'a:t')).trim() !== '')
  return (
    runs.length > 0 &&
    runs.every((run) => isMonospacedFont(attribute(child(run, 'a:rPr', 'a:latin'), 'typeface') ?? ''))
  )
}

const BULLET_ELEMENTS = new Set(['a:buNone', 'a:buChar', 'a:buAutoNum', 'a:buBlip'])

function findBullet(
  ownProperties: Element | undefined,
  level: number,
  { bodies, masterStyle }: BulletSources,
): Element | null {
  const levelName = `a:lvl${level + 1}pPr`
  const sources = [
    ownProperties,
    ...bodies.map((body) => child(body, 'a:lstStyle', levelName)),
    child(masterStyle, levelName),
  ]
  for (const source of sources) {
    const bullet = elements(source).find(({ name }) => BULLET_ELEMENTS.has(name))
    if (bullet !== undefined) return bullet
  }
  return null
}
