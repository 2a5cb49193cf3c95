/** Pages of a text document: footnotes follow their page, endnotes the document. */
import { type Inline, noteText } from '../inline-text.ts'
import { PageWriter } from '../page-writer.ts'

export type NoteKind = 'footnote' | 'endnote'

export class TextPages {
  readonly #writers = [new PageWriter()]
  readonly #notes = { footnote: [] as Inline[], endnote: [] as Inline[] }
  readonly #noteCounts = { footnote: 0, endnote: 0 }

  /** The last page. */
  get writer(): PageWriter {
    return this.#writers[this.#writers.length - 1]!
  }

  /** Returns the reference in the text. */
  addNote(kind: NoteKind, text: Inline, reference = this.nextReference(kind)): string {
    this.#notes[kind].push(noteText(reference, text))
    return reference
  }

  nextReference(kind: NoteKind): string {
    const number = ++this.#noteCounts[kind]
    return kind === 'footnote' ? `[${number}]` : `[e${number}]`
  }

  /** Returns `false` if the page is still empty. */
  endPage(): boolean {
    if (this.writer.isEmpty) return false
    this.#writeNotes('footnote')
    this.#writers.push(new PageWriter())
    return true
  }

  /** Returns at least one page. */
  finish(): readonly PageWriter[] {
    if (this.writer.isEmpty && this.#writers.length > 1) this.#writers.pop()
    this.#writeNotes('footnote')
    this.#writeNotes('endnote')
    return this.#writers
  }

  #writeNotes(kind: NoteKind): void {
    for (const note of this.#notes[kind].splice(0)) this.writer.text(note, 'footnote')
  }
}
