import { listMarker } from '../flow/flow-paragraph.ts'
import type { Inline } from '../inline-text.ts'
import type { Marker } from '../page-writer.ts'
import type { ParagraphState } from './rtf-state.ts'

const TYPED_MARKER = /^\s*([•·▪▫◦‣●○■□–—*-]|\(?(?:\d{1,3}|[ivxlc]{1,5}|[IVXLC]{1,5}|\p{L})[.)])\t\s*(?=\S)/u

interface TypedItem {
  readonly marker: Marker | null
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
    const marker = listMarker(match[1]!, { level: this.#indents.length - 1, list: 'typed' })
    return { marker, inline: { ...inline, text: inline.text.slice(match[0].length) } }
  }
}
