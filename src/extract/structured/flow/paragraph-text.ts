import { imagePlaceholder } from '../../../model/document.ts'
import { type Hyperlink, mergeLinks } from '../../../model/hyperlinks.ts'
import { type ScriptLevel, scriptText } from '../../../model/superscripts.ts'
import { type Inline, linksTo } from '../inline-text.ts'
import type { EmbeddedImage } from '../types.ts'

const BASE_LENGTH = 16

export class ParagraphText {
  #text = ''
  #scriptRun = ''
  #script: ScriptLevel | null = null
  #images: EmbeddedImage[] = []
  #links: Hyperlink[] = []

  get length(): number {
    this.#endScript()
    return this.#text.length
  }

  add(text: string, script: ScriptLevel | null = null): void {
    if (script !== this.#script) this.#endScript()
    this.#script = script
    if (script === null) this.#text += text
    else this.#scriptRun += text
  }

  addImage(image: EmbeddedImage): void {
    this.#images.push(image)
    this.add(imagePlaceholder)
  }

  link(from: number, address: string): void {
    this.#endScript()
    this.#links.push(...linksTo(address, this.#text.slice(from)))
  }

  take(): Inline {
    this.#endScript()
    const inline = { text: this.#text, images: this.#images, ...mergeLinks({ links: this.#links }) }
    this.#text = ''
    this.#images = []
    this.#links = []
    return inline
  }

  #endScript(): void {
    if (this.#script !== null) this.#text += scriptText(this.#text.slice(-BASE_LENGTH), this.#scriptRun, this.#script)
    this.#scriptRun = ''
    this.#script = null
  }
}
