/**
 * The content of a Word paragraph → pieces in order: text with its pictures, page breaks, display formulas, text boxes. Deleted
 * and hidden text, comments and the instructions of fields stay out; of tracked changes the newer state is read.
 */
import { imagePlaceholder } from '../../../model/document.ts'
import type { Formula } from '../../../model/formula.ts'
import { type Hyperlink, mergeLinks } from '../../../model/hyperlinks.ts'
import { type ScriptLevel, scriptText } from '../../../model/superscripts.ts'
import { attribute, child, type Element, elements, textOf } from '../../../xml/tree.ts'
import { linearFormula } from '../formulas/linear-text.ts'
import { readOmml } from '../formulas/omml.ts'
import { linkedInline, plainInline } from '../inline-text.ts'
import { LineText, type Mark } from '../line-text.ts'
import { chosen, readDrawing } from '../ooxml/drawing.ts'
import type { OoxmlPackage } from '../ooxml/ooxml-package.ts'
import type { EmbeddedImage } from '../structured-document.ts'
import { symbolText } from '../symbol-fonts.ts'
import { isOn, type Styles } from './docx-styles.ts'

export type Piece =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly pictures: readonly EmbeddedImage[]
      readonly links?: readonly Hyperlink[]
    }
  | { readonly kind: 'page' }
  | { readonly kind: 'formula'; readonly tree: Formula }
  /** Paragraphs of a text box. */
  | { readonly kind: 'box'; readonly content: Element }
  /** Words of a chart or diagram. */
  | { readonly kind: 'figure'; readonly words: string }

interface OpenField {
  /** Its instruction is being read, not its result. */
  instruction: boolean
  /** It stands in the instruction of another one, which nobody sees. */
  readonly unseen: boolean
  text: string
  /** What stood before its result. */
  before?: Mark
}

/** What runs need to know of their document; fields may stay open over paragraphs. */
export interface RunSetting {
  readonly file: OoxmlPackage
  /** The part that the runs stand in. */
  readonly part: string
  readonly styles: Styles
  /** Open fields, outermost first. */
  readonly fields: OpenField[]
  /** The number that a note gets in the text. */
  noteMark(kind: 'footnote' | 'endnote', id: string): string
}

export class RunReader {
  readonly #setting: RunSetting
  readonly #hidden: boolean
  readonly #pieces: Piece[] = []
  readonly #text = new LineText()
  #pictures: EmbeddedImage[] = []
  #links: Hyperlink[] = []
  /** How the run being read is set. */
  #level: ScriptLevel | null = null
  /** Instructions of fields that ended here: `SEQ Table` tells what a caption is of. */
  readonly instructions: string[] = []

  /** `style`: of the paragraph; runs may show what it hides. */
  constructor(setting: RunSetting, style: { readonly hidden: boolean }) {
    this.#setting = setting
    this.#hidden = style.hidden
  }

  read(paragraph: Element): Piece[] {
    this.#children(paragraph)
    this.#flush()
    return this.#pieces
  }

  #flush(): void {
    const text = this.#text.take()
    if (text !== '')
      this.#pieces.push({ kind: 'text', text, pictures: this.#pictures, ...mergeLinks({ links: this.#links }) })
    this.#pictures = []
    this.#links = []
  }

  #children(parent: Element): void {
    for (const each of elements(parent)) this.#node(each)
  }

  #node(element: Element): void {
    switch (element.name) {
      case 'w:r':
        this.#run(element)
        return
      case 'w:del':
      case 'w:moveFrom':
      case 'w:pPr':
      case 'w:sdtPr':
      case 'w:sdtEndPr':
      case 'w:smartTagPr':
      case 'w:customXmlPr':
        return
      case 'mc:AlternateContent': {
        const branch = chosen(element)
        if (branch !== undefined) this.#children(branch)
        return
      }
      case 'm:oMathPara':
        for (const math of elements(element, 'm:oMath')) this.#display(math)
        return
      case 'm:oMath': {
        const tree = readOmml(element)
        if (tree !== null) this.#add(linearFormula(tree), { tree })
        return
      }
      case 'w:hyperlink':
        this.#linked(this.#setting.file.address(this.#setting.part, attribute(element, 'r:id')), () =>
          this.#children(element),
        )
        return
      case 'w:fldSimple': {
        const instruction = attribute(element, 'w:instr') ?? ''
        this.instructions.push(instruction)
        this.#linked(linkedBy(instruction), () => this.#children(element))
        return
      }
      default:
        this.#children(element)
    }
  }

  /** Reads what leads to an address. */
  #linked(address: string | undefined, read: () => void): void {
    const before = this.#text.mark()
    read()
    this.#link(before, address)
  }

  #link(before: Mark, address: string | undefined): void {
    if (address !== undefined)
      this.#links.push(...(linkedInline(plainInline(this.#text.since(before)), address).links ?? []))
  }

  /** The formula that is all of the text so far, if it is. */
  #only: Formula | null = null

  #add(text: string, formula?: { tree: Formula }): void {
    if (this.#isUnseen()) return
    this.#only = formula !== undefined && this.#text.isBlank ? formula.tree : text.trim() === '' ? this.#only : null
    this.#text.add(this.#level === null ? text : scriptText(this.#text.end, text, this.#level))
  }

  /** Whether an instruction is being read, be it around the innermost field. */
  #isUnseen(): boolean {
    const open = this.#setting.fields.at(-1)
    return open !== undefined && (open.instruction || open.unseen)
  }

  /** A formula that was alone in its paragraph; such a one is displayed, however it was entered. */
  get onlyFormula(): Formula | null {
    return this.#only
  }

  #display(math: Element): void {
    const tree = readOmml(math)
    if (tree === null) return
    this.#flush()
    this.#pieces.push({ kind: 'formula', tree })
  }

  #run(run: Element): void {
    const properties = child(run, 'w:rPr')
    const vanish = child(properties, 'w:vanish')
    const hidden =
      vanish === undefined
        ? (this.#setting.styles.hides(attribute(child(properties, 'w:rStyle'), 'w:val')) ?? this.#hidden)
        : isOn(vanish)
    this.#level = this.#setting.styles.scriptLevel(properties)
    for (const each of elements(run)) {
      // Fields go on being counted in hidden runs: their marks often are.
      if (each.name === 'w:fldChar') this.#fieldMark(each)
      else if (!hidden) this.#content(each)
    }
    this.#level = null
  }

  #content(element: Element): void {
    switch (element.name) {
      case 'w:t':
        this.#add(textOf(element))
        return
      case 'w:tab':
      case 'w:ptab':
        this.#add('\t')
        return
      case 'w:cr':
        this.#add('\n')
        return
      case 'w:br':
        if (attribute(element, 'w:type') === 'page') {
          this.#flush()
          this.#pieces.push({ kind: 'page' })
        } else this.#add(attribute(element, 'w:type') === 'column' ? ' ' : '\n')
        return
      case 'w:noBreakHyphen':
        this.#add('\u2011')
        return
      case 'w:sym':
        this.#add(
          symbolText(attribute(element, 'w:font') ?? '', Number.parseInt(attribute(element, 'w:char') ?? '', 16)),
        )
        return
      case 'w:instrText': {
        const open = this.#setting.fields.at(-1)
        if (open?.instruction === true) open.text += textOf(element)
        return
      }
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        this.#add(
          this.#setting.noteMark(
            element.name === 'w:footnoteReference' ? 'footnote' : 'endnote',
            attribute(element, 'w:id') ?? '',
          ),
        )
        return
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        this.#drawing(element)
        return
      case 'mc:AlternateContent': {
        const branch = chosen(element)
        for (const each of elements(branch)) this.#content(each)
        return
      }
      case 'w:ruby':
        this.#children(child(element, 'w:rubyBase') ?? element)
        return
      default:
    }
  }

  #fieldMark(mark: Element): void {
    const { fields } = this.#setting
    const type = attribute(mark, 'w:fldCharType')
    if (type === 'begin') {
      const box = child(mark, 'w:ffData', 'w:checkBox')
      if (box !== undefined) this.#add(isOn(child(box, 'w:checked') ?? child(box, 'w:default')) ? '☒ ' : '☐ ')
      fields.push({ instruction: true, unseen: this.#isUnseen(), text: '' })
    } else if (type === 'separate') {
      const open = fields.at(-1)
      if (open !== undefined) Object.assign(open, { instruction: false, before: this.#text.mark() })
    } else if (type === 'end') {
      const done = fields.pop()
      if (done === undefined) return
      this.instructions.push(done.text)
      if (done.before !== undefined) this.#link(done.before, linkedBy(done.text))
    }
  }

  #drawing(element: Element): void {
    const { pictures, boxes, words } = readDrawing(element, this.#setting.file, this.#setting.part)
    for (const picture of pictures) {
      this.#add(imagePlaceholder)
      this.#pictures.push(picture)
    }
    if (boxes.length === 0 && words.length === 0) return
    this.#flush()
    for (const content of boxes) this.#pieces.push({ kind: 'box', content })
    if (words.length > 0) this.#pieces.push({ kind: 'figure', words: words.join('\n') })
  }
}

/** `HYPERLINK "https://…"` → the address. */
function linkedBy(instruction: string): string | undefined {
  return /^\s*HYPERLINK\s+"([^"]+)"/i.exec(instruction)?.[1]
}
