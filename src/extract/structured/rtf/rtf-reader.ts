/** Interprets the groups and control words of an RTF file (RTF 1.9.1). */

import { symbolText } from '../../../model/symbol-fonts.ts'
import { addInstruction, endField, isSequence, pushField, type StoredField } from '../flow/field-instruction.ts'
import { MAX_CHARACTERS, tooLarge } from '../flow/flow-writer.ts'
import type { NoteKind } from '../flow/text-pages.ts'
import type { StructuredPage } from '../types.ts'
import { decodeRtfBytes, hasSymbols } from './rtf-encoding.ts'
import { RtfHeader } from './rtf-header.ts'
import { RtfImage } from './rtf-image.ts'
import { RtfOutput, type StoryKind } from './rtf-output.ts'
import { RowProperties } from './rtf-rows.ts'
import {
  applyProperty,
  characters,
  destinations,
  type GroupState,
  initialState,
  openedGroups,
  plainParagraph,
  skippedGroups,
} from './rtf-state.ts'
import type { RtfHandler } from './rtf-tokens.ts'

interface Group {
  readonly state: GroupState
  readonly onClose: (() => void)[]
}

export class RtfReader implements RtfHandler {
  readonly #header = new RtfHeader()
  readonly #output = new RtfOutput(this.#header)
  readonly #groups: Group[] = []
  readonly #fields: StoredField[] = []
  #state = initialState()
  #row = new RowProperties()
  #nestedDepth = 2
  #bytes: number[] = []
  #isGroupStart = false
  /** Whether the group begins with `\*`, so that readers skip it unless they know it. */
  #isOptional = false
  #fallback = 0
  #noteKind: NoteKind = 'footnote'
  #image: RtfImage | null = null

  openGroup(): void {
    this.#flush()
    this.#fallback = 0
    this.#groups.push({ state: this.#state, onClose: [] })
    this.#state = { ...this.#state }
    this.#isGroupStart = true
  }

  closeGroup(): void {
    this.#flush()
    this.#fallback = 0
    const group = this.#groups.pop()
    if (group === undefined) return
    for (const close of group.onClose.reverse()) close()
    this.#state = group.state
  }

  textByte(byte: number): void {
    this.#isGroupStart = false
    if (this.#fallback > 0) this.#fallback--
    else if (this.#state.destination === 'picture') this.#image?.addHexDigit(byte)
    else if (this.#state.destination !== 'skip' && this.#bytes.push(byte) > MAX_CHARACTERS)
      throw tooLarge(`${MAX_CHARACTERS} characters`)
  }

  binary(bytes: Uint8Array): void {
    this.#flush()
    if (this.#state.destination === 'picture') this.#image?.addBytes(bytes)
  }

  control(word: string, value: number | null): void {
    this.#flush()
    const isGroupStart = this.#isGroupStart
    this.#isGroupStart = false
    if (word === '*') {
      this.#isOptional = isGroupStart
      return
    }
    const isOptional = this.#isOptional
    this.#isOptional = false
    const state = this.#state
    if (state.destination === 'skip') return
    if (skippedGroups.has(word) || (isOptional && !openedGroups.has(word))) state.destination = 'skip'
    else if (state.destination === 'picture') this.#image?.set(word, value)
    else if (this.#header.control(word, value, state) || this.#startDestination(word)) return
    else if (characters.has(word)) this.#add(characters.get(word)!)
    else if (word === 'u') this.#addUnicode(value ?? 0)
    else if (!this.#row.control(word, value) && !this.#endPart(word)) applyProperty(state, word, value)
  }

  finish(): StructuredPage[] {
    this.#flush()
    this.#output.endParagraph(this.#state.paragraph)
    return this.#output.finish()
  }

  #startDestination(word: string): boolean {
    const destination = destinations.get(word)
    if (destination !== undefined) {
      this.#state.destination = destination
      if (destination === 'marker') this.#output.story.storedMarker = ''
      return true
    }
    switch (word) {
      case 'field':
        pushField(this.#fields)
        this.#onClose(() => this.#endField())
        return true
      case 'fldrslt': {
        const field = this.#fields.at(-1)
        if (field !== undefined) field.resultStart = this.#output.text.position()
        return true
      }
      case 'pict':
        this.#state.destination = 'picture'
        this.#image = new RtfImage()
        this.#onClose(() => this.#endImage())
        return true
      case 'nesttableprops':
        this.#startNestedRow()
        return true
      default:
        return this.#startStory(word)
    }
  }

  #startStory(word: string): boolean {
    const furniture = /^(header|footer)([lrf]?)$/.exec(word)
    if (word === 'footnote') {
      this.#noteKind = 'footnote'
      this.#openStory('note', () => this.#output.endNote(this.#noteKind))
    } else if (word === 'ftnalt') this.#noteKind = 'endnote'
    else if (word === 'shptxt' || word === 'dptxbxtext') this.#openStory('box', () => this.#output.endBox())
    else if (furniture === null) return false
    else if (furniture[2] === 'l' || furniture[2] === 'f') this.#state.destination = 'skip'
    else {
      const position = word.startsWith('header') ? 'header' : 'footer'
      this.#openStory('furniture', () => this.#output.endFurniture(position))
    }
    return true
  }

  #openStory(kind: StoryKind, end: () => void): void {
    this.#output.startStory(kind)
    this.#onClose(end)
    Object.assign(this.#state, { destination: 'text', script: null, paragraph: plainParagraph })
  }

  #startNestedRow(): void {
    const outer = this.#row
    this.#row = new RowProperties()
    this.#onClose(() => {
      this.#row = outer
    })
    this.#state.destination = 'controls'
  }

  #endPart(word: string): boolean {
    const output = this.#output
    const { paragraph } = this.#state
    switch (word) {
      case 'par':
        output.endLine(paragraph)
        return true
      case 'cell':
        output.endCell(paragraph, 1)
        return true
      case 'nestcell':
        this.#nestedDepth = Math.max(2, paragraph.depth)
        output.endCell(paragraph, this.#nestedDepth)
        return true
      case 'row':
        output.endRow(1, this.#row.definition)
        return true
      case 'nestrow':
        output.endRow(this.#nestedDepth, this.#row.definition)
        return true
      case 'page':
        output.endParagraph(paragraph)
        if (!paragraph.isInTable) output.endPage()
        return true
      case 'sect':
        output.endSection(paragraph)
        return true
      case 'sectd':
      case 'sbknone':
        output.isContinuous = word === 'sbknone'
        return true
      default:
        return false
    }
  }

  #onClose(close: () => void): void {
    this.#groups.at(-1)?.onClose.push(close)
  }

  #endField(): void {
    const field = this.#fields.pop()
    if (field === undefined) return
    if (isSequence(field.instruction)) this.#output.story.isCaption = true
    const text = endField(field, this.#output.text)
    if (text !== null) this.#add(text)
  }

  #endImage(): void {
    const image = this.#image?.finish() ?? null
    this.#image = null
    if (image !== null && !this.#state.isHidden && !this.#state.isDeleted) this.#output.text.addImage(image)
  }

  #addUnicode(value: number): void {
    const code = value & 0xffff
    const font = this.#header.fonts.get(this.#state.font)
    const isSymbol = font !== undefined && hasSymbols(font) && code >= 0xf000 && code <= 0xf0ff
    this.#add(isSymbol ? symbolText(font.name, code) : String.fromCharCode(code))
    this.#fallback = this.#state.fallbackLength
  }

  #flush(): void {
    if (this.#bytes.length === 0) return
    const bytes = Uint8Array.from(this.#bytes)
    this.#bytes = []
    const { destination } = this.#state
    const isText = destination === 'text' || destination === 'marker'
    const font = isText ? this.#header.fonts.get(this.#state.font) : undefined
    if (font !== undefined && hasSymbols(font))
      this.#add(Array.from(bytes, (byte) => symbolText(font.name, byte)).join(''))
    else this.#add(decodeRtfBytes(bytes, font, this.#header.codePage))
  }

  #add(text: string): void {
    const { destination, isHidden, isDeleted, script } = this.#state
    if (destination === 'fonts') this.#header.addFontName(text)
    else if (destination === 'styles') this.#header.addStyleName(text)
    else if (destination === 'levelText') this.#header.lists.addLevelText(text)
    else if (destination === 'marker') this.#output.story.storedMarker += text
    else if (destination === 'instruction') {
      const field = this.#fields.at(-1)
      if (field !== undefined) addInstruction(field, text)
    } else if (destination === 'text' && !isHidden && !isDeleted) this.#output.text.add(text, script)
  }
}
