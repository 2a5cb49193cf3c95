/** Values of check boxes and drop-down lists, which are no text ([MS-DOC] 2.9.78). */

const HEADER_SIZE_OFFSET = 4
const [CHECK_BOX, DROP_DOWN] = [1, 2]
/** Result of a field that has its default. */
const IS_DEFAULT = 25
const TEXTS_AFTER_DEFAULT = 5
const MAX_TEXT = 255

/** `at` is the offset in the data stream; "" for other fields and damaged data. */
export function readFormField(data: DataView, at: number): string {
  try {
    return fieldText(new FieldData(data, at + data.getUint16(at + HEADER_SIZE_OFFSET, true)))
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

function fieldText(field: FieldData): string {
  field.skip(4)
  const bits = field.number()
  const [kind, result] = [bits & 3, (bits >> 2) & 31]
  if (kind !== CHECK_BOX && kind !== DROP_DOWN) return ''
  field.skip(4)
  field.text(2)
  const fallback = field.number()
  const value = result === IS_DEFAULT ? fallback : result
  if (kind === CHECK_BOX) return value === 1 ? '☒ ' : '☐ '
  for (let count = 0; count < TEXTS_AFTER_DEFAULT; count++) field.text(2)
  field.skip(2)
  const options = field.number()
  field.skip(2)
  for (let index = 0; index < options; index++) {
    const option = field.text(0)
    if (index === value) return option
  }
  return ''
}

/** Reads beyond the end throw `RangeError`. */
class FieldData {
  readonly #view: DataView
  #at: number

  constructor(view: DataView, at: number) {
    this.#view = view
    this.#at = at
  }

  skip(bytes: number): void {
    this.#at += bytes
  }

  number(): number {
    this.#at += 2
    return this.#view.getUint16(this.#at - 2, true)
  }

  /** A text with its length before it and `terminator` bytes after it. */
  text(terminator: number): string {
    const length = this.number()
    if (length > MAX_TEXT) throw new RangeError('a text of a form field is too long')
    const text = Array.from({ length }, () => String.fromCharCode(this.number())).join('')
    this.skip(terminator)
    return text
  }
}
