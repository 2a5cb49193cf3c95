import { imagePlaceholder } from '../../../model/document.ts'
import { scriptText } from '../../../model/superscripts.ts'
import { hasPrivateCodes, replaceSymbols } from '../../../model/symbol-fonts.ts'
import { attribute, child, descendants, type Element, integer, isElement, textOf } from '../../../xml/tree.ts'
import type { NoteKind } from '../flow/text-pages.ts'
import { formulaText, type Inline, joinInline, linksTo, plainInline } from '../inline-text.ts'
import { readFormula, readFrameImage } from './odf-frame.ts'
import type { OdfPackage } from './odf-package.ts'

export type AddNote = (citation: string, text: Inline, kind: NoteKind) => string

interface OdfParagraph {
  readonly inline: Inline
  readonly frames: readonly Element[]
}

export class OdfInline {
  readonly #file: OdfPackage
  readonly #addNote: AddNote
  #frames: Element[] = []

  constructor(file: OdfPackage, addNote: AddNote) {
    this.#file = file
    this.#addNote = addNote
  }

  readParagraph(paragraph: Element): OdfParagraph {
    const outer = this.#frames
    this.#frames = []
    const content = this.#readInline(paragraph)
    const inline = this.#withSymbols(content, 'paragraph', attribute(paragraph, 'text:style-name'))
    const frames = this.#frames
    this.#frames = outer
    return { inline, frames }
  }

  #readInline(parent: Element): Inline {
    let before = ''
    const parts = parent.children.map((node) => {
      const part = isElement(node) ? this.#readInlineElement(node) : plainInline(node.replace(/[ \t\r\n]+/g, ' '))
      const style = isElement(node) && node.name === 'text:span' ? attribute(node, 'text:style-name') : undefined
      const level = this.#file.styles.scriptLevel(style)
      const text = level === null ? part.text : scriptText(before, part.text, level)
      before += text
      return { ...part, text }
    })
    return joinInline(parts)
  }

  #readInlineElement(element: Element): Inline {
    switch (element.name) {
      case 'text:s':
        return plainInline(' '.repeat(Math.min(100, integer(element, 'text:c') ?? 1)))
      case 'text:tab':
        return plainInline('\t')
      case 'text:line-break':
        return plainInline('\n')
      case 'text:a':
        return this.#readLink(element)
      case 'text:span':
        return this.#file.styles.isTextHidden('text', attribute(element, 'text:style-name'))
          ? plainInline('')
          : this.#withSymbols(this.#readInline(element), 'text', attribute(element, 'text:style-name'))
      case 'text:note':
        return this.#readNote(element)
      case 'text:ruby':
        return this.#readInline(child(element, 'text:ruby-base') ?? element)
      case 'office:annotation':
      case 'office:annotation-end':
      case 'text:hidden-paragraph':
      case 'text:hidden-text':
      case 'text:bookmark':
      case 'text:change':
        return plainInline('')
      case 'draw:frame':
        return this.#readInlineFrame(element)
      case 'draw:g':
      case 'draw:custom-shape':
      case 'draw:rect':
      case 'draw:ellipse':
        this.#frames.push(element)
        return plainInline('')
      default:
        return this.#readInline(element)
    }
  }

  #readLink(element: Element): Inline {
    const inline = this.#readInline(element)
    const links = linksTo(attribute(element, 'xlink:href'), inline.text)
    return links.length === 0 ? inline : { ...inline, links }
  }

  #withSymbols(inline: Inline, family: 'text' | 'paragraph', style: string | undefined): Inline {
    if (!hasPrivateCodes(inline.text)) return inline
    return { ...inline, text: replaceSymbols(inline.text, this.#file.styles.font(family, style)) }
  }

  #readNote(note: Element): Inline {
    const paragraphs = descendants(child(note, 'text:note-body') ?? note, 'text:p')
    const text = joinInline(
      paragraphs.map((line) => this.#readInline(line)),
      '\n',
    )
    const kind = attribute(note, 'text:note-class') === 'endnote' ? 'endnote' : 'footnote'
    return plainInline(this.#addNote(textOf(child(note, 'text:note-citation')), text, kind))
  }

  #readInlineFrame(frame: Element): Inline {
    const object = child(frame, 'draw:object')
    const formula = readFormula(object, this.#file)
    if (formula !== null) return { ...plainInline(formulaText(formula)), inlineFormulas: [formula] }
    const isImage = object === undefined && child(frame, 'draw:text-box') === undefined
    const image = isImage ? readFrameImage(frame, this.#file) : null
    if (image !== null) return { text: imagePlaceholder, images: [image] }
    this.#frames.push(frame)
    return plainInline('')
  }
}
