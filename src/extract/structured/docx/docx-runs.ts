/**
 * Splits a Word paragraph into parts, without hidden text, comments and field instructions. Tracked changes are
 * accepted.
 */

import { type ScriptLevel, scriptText } from '../../../model/superscripts.ts'
import { replaceSymbols, symbolText } from '../../../model/symbol-fonts.ts'
import { attribute, child, type Element, elements, textOf } from '../../../xml/tree.ts'
import {
  addInstruction,
  endField,
  hyperlinkAddress,
  isInInstruction,
  pushField,
  type StoredField,
} from '../flow/field-instruction.ts'
import type { NoteKind } from '../flow/text-pages.ts'
import { readOmml } from '../formulas/omml.ts'
import { InlineBuffer } from '../inline-buffer.ts'
import { chooseAlternative, readDrawing } from '../ooxml/drawing.ts'
import { isOn } from '../ooxml/on-off.ts'
import type { OoxmlPackage } from '../ooxml/ooxml-package.ts'
import { checkBoxText, chosenOption } from './docx-fields.ts'
import type { ParagraphPart } from './docx-parts.ts'
import type { Styles } from './docx-styles.ts'

export interface RunContext {
  readonly file: OoxmlPackage
  readonly part: string
  readonly styles: Styles
  readonly fields: StoredField[]
  addNote(kind: NoteKind, id: string): string
}

export class RunReader {
  readonly #context: RunContext
  readonly #isHidden: boolean
  readonly #parts: ParagraphPart[] = []
  readonly #line = new InlineBuffer()
  #scriptLevel: ScriptLevel | null = null
  #font = ''
  readonly instructions: string[] = []

  constructor(context: RunContext, style: { readonly hidden: boolean }) {
    this.#context = context
    this.#isHidden = style.hidden
  }

  read(paragraph: Element): ParagraphPart[] {
    this.#readChildren(paragraph)
    this.#endText()
    return this.#parts
  }

  #readChildren(parent: Element): void {
    for (const each of elements(parent)) this.#readElement(each)
  }

  #readElement(element: Element): void {
    switch (element.name) {
      case 'w:r':
        this.#readRun(element)
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
        const branch = chooseAlternative(element)
        if (branch !== undefined) this.#readChildren(branch)
        return
      }
      case 'm:oMathPara':
        for (const math of elements(element, 'm:oMath')) this.#addDisplayFormula(math)
        return
      case 'm:oMath': {
        const tree = readOmml(element)
        if (tree !== null && !this.#isInInstruction) this.#line.addFormula(tree)
        return
      }
      case 'w:hyperlink':
        this.#readLinked(element, this.#context.file.address(this.#context.part, attribute(element, 'r:id')))
        return
      case 'w:fldSimple': {
        const instruction = attribute(element, 'w:instr') ?? ''
        this.instructions.push(instruction)
        this.#readLinked(element, hyperlinkAddress(instruction))
        return
      }
      default:
        this.#readChildren(element)
    }
  }

  #readLinked(element: Element, address: string | undefined): void {
    const start = this.#line.position()
    this.#readChildren(element)
    this.#line.link(start, address)
  }

  #readRun(run: Element): void {
    const { styles } = this.#context
    const properties = child(run, 'w:rPr')
    const vanish = child(properties, 'w:vanish')
    const isHidden =
      vanish === undefined
        ? (styles.isHidden(attribute(child(properties, 'w:rStyle'), 'w:val')) ?? this.#isHidden)
        : isOn(vanish)
    this.#scriptLevel = styles.scriptLevel(properties)
    this.#font = attribute(child(properties, 'w:rFonts'), 'w:ascii') ?? ''
    for (const each of elements(run)) {
      if (each.name === 'w:fldChar') this.#readFieldDelimiter(each, isHidden)
      else if (!isHidden) this.#readContent(each)
    }
    this.#scriptLevel = null
  }

  #readContent(element: Element): void {
    switch (element.name) {
      case 'w:t':
        this.#addText(replaceSymbols(textOf(element), this.#font))
        return
      case 'w:tab':
      case 'w:ptab':
        this.#addText('\t')
        return
      case 'w:cr':
        this.#addText('\n')
        return
      case 'w:br':
        this.#addBreak(attribute(element, 'w:type'))
        return
      case 'w:noBreakHyphen':
        this.#addText('\u2011')
        return
      case 'w:sym': {
        const code = Number.parseInt(attribute(element, 'w:char') ?? '', 16)
        this.#addText(symbolText(attribute(element, 'w:font') ?? '', code))
        return
      }
      case 'w:instrText': {
        const field = this.#context.fields.at(-1)
        if (field?.resultStart === null) addInstruction(field, textOf(element))
        return
      }
      case 'w:footnoteReference':
        this.#addText(this.#context.addNote('footnote', attribute(element, 'w:id') ?? ''))
        return
      case 'w:endnoteReference':
        this.#addText(this.#context.addNote('endnote', attribute(element, 'w:id') ?? ''))
        return
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        this.#addDrawing(element)
        return
      case 'mc:AlternateContent':
        for (const each of elements(chooseAlternative(element))) this.#readContent(each)
        return
      case 'w:ruby':
        this.#readChildren(child(element, 'w:rubyBase') ?? element)
        return
      default:
    }
  }

  #readFieldDelimiter(delimiter: Element, isHidden: boolean): void {
    const { fields } = this.#context
    switch (attribute(delimiter, 'w:fldCharType')) {
      case 'begin':
        this.#addText(checkBoxText(delimiter))
        pushField(fields, chosenOption(delimiter))
        return
      case 'separate': {
        const field = fields.at(-1)
        if (field !== undefined) field.resultStart = this.#line.position()
        return
      }
      case 'end': {
        const field = fields.pop()
        if (field === undefined) return
        this.instructions.push(field.instruction)
        const text = endField(field, this.#line)
        if (!isHidden && text !== null) this.#addText(text)
        return
      }
      default:
    }
  }

  get #isInInstruction(): boolean {
    return isInInstruction(this.#context.fields)
  }

  #addText(text: string): void {
    if (this.#isInInstruction) return
    this.#line.add(this.#scriptLevel === null ? text : scriptText(this.#line.end, text, this.#scriptLevel))
  }

  #addBreak(type: string | undefined): void {
    if (type === 'page') {
      this.#endText()
      this.#parts.push({ kind: 'page break' })
    } else this.#addText(type === 'column' ? ' ' : '\n')
  }

  #addDisplayFormula(math: Element): void {
    const tree = readOmml(math)
    if (tree === null) return
    this.#endText()
    this.#parts.push({ kind: 'formula', tree })
  }

  #addDrawing(element: Element): void {
    const { images, boxes, charts, texts } = readDrawing(element, this.#context.file, this.#context.part)
    if (!this.#isInInstruction) for (const image of images) this.#line.addImage(image)
    if (boxes.length === 0 && charts.length === 0 && texts.length === 0) return
    this.#endText()
    for (const content of boxes) this.#parts.push({ kind: 'box', content })
    for (const table of charts) this.#parts.push({ kind: 'chart', table })
    if (texts.length > 0) this.#parts.push({ kind: 'figure', text: texts.join('\n') })
  }

  #endText(): void {
    const inline = this.#line.flush()
    if (inline.text !== '') this.#parts.push({ kind: 'text', ...inline })
  }
}
