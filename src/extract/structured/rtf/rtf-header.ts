import { codePageLabel } from '../../../encoding/code-pages.ts'
import type { ParagraphRole } from '../flow/flow-paragraph.ts'
import { headingLevelOfStyle, roleOfStyle } from '../style-names.ts'
import type { RtfFont } from './rtf-encoding.ts'
import { RtfLists } from './rtf-lists.ts'
import { BODY_TEXT, type GroupState } from './rtf-state.ts'

interface RtfStyle {
  name: string
  outline: number | null
}

export class RtfHeader {
  readonly lists = new RtfLists()
  readonly fonts = new Map<number, RtfFont>()
  readonly #styles = new Map<number, RtfStyle>()
  #font: RtfFont | null = null
  #style: RtfStyle | null = null

  codePage = 'windows-1252'

  control(word: string, value: number | null, state: GroupState): boolean {
    if (this.lists.control(word, value, state)) return true
    if (word === 'ansicpg') this.codePage = codePageLabel(value ?? 1252)
    else if (word === 'mac') this.codePage = 'macintosh'
    else if (word === 'fonttbl') state.destination = 'fonts'
    else if (word === 'stylesheet') state.destination = 'styles'
    else if (state.destination === 'fonts') this.#fontControl(word, value)
    else if (state.destination === 'styles' && word !== 'u') this.#styleControl(word, value)
    else return false
    return true
  }

  #fontControl(word: string, value: number | null): void {
    if (word === 'f') {
      this.#font = { name: '', charset: 0 }
      this.fonts.set(value ?? 0, this.#font)
    } else if (word === 'fcharset' && this.#font !== null) this.#font.charset = value ?? 0
  }

  #styleControl(word: string, value: number | null): void {
    if (word === 's') this.#startStyle(value ?? 0)
    else if (word === 'cs' || word === 'ds' || word === 'ts') this.#style = null
    else if (word === 'outlinelevel' && this.#style !== null) this.#style.outline = value ?? BODY_TEXT
  }

  addFontName(text: string): void {
    if (this.#font !== null) this.#font.name += text.replace(/;[\s\S]*$/, '')
  }

  #startStyle(number: number): void {
    this.#style = { name: '', outline: null }
    this.#styles.set(number, this.#style)
  }

  addStyleName(text: string): void {
    if (this.#style === null && !this.#styles.has(0)) this.#startStyle(0)
    if (this.#style !== null) this.#style.name += text
  }

  styleName(number: number): string {
    return (this.#styles.get(number)?.name ?? '')
      .replace(/;[\s\S]*$/, '')
      .trim()
      .toLowerCase()
  }

  /** 1–9 for headings, `null` for body text. The paragraph's own level overrides its style. */
  headingLevel(style: number, outline: number | null): number | null {
    const level = outline ?? this.#styles.get(style)?.outline ?? null
    if (level !== null) return level >= BODY_TEXT ? null : level + 1
    const named = headingLevelOfStyle(this.styleName(style))
    return named === null ? null : Math.max(1, named)
  }

  role(style: number): ParagraphRole {
    return roleOfStyle(this.styleName(style)) ?? 'text'
  }
}
