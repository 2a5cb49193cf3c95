import { imagePlaceholder } from '../../model/document.ts'
import type { Formula } from '../../model/formula.ts'
import { type Hyperlink, mergeLinks, toWebUrl } from '../../model/hyperlinks.ts'
import { markFormula, mergeFormulas } from '../../model/inline-formulas.ts'
import { linearFormula } from './formulas/linear-text.ts'
import type { EmbeddedImage } from './types.ts'

/** `text` contains an `imagePlaceholder` for each image. */
export interface Inline {
  readonly text: string
  readonly images: readonly EmbeddedImage[]
  readonly links?: readonly Hyperlink[]
  readonly inlineFormulas?: readonly Formula[]
}

export function plainInline(text: string): Inline {
  return { text, images: [] }
}

export function formulaText(formula: Formula): string {
  return markFormula(linearFormula(formula))
}

/** A formula that is the whole text of a paragraph is a display formula. */
export function onlyFormula({ text, inlineFormulas: [formula, ...others] = [] }: Inline): Formula | null {
  return formula !== undefined && others.length === 0 && text.trim() === formulaText(formula) ? formula : null
}

export function joinInline(parts: readonly Inline[], separator = ''): Inline {
  return {
    text: parts.map(({ text }) => text).join(separator),
    images: parts.flatMap(({ images }) => images),
    ...mergeLinks(...parts),
    ...mergeFormulas(...parts),
  }
}

export function joinLines(parts: readonly Inline[]): Inline {
  return joinInline(
    parts.filter(({ text }) => text.trim() !== ''),
    '\n',
  )
}

/** None for addresses that are not of the web. */
export function linksTo(address: string | undefined, text: string): Hyperlink[] {
  const url = address === undefined ? null : toWebUrl(address)
  return url === null || text.trim() === '' ? [] : [{ text, url }]
}

/** Text with a list number or footnote reference before it, if there is one. */
export function withNumber(inline: Inline, number: string): Inline {
  return number === '' ? inline : { ...inline, text: `${number} ${inline.text}` }
}

export function noteText(reference: string, inline: Inline): Inline {
  return withNumber({ ...inline, text: inline.text.trim() }, reference)
}

export function isWordless(text: string): boolean {
  return text.replaceAll(imagePlaceholder, '').trim() === ''
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
const INVISIBLE = /[\u0000-\u0008\u000e-\u001f\u007f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

export function tidyText(text: string): string {
  return text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/[\t\u00a0\u2000-\u200a\u202f\u205f\u3000 ]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}

export function tidyLine(text: string): string {
  return tidyText(text).replaceAll('\n', ' ')
}

export function tidyLinks(
  { links = [] }: Pick<Inline, 'links'>,
  tidy: (text: string) => string = tidyText,
): { links?: readonly Hyperlink[] } {
  const tidied = links.map(({ text, url }) => ({ text: tidy(text.replaceAll(imagePlaceholder, ' ')), url }))
  return mergeLinks({ links: tidied.filter(({ text }) => text !== '') })
}
