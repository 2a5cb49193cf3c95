/** Byte offsets of MuPDF 1.28's structs in 32-bit WebAssembly. `README.md` describes how to regenerate them. */
import type { MupdfModule, Pointer } from '../mupdf.ts'

/** `fz_stext_block`; fields from offset 24 on depend on the kind. */
export const blockAt = {
  kind: 0,
  box: 8,
  firstLine: 24,
  imageMatrix: 24,
  image: 48,
  vectorFlags: 24,
  vectorColor: 28,
  struct: 24,
  structIndex: 28,
  next: 56,
} as const
export const structAt = { parent: 0, firstBlock: 8 } as const
export const lineAt = { writingMode: 0, direction: 4, box: 12, firstChar: 28, next: 40 } as const
/** `fz_stext_char`; `flags` has the bidi level in its lower half and the flags in its upper half. */
export const charAt = { code: 0, flags: 4, color: 8, origin: 12, quad: 20, size: 52, font: 56, next: 60 } as const

export const blockKind = { text: 0, image: 1, struct: 2, vector: 3 } as const

export function offsetsMatch(module: MupdfModule, firstBlock: Pointer): boolean {
  const { HEAP32: words } = module
  const seen = new Set<number>()
  for (let block = firstBlock; block !== 0 && seen.size < 3; ) {
    const kind = module._wasm_stext_block_get_type(block)
    const next = module._wasm_stext_block_get_next(block)
    if (
      words[(block + blockAt.kind) >> 2] !== kind ||
      words[(block + blockAt.next) >> 2] !== next ||
      module._wasm_stext_block_get_bbox(block) !== block + blockAt.box
    )
      return false
    if (!seen.has(kind) && !blockMatches(module, block, kind)) return false
    seen.add(kind)
    block = next
  }
  return true
}

function blockMatches(module: MupdfModule, block: Pointer, kind: number): boolean {
  const { HEAP32: words } = module
  switch (kind) {
    case blockKind.text:
      return lineMatches(module, block)
    case blockKind.image:
      return (
        words[(block + blockAt.image) >> 2] === module._wasm_stext_block_get_image(block) &&
        module._wasm_stext_block_get_transform(block) === block + blockAt.imageMatrix
      )
    case blockKind.vector:
      return (
        words[(block + blockAt.vectorFlags) >> 2] === module._wasm_stext_block_get_v_flags(block) &&
        words[(block + blockAt.vectorColor) >> 2] === (module._wasm_stext_block_get_v_argb(block) | 0)
      )
    default:
      return true
  }
}

function lineMatches(module: MupdfModule, block: Pointer): boolean {
  const { HEAP32: words } = module
  const line = module._wasm_stext_block_get_first_line(block)
  if (words[(block + blockAt.firstLine) >> 2] !== line) return false
  if (line === 0) return true
  const char = module._wasm_stext_line_get_first_char(line)
  return (
    (words[(line + lineAt.writingMode) >> 2]! & 0xff) === module._wasm_stext_line_get_wmode(line) &&
    module._wasm_stext_line_get_dir(line) === line + lineAt.direction &&
    module._wasm_stext_line_get_bbox(line) === line + lineAt.box &&
    words[(line + lineAt.firstChar) >> 2] === char &&
    words[(line + lineAt.next) >> 2] === module._wasm_stext_line_get_next(line) &&
    charMatches(module, char) &&
    (char === 0 || charMatches(module, module._wasm_stext_char_get_next(char)))
  )
}

function charMatches(module: MupdfModule, char: Pointer): boolean {
  if (char === 0) return true
  const { HEAP32: words, HEAPF32: floats } = module
  return (
    words[(char + charAt.code) >> 2] === module._wasm_stext_char_get_c(char) &&
    (words[(char + charAt.flags) >> 2]! & 0xffff) === module._wasm_stext_char_get_bidi(char) &&
    words[(char + charAt.color) >> 2] === (module._wasm_stext_char_get_argb(char) | 0) &&
    module._wasm_stext_char_get_origin(char) === char + charAt.origin &&
    module._wasm_stext_char_get_quad(char) === char + charAt.quad &&
    floats[(char + charAt.size) >> 2] === module._wasm_stext_char_get_size(char) &&
    words[(char + charAt.font) >> 2] === module._wasm_stext_char_get_font(char) &&
    words[(char + charAt.next) >> 2] === module._wasm_stext_char_get_next(char)
  )
}
