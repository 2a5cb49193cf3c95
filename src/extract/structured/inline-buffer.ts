/** Collects a line as a list of parts, because links and superscripts often ask for the text since a position. */
import { imagePlaceholder } from '../../model/document.ts'
import type { Formula } from '../../model/formula.ts'
import { type Hyperlink, mergeLinks } from '../../model/hyperlinks.ts'
import { mergeFormulas } from '../../model/inline-formulas.ts'
import { formulaText, type Inline, linksTo } from './inline-text.ts'
import type { EmbeddedImage } from './types.ts'

export interface LinePosition {
  readonly buffer: InlineBuffer
  readonly line: number
  readonly at: number
}

const END_LENGTH = 8

export class InlineBuffer {
  #parts: string[] = []
  #images: EmbeddedImage[] = []
  #links: Hyperlink[] = []
  #formulas: Formula[] = []
  #line = 0

  get end(): string {
    let end = ''
    for (let at = this.#parts.length - 1; at >= 0 && end.length < END_LENGTH; at--) end = this.#parts[at]! + end
    return end.slice(-END_LENGTH)
  }

  add(text: string): void {
    if (text !== '') this.#parts.push(text)
  }

  addImage(image: EmbeddedImage): void {
    this.#images.push(image)
    this.add(imagePlaceholder)
  }

  addFormula(formula: Formula): void {
    this.#formulas.push(formula)
    this.add(formulaText(formula))
  }

  link(start: LinePosition, address: string | undefined): void {
    this.#links.push(...linksTo(address, this.since(start)))
  }

  position(): LinePosition {
    return { buffer: this, line: this.#line, at: this.#parts.length }
  }

  isSameLine({ buffer, line }: LinePosition): boolean {
    return buffer === this && line === this.#line
  }

  since(position: LinePosition): string {
    return (this.isSameLine(position) ? this.#parts.slice(position.at) : this.#parts).join('')
  }

  removeSince(position: LinePosition): string {
    return this.#parts.splice(position.at).join('')
  }

  flush(): Inline {
    const inline = {
      text: this.#parts.join(''),
      images: this.#images,
      ...mergeLinks({ links: this.#links }),
      ...mergeFormulas({ inlineFormulas: this.#formulas }),
    }
    this.#parts = []
    this.#images = []
    this.#links = []
    this.#formulas = []
    this.#line += 1
    return inline
  }
}
