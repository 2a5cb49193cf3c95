/** Collects a line as a list of parts, because links and superscripts often ask for the text since a position. */
import { imagePlaceholder } from '../../model/document.ts'
import type { Formula } from '../../model/formula.ts'
import { type Hyperlink, mergeLinks } from '../../model/hyperlinks.ts'
import { mergeFormulas } from '../../model/inline-formulas.ts'
import { type ScriptLevel, scriptText } from '../../model/superscripts.ts'
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
  #script: ScriptLevel | null = null
  #scriptRun = ''

  get isEmpty(): boolean {
    return this.isEmptySince({ ...this.position(), at: 0 })
  }

  get end(): string {
    let end = ''
    for (let at = this.#parts.length - 1; at >= 0 && end.length < END_LENGTH; at--) end = this.#parts[at]! + end
    return end.slice(-END_LENGTH)
  }

  /** Consecutive texts of one `script` are a run. */
  add(text: string, script: ScriptLevel | null = null): void {
    if (script !== this.#script) this.#endScript()
    this.#script = script
    if (script !== null) this.#scriptRun += text
    else if (text !== '') this.#parts.push(text)
  }

  #endScript(): void {
    const [script, run] = [this.#script, this.#scriptRun]
    this.#script = null
    this.#scriptRun = ''
    if (script !== null) this.add(scriptText(this.end, run, script))
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
    this.#endScript()
    return { buffer: this, line: this.#line, at: this.#parts.length }
  }

  isSameLine({ buffer, line }: LinePosition): boolean {
    return buffer === this && line === this.#line
  }

  isEmptySince(position: LinePosition): boolean {
    this.#endScript()
    return this.isSameLine(position) && this.#parts.length === position.at
  }

  since(position: LinePosition): string {
    this.#endScript()
    return (this.isSameLine(position) ? this.#parts.slice(position.at) : this.#parts).join('')
  }

  removeSince(position: LinePosition): string {
    return this.#parts.splice(position.at).join('')
  }

  flush(): Inline {
    this.#endScript()
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
