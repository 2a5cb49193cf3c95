/** Heading levels, lists and roles of paragraph styles ([MS-DOC] 2.9.271). */
import type { ParagraphRole } from '../flow/flow-paragraph.ts'
import { firstOf, styleChain } from '../style-names.ts'
import { type DocFile, PAIR, part } from './doc-file.ts'
import { applyModifiers, type DocParagraph, plainDocParagraph } from './doc-paragraphs.ts'

interface Style {
  readonly id: number
  readonly base: number
  readonly properties: DocParagraph
}

/** Built-in styles by their fixed numbers ([MS-DOC] 2.9.260). */
const STYLE = {
  lastHeading: 9,
  firstContents: 19,
  lastContents: 27,
  caption: 34,
  title: 62,
  htmlPreformatted: 101,
} as const
const PARAGRAPH_STYLE = 1
const NO_STYLE = 0xfff
const BODY_TEXT = 9

export class DocStyles {
  readonly #styles: readonly (Style | null)[]

  constructor(file: DocFile) {
    this.#styles = readStyles(file)
  }

  /** 1–9 for headings, `null` for body text. The paragraph's own level overrides its style. */
  headingLevel({ style, outline }: DocParagraph): number | null {
    const level =
      outline ?? firstOf(this.#chain(style), ({ id, properties }) => properties.outline ?? headingOf(id)) ?? BODY_TEXT
    return level >= BODY_TEXT ? null : level + 1
  }

  role({ style }: DocParagraph): ParagraphRole {
    return firstOf(this.#chain(style), roleOf) ?? 'text'
  }

  /** The paragraph's own list override or that of its style; 0 for no list. */
  list({ style, list, listLevel }: DocParagraph): { override: number; level: number } {
    const chain = this.#chain(style)
    return {
      override: list ?? firstOf(chain, ({ properties }) => properties.list) ?? 0,
      level: listLevel ?? firstOf(chain, ({ properties }) => properties.listLevel) ?? 0,
    }
  }

  #chain(style: number): Style[] {
    return styleChain(this.#styles[style], ({ base }) => this.#styles[base])
  }
}

function headingOf(id: number): number | null {
  return id >= 1 && id <= STYLE.lastHeading ? id - 1 : id === STYLE.title ? 0 : null
}

function roleOf({ id }: Style): ParagraphRole | null {
  if (id === STYLE.caption) return 'caption'
  if (id >= STYLE.firstContents && id <= STYLE.lastContents) return 'contents'
  return id === STYLE.htmlPreformatted ? 'code' : null
}

function readStyles(file: DocFile): (Style | null)[] {
  const view = file.structure(PAIR.styles)
  if (view.byteLength < 6) return []
  const headerBytes = view.getUint16(0, true)
  const baseBytes = view.getUint16(4, true)
  const styles: (Style | null)[] = []
  for (let at = 2 + headerBytes; at + 2 <= view.byteLength; ) {
    const size = view.getUint16(at, true)
    styles.push(size === 0 ? null : readStyle(part(view, at + 2, size), baseBytes))
    at += 2 + size + (size % 2)
  }
  return styles
}

function readStyle(view: DataView, baseBytes: number): Style | null {
  if (view.byteLength < baseBytes + 2 || baseBytes < 8) return null
  const id = view.getUint16(0, true) & 0xfff
  const kind = view.getUint16(2, true)
  const properties = plainDocParagraph()
  const base = kind >> 4
  if ((kind & 0xf) !== PARAGRAPH_STYLE) return null
  const nameEnd = baseBytes + 2 + 2 * (view.getUint16(baseBytes, true) + 1)
  const at = nameEnd + (nameEnd % 2)
  if (at + 4 <= view.byteLength) applyModifiers(properties, part(view, at + 4, view.getUint16(at, true) - 2), null)
  return { id, base: base === NO_STYLE ? -1 : base, properties }
}
