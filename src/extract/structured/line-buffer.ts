/** Collects a line as a list of parts, because links and superscripts often ask for the text since a position. */

export interface LinePosition {
  readonly buffer: LineBuffer
  readonly line: number
  readonly at: number
}

const END_LENGTH = 8

export class LineBuffer {
  #parts: string[] = []
  #line = 0
  #isBlank = true

  get isBlank(): boolean {
    return this.#isBlank
  }

  get end(): string {
    let end = ''
    for (let at = this.#parts.length - 1; at >= 0 && end.length < END_LENGTH; at--) end = this.#parts[at]! + end
    return end.slice(-END_LENGTH)
  }

  add(text: string): void {
    if (text === '') return
    this.#parts.push(text)
    this.#isBlank &&= text.trim() === ''
  }

  position(): LinePosition {
    return { buffer: this, line: this.#line, at: this.#parts.length }
  }

  isSameLine({ buffer, line }: LinePosition): boolean {
    return buffer === this && line === this.#line
  }

  since(position: LinePosition): string {
    return (this.isSameLine(position) ? this.#parts.slice(position.at) : this.#parts).join('')
  }

  removeSince(position: LinePosition): string {
    const removed = this.#parts.splice(position.at).join('')
    if (removed.trim() !== '') this.#isBlank = this.#parts.every((part) => part.trim() === '')
    return removed
  }

  flush(): string {
    const text = this.#parts.join('')
    this.#parts = []
    this.#line += 1
    this.#isBlank = true
    return text
  }
}
