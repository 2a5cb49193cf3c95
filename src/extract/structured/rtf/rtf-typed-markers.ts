import type { ListMarker } from '../flow/flow-writer.ts'
import type { Inline } from '../inline-text.ts'
import type { ParagraphState } from './rtf-state.ts'

const TYPED_MARKER = /^\s*([•·▪▫◦‣●○■□–—*-]|\(?(?:\d{1,3}|[ivxlc]{1,5}|[IVXLC]{1,5}|\p{L})[.)])\t\s*(?=\S)/u

interface TypedItem {
  readonly marker: ListMarker
  readonly inline: Inline
}

/** List items with a hanging indent and a marker in the text. */
export class TypedMarkers {
  #indents: number[] = []

  read({ firstIndent, leftIndent }: ParagraphState, inline: Inline): TypedItem | null {
    const match = firstIndent < 0 ? TYPED_MARKER.exec(inline.text) : null
    if (match === null) {
      if (leftIndent < (this.#indents.at(-1) ?? 0)) this.#indents = []
      return null
    }
    this.#indents = [...this.#indents.filter((indent) => indent < leftIndent), leftIndent]
    const text = /[\p{L}\p{N}]/u.test(match[1]!) ? match[1]! : ''
    const marker = { text, level: this.#indents.length - 1, list: 'typed' }
    return { marker, inline: { ...inline, text: inline.text.slice(match[0].length) } }
  }
}
