/** MuPDF's fonts → fonts of the page model, told by their descriptors and, where those lack the flags, by their names. */
import type { Font } from '../../model/raw-page.ts'
import type { MupdfModule, Pointer } from '../mupdf/mupdf.ts'
import { fontKeyFlag } from './span-builder.ts'

/** Six letters that mark an embedded subset (PDF 32000-1, 9.6.4). */
const subsetPrefix = /^[A-Z]{6}\+/
// Font files often lack the style flags that their names tell.
const boldName = /bold|black|heavy|semibold|demi(?!light)|cmbx/i
const italicName = /italic|oblique|cmti|cmsl/i
const monoName = /mono|courier|consol|typewriter|menlo|cmtt/i

/** The font's name without the mark of a subset. */
export function fontNameOf(module: MupdfModule, font: Pointer): string {
  return module.UTF8ToString(module._wasm_font_get_name(font)).replace(subsetPrefix, '')
}

/** The fonts of one page, each made once. */
export class Fonts {
  readonly #module: MupdfModule
  readonly #byKey = new Map<number, Font>()
  readonly #byLook = new Map<string, Font>()

  constructor(module: MupdfModule) {
    this.#module = module
  }

  /** `key` is the font's address, with what `fontKeyFlag` says in its lowest bits. */
  of(key: number): Font {
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const module = this.#module
    const pointer = key & ~(fontKeyFlag.bold | fontKeyFlag.invisible)
    const name = fontNameOf(module, pointer)
    const font: Font = {
      name,
      bold: (key & fontKeyFlag.bold) !== 0 || module._wasm_font_is_bold(pointer) !== 0 || boldName.test(name),
      italic: module._wasm_font_is_italic(pointer) !== 0 || italicName.test(name),
      mono: module._wasm_font_is_monospaced(pointer) !== 0 || monoName.test(name),
      serif: module._wasm_font_is_serif(pointer) !== 0,
    }
    // A document may embed one font as many subsets: to layout they are the same.
    const look = `${name}/${font.bold}/${font.italic}/${font.mono}/${font.serif}`
    const shared = this.#byLook.get(look) ?? font
    this.#byLook.set(look, shared)
    this.#byKey.set(key, shared)
    return shared
  }
}
