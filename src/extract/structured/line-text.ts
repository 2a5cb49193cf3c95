/**
 * The text of a line while it is read, in pieces: what was written since a moment is asked for again and again (links, raised runs), and
 * a text that is looked at while it grows is copied each time.
 */

/** A moment in the reading of a line. */
export interface Mark {
  readonly text: LineText
  readonly line: number
  readonly at: number
}

/** Units at the end of a line that tell how a raised run is written. */
const END_UNITS = 8

export class LineText {
  #pieces: string[] = []
  #line = 0
  #isBlank = true

  /** Nothing but white space. */
  get isBlank(): boolean {
    return this.#isBlank
  }

  /** The last few characters. */
  get end(): string {
    let end = ''
    for (let at = this.#pieces.length - 1; at >= 0 && end.length < END_UNITS; at--) end = this.#pieces[at]! + end
    return end.slice(-END_UNITS)
  }

  add(text: string): void {
    if (text === '') return
    this.#pieces.push(text)
    this.#isBlank &&= text.trim() === ''
  }

  mark(): Mark {
    return { text: this, line: this.#line, at: this.#pieces.length }
  }

  /** Whether the line that was marked still goes on. */
  goesOn({ text, line }: Mark): boolean {
    return text === this && line === this.#line
  }

  /** What was written since; all of the line when it is another one by now. */
  since(mark: Mark): string {
    return (this.goesOn(mark) ? this.#pieces.slice(mark.at) : this.#pieces).join('')
  }

  /** Takes back what was written since, which must be on the same line. */
  takeBack(mark: Mark): string {
    const taken = this.#pieces.splice(mark.at).join('')
    if (taken.trim() !== '') this.#isBlank = this.#pieces.every((piece) => piece.trim() === '')
    return taken
  }

  /** The line, which ends here. */
  take(): string {
    const text = this.#pieces.join('')
    this.#pieces = []
    this.#line += 1
    this.#isBlank = true
    return text
  }
}
