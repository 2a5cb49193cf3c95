import { concatBytes } from '../../../model/bytes.ts'
import type { EmbeddedImage } from '../types.ts'

const TWIPS_PER_POINT = 20

export class RtfImage {
  readonly #chunks: Uint8Array[] = []
  #bytes = new Uint8Array(1 << 12)
  #length = 0
  #digit = -1
  readonly #values = new Map<string, number>()

  set(word: string, value: number | null): void {
    if (value !== null) this.#values.set(word, value)
  }

  addHexDigit(character: number): void {
    const digit = Number.parseInt(String.fromCharCode(character), 16)
    if (Number.isNaN(digit)) return
    if (this.#digit < 0) {
      this.#digit = digit
      return
    }
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(this.#bytes.length * 2)
      longer.set(this.#bytes)
      this.#bytes = longer
    }
    this.#bytes[this.#length++] = this.#digit * 16 + digit
    this.#digit = -1
  }

  addBytes(bytes: Uint8Array): void {
    this.#chunks.push(bytes)
  }

  finish(): EmbeddedImage | null {
    const bytes = concatBytes([this.#bytes.subarray(0, this.#length), ...this.#chunks])
    if (bytes.length === 0) return null
    const side = (goal: string, scale: string): number =>
      ((this.#values.get(goal) ?? 0) / TWIPS_PER_POINT) * ((this.#values.get(scale) ?? 100) / 100)
    const [width, height] = [side('picwgoal', 'picscalex'), side('pichgoal', 'picscaley')]
    return { bytes, alt: '', ...(width > 0 && height > 0 ? { width, height } : {}) }
  }
}
