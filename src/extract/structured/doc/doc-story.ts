import { replaceSymbols, symbolText } from '../../../model/symbol-fonts.ts'
import {
  addInstruction,
  endField,
  isInInstruction,
  isSequence,
  pushField,
  type StoredField,
} from '../flow/field-instruction.ts'
import { FlowWriter } from '../flow/flow-writer.ts'
import { Numbering } from '../flow/list-numbering.ts'
import { InlineBuffer } from '../inline-buffer.ts'
import type { Inline } from '../inline-text.ts'
import type { Marker } from '../page-writer.ts'
import type { DocFile, StoryRange } from './doc-file.ts'
import { readFontNames } from './doc-fonts.ts'
import { readFormField } from './doc-form-field.ts'
import { readDocImage } from './doc-image.ts'
import { readDocLists } from './doc-lists.ts'
import {
  type DocCharacters,
  type DocParagraph,
  readCharacterProperties,
  readParagraphProperties,
} from './doc-paragraphs.ts'
import { PropertyRuns } from './doc-properties.ts'
import { DocStyles } from './doc-styles.ts'
import { DocText } from './doc-text.ts'

interface BodyEvents {
  endPage(): void
  endSection(position: number): void
  readNote(position: number): string | null
}

/** Special characters ([MS-DOC] 2.4.1, 2.9.48). */
const CHARACTER = {
  picture: '\u0001',
  note: '\u0002',
  cellEnd: '\u0007',
  lineBreak: '\v',
  pageBreak: '\f',
  paragraphEnd: '\r',
  columnBreak: '\u000e',
  fieldStart: '\u0013',
  fieldSeparator: '\u0014',
  fieldEnd: '\u0015',
  nonBreakingHyphen: '\u001e',
} as const

const noProperties = readCharacterProperties(null)

export class DocStory {
  readonly flow = new FlowWriter()
  readonly #file: DocFile
  readonly #text: DocText
  readonly #paragraphs: PropertyRuns
  readonly #characters: PropertyRuns
  readonly #styles: DocStyles
  readonly #fonts: readonly string[]
  readonly #numbering: Numbering
  #line = new InlineBuffer()
  #fields: StoredField[] = []
  #isCaption = false

  constructor(file: DocFile) {
    this.#file = file
    this.#text = new DocText(file)
    this.#paragraphs = new PropertyRuns(file, 'paragraphs')
    this.#characters = new PropertyRuns(file, 'characters')
    this.#styles = new DocStyles(file)
    this.#fonts = readFontNames(file)
    this.#numbering = new Numbering(readDocLists(file))
  }

  lines(range: StoryRange): Inline[] {
    const outer = { text: this.#line, fields: this.#fields }
    this.#line = new InlineBuffer()
    this.#fields = []
    const lines: Inline[] = []
    this.#read(range, {
      endParagraph: () => lines.push(this.#line.flush()),
      endPage() {},
      readNote: () => null,
    })
    this.#line = outer.text
    this.#fields = outer.fields
    return lines
  }

  writeBody(range: StoryRange, { endPage, endSection, readNote }: BodyEvents): void {
    this.#read(range, {
      endParagraph: (position, character) => this.#endParagraph(this.#propertiesAt(position), character, endPage),
      endPage: (position) => {
        if (!this.#line.isEmpty) this.#endParagraph(this.#propertiesAt(position), '\r', endPage)
        endSection(position + 1)
      },
      readNote,
    })
  }

  #propertiesAt(position: number): DocParagraph {
    return readParagraphProperties(this.#file, this.#paragraphs.at(this.#text.offsetOf(position)))
  }

  #read(
    { start, end }: StoryRange,
    events: {
      endParagraph(position: number, character: string): void
      endPage(position: number): void
      readNote(position: number): string | null
    },
  ): void {
    const { text } = this.#text
    const last = Math.min(end, text.length)
    for (let position = start; position < last; position++) {
      const character = text[position]!
      if (character === CHARACTER.paragraphEnd || character === CHARACTER.cellEnd)
        events.endParagraph(position, character)
      else if (character === CHARACTER.pageBreak) events.endPage(position)
      else if (character === CHARACTER.fieldStart) pushField(this.#fields)
      else if (character === CHARACTER.fieldSeparator) this.#startResult()
      else if (character === CHARACTER.fieldEnd) this.#endField(position)
      else this.#addCharacter(character, position, events.readNote)
    }
    if (!this.#line.isEmpty) events.endParagraph(last - 1, CHARACTER.paragraphEnd)
  }

  #addCharacter(character: string, position: number, readNote: (position: number) => string | null): void {
    const field = this.#fields.at(-1)
    if (field?.resultStart === null) {
      addInstruction(field, character)
      const { picture } = character === CHARACTER.picture ? this.#charactersAt(position) : noProperties
      if (picture !== null) field.formText = readFormField(this.#file.data, picture)
      return
    }
    if (isInInstruction(this.#fields)) return
    const properties = this.#charactersAt(position)
    if (properties.isHidden || properties.isDeleted) return
    if (character === CHARACTER.picture) {
      const image = properties.picture === null ? null : readDocImage(this.#file.data, properties.picture)
      if (image !== null) this.#line.addImage(image)
    } else if (character === CHARACTER.note) this.#line.add(readNote(position) ?? '')
    else if (properties.symbol !== null) {
      const { font, code } = properties.symbol
      this.#line.add(symbolText(this.#fonts[font] ?? '', code), properties.script)
    } else if (character === CHARACTER.lineBreak || character === CHARACTER.columnBreak) this.#line.add('\n')
    else if (character === CHARACTER.nonBreakingHyphen) this.#line.add('\u2011')
    else if (character >= ' ' || character === '\t')
      this.#line.add(
        replaceSymbols(character, this.#fonts[properties.font] ?? '', { everyCode: true }),
        properties.script,
      )
  }

  #runData: DataView | null = null
  #runProperties: DocCharacters = noProperties

  #charactersAt(position: number): DocCharacters {
    const data = this.#characters.at(this.#text.offsetOf(position))
    if (data !== this.#runData) {
      this.#runData = data
      this.#runProperties = readCharacterProperties(data)
    }
    return this.#runProperties
  }

  #startResult(): void {
    const field = this.#fields.at(-1)
    if (field !== undefined) field.resultStart = this.#line.position()
  }

  #endField(position: number): void {
    const field = this.#fields.pop()
    if (field === undefined) return
    if (isSequence(field.instruction)) this.#isCaption = true
    const text = endField(field, this.#line)
    const { isHidden, isDeleted } = this.#charactersAt(position)
    const isSeen = !isHidden && !isDeleted && !isInInstruction(this.#fields)
    if (text !== null && isSeen) this.#line.add(text)
  }

  #endParagraph(properties: DocParagraph, character: string, endPage: () => void): void {
    const { flow } = this
    const depth = properties.isInTable ? Math.max(1, properties.depth) : 0
    const isRowEnd = properties.isRowEnd || properties.isNestedRowEnd
    if (isRowEnd && depth > 0) {
      this.#line.flush()
      flow.endRow(depth, properties.row)
      return
    }
    if (properties.pageBreakBefore && depth === 0) endPage()
    this.#write(properties, depth)
    if (depth > 0 && (character === CHARACTER.cellEnd || properties.isNestedCellEnd)) flow.endCell(depth)
  }

  #write(properties: DocParagraph, depth: number): void {
    const inline = this.#line.flush()
    const role = this.#styles.role(properties)
    this.flow.paragraph(
      {
        inline,
        level: this.#styles.headingLevel(properties),
        role: this.#isCaption && role === 'text' ? 'caption' : role,
        marker: inline.text.trim() === '' ? null : this.#nextMarker(properties),
      },
      depth,
    )
    this.#isCaption = false
  }

  #nextMarker(properties: DocParagraph): Marker | null {
    const { override, level } = this.#styles.list(properties)
    return override === 0 ? null : this.#numbering.next(String(override), level)
  }
}
