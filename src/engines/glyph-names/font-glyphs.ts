/** Characters of a page's simple fonts that only their glyph names identify. */
import type { PageHandle } from '../mupdf/document.ts'
import type { Pointer } from '../mupdf/mupdf.ts'
import { PdfObjects } from '../mupdf/pdf-objects.ts'
import { readCffEncoding } from './cff-encoding.ts'
import { piCharacter } from './pi-glyphs.ts'

const MAX_FONTS = 200
const MAX_FONT_BYTES = 200_000

const TAB = 0x09
const SPACE = 0x20

/** Length at which MuPDF truncates font names, prefix included. */
const MAX_NAME_LENGTH = 31

/** By font name (with its subset prefix) and character code. */
export type FontGlyphs = ReadonlyMap<string, ReadonlyMap<number, number>>

export function readFontGlyphs({ mupdf, document }: PageHandle, pageIndex: number): FontGlyphs {
  const fonts = new Map<string, Map<number, number>>()
  const objects = PdfObjects.of(mupdf, document)
  if (objects === null) return fonts
  const resources = objects.inherited(objects.page(pageIndex), 'Resources')
  for (const font of objects.values(objects.get(resources, 'Font')).slice(0, MAX_FONTS)) {
    const name = objects.toName(objects.get(font, 'BaseFont'))
    const characters = name === null ? new Map<number, number>() : charactersOf(objects, font)
    if (name !== null && characters.size > 0) fonts.set(name.slice(0, MAX_NAME_LENGTH), characters)
  }
  return fonts
}

function charactersOf(objects: PdfObjects, font: Pointer): Map<number, number> {
  const names = new Map([...ownNames(objects, font), ...differences(objects, font)])
  const tab = names.get(TAB)
  if (tab !== undefined && !names.has(SPACE)) names.set(SPACE, tab)
  return new Map(
    [...names].flatMap(([code, name]) => {
      const character = piCharacter(name)
      return character === null ? [] : [[code, character] as const]
    }),
  )
}

function ownNames(objects: PdfObjects, font: Pointer): Map<number, string> {
  const file = objects.get(objects.get(font, 'FontDescriptor'), 'FontFile3')
  const isCff = objects.isStream(file) && objects.toName(objects.get(file, 'Subtype')) === 'Type1C'
  const bytes = isCff ? objects.loadStream(file, MAX_FONT_BYTES) : null
  if (bytes === null) return new Map()
  try {
    return readCffEncoding(bytes)
  } catch (error) {
    if (error instanceof RangeError) return new Map()
    throw error
  }
}

/** Names in the document replace those of the font (PDF 32000-1, 9.6.6). */
function differences(objects: PdfObjects, font: Pointer): Map<number, string> {
  const names = new Map<number, string>()
  let code = 0
  for (const item of objects.items(objects.get(objects.get(font, 'Encoding'), 'Differences'))) {
    const number = objects.toNumber(item)
    if (number === null) {
      names.set(code, objects.toName(item) ?? '')
      code += 1
    } else code = number
  }
  return names
}
