/** Converts MuPDF's fonts. Descriptors often lack flags, so names also determine the style. */
import { isBoldFont, isItalicFont, isMonospacedFont } from '../../model/font-names.ts'
import type { Font } from '../../model/raw-page.ts'
import type { MupdfModule, Pointer } from '../mupdf/mupdf.ts'
import { fontKeyFlag } from './glyph.ts'

const SUBSET_PREFIX = /^[A-Z]{6}\+/

export function fontNameOf(module: MupdfModule, font: Pointer): string {
  return module.UTF8ToString(module._wasm_font_get_name(font)).replace(SUBSET_PREFIX, '')
}

export class FontCache {
  readonly #module: MupdfModule
  readonly #byKey = new Map<number, Font>()
  readonly #subsets = new Set<Pointer>()
  readonly #byStyle = new Map<string, Font>()

  constructor(module: MupdfModule) {
    this.#module = module
  }

  /** Whether both are subsets of one font, and both visible or both invisible. */
  areSubsetsOfOneFont(a: number, b: number): boolean {
    if (((a ^ b) & fontKeyFlag.invisible) !== 0 || this.of(a) !== this.of(b)) return false
    return [a, b].every((key) => this.#subsets.has(pointerOf(key)))
  }

  /** `key` is the font's address with `fontKeyFlag`s in its lowest bits. */
  of(key: number): Font {
    const existing = this.#byKey.get(key)
    if (existing !== undefined) return existing
    const module = this.#module
    const pointer = pointerOf(key)
    const fullName = module.UTF8ToString(module._wasm_font_get_name(pointer))
    const name = fullName.replace(SUBSET_PREFIX, '')
    if (name !== fullName) this.#subsets.add(pointer)
    const font: Font = {
      name,
      bold: (key & fontKeyFlag.bold) !== 0 || module._wasm_font_is_bold(pointer) !== 0 || isBoldFont(name),
      italic: module._wasm_font_is_italic(pointer) !== 0 || isItalicFont(name),
      mono: module._wasm_font_is_monospaced(pointer) !== 0 || isMonospacedFont(name),
      serif: module._wasm_font_is_serif(pointer) !== 0,
    }
    // Many subsets of one font are one font for layout.
    const style = `${name}/${font.bold}/${font.italic}/${font.mono}/${font.serif}`
    const shared = this.#byStyle.get(style) ?? font
    this.#byStyle.set(style, shared)
    this.#byKey.set(key, shared)
    return shared
  }
}

function pointerOf(key: number): Pointer {
  return key & ~(fontKeyFlag.bold | fontKeyFlag.invisible)
}
