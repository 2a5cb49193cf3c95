/** Renders pages with the boxes of the JSON, colored by type and labeled with their reading order. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ParseDeps } from '../deps.ts'
import { encodePng } from '../engines/image-codecs.ts'
import { openDocument, type SourceDocument } from '../extract/open-document.ts'
import { ParseError } from '../model/errors.ts'
import type { RgbaRaster } from '../model/raster.ts'
import type { PageJson, PixelBox } from '../model/result-json.ts'
import { makeFolder } from '../runtime/make-folder.node.ts'

const PIXELS_PER_POINT = 2
const MAX_PIXELS = 4_000_000

type Color = readonly [red: number, green: number, blue: number]
const otherColor: Color = [120, 120, 120]
const colors: Readonly<Record<string, Color>> = {
  title: [214, 39, 40],
  text: [31, 119, 180],
  figure: [44, 160, 44],
  figure_caption: [140, 200, 75],
  table: [148, 103, 189],
  table_caption: [227, 119, 194],
  equation: [23, 190, 207],
  header: [127, 127, 127],
  footer: [150, 130, 90],
  sider: [188, 189, 34],
  footnote: [140, 86, 75],
  cate: [255, 127, 14],
  cate_item: [255, 170, 90],
  code: [0, 90, 90],
  reference: [100, 80, 40],
}

/** Writes `<folder>/<name>-p<page>.png` for each page of `json`, the text of `outputs.json`. */
export async function drawDebugBoxes(
  source: SourceDocument,
  json: string,
  target: { folder: string; name: string; deps: ParseDeps },
): Promise<void> {
  const pages: readonly PageJson[] = JSON.parse(json).pages
  makeFolder(target.folder)
  const { document } = await openDocument(source, target.deps)
  try {
    if (document.readStructuredPage !== undefined)
      throw new ParseError(
        1133,
        '--debug-boxes: this document was read from its structure and has no page images (try --office convert)',
      )
    for (const page of pages) {
      const { w, h } = page.page_size
      const pageBox = { x0: 0, y0: 0, x1: w / PIXELS_PER_POINT, y1: h / PIXELS_PER_POINT }
      const raster = await document.drawRegion(page.page_num, pageBox, {
        scale: PIXELS_PER_POINT,
        maxPixels: MAX_PIXELS,
      })
      drawPage(raster, page)
      await writeFile(join(target.folder, `${target.name}-p${page.page_num + 1}.png`), await encodePng(raster))
    }
  } finally {
    document.close()
  }
}

function drawPage(raster: RgbaRaster, page: PageJson): void {
  const scale = raster.width / page.page_size.w
  const toRaster = ([x0, y0, x1, y1]: PixelBox): PixelBox => [x0 * scale, y0 * scale, x1 * scale, y1 * scale]
  for (const { idx, type, bbox, cells = [], title_level } of page.blocks) {
    const color = colors[type] ?? otherColor
    for (const cell of cells)
      if ((cell.page_num ?? page.page_num) === page.page_num)
        drawFrame(raster, toRaster(cell.bbox), { color, thickness: cell.header ? 2 : 1 })
    drawFrame(raster, toRaster(bbox), { color, thickness: 3 })
    drawLabel(raster, toRaster(bbox), {
      color,
      text: `${idx} ${type}${title_level === undefined ? '' : ` ${title_level}`}`,
    })
  }
}

function drawFrame(
  raster: RgbaRaster,
  [x0, y0, x1, y1]: PixelBox,
  { color, thickness }: { color: Color; thickness: number },
): void {
  fill(raster, [x0, y0, x1, y0 + thickness], color)
  fill(raster, [x0, y1 - thickness, x1, y1], color)
  fill(raster, [x0, y0, x0 + thickness, y1], color)
  fill(raster, [x1 - thickness, y0, x1, y1], color)
}

const LETTER_SCALE = 3
const LETTER_STEP = 4 * LETTER_SCALE
const LABEL_HEIGHT = 7 * LETTER_SCALE

function drawLabel(raster: RgbaRaster, [x0, y0]: PixelBox, { color, text }: { color: Color; text: string }): void {
  const labelWidth = text.length * LETTER_STEP + LETTER_SCALE
  const left = Math.max(0, Math.min(Math.round(x0), raster.width - labelWidth))
  const top = Math.max(0, Math.round(y0) - LABEL_HEIGHT)
  fill(raster, [left, top, left + labelWidth, top + LABEL_HEIGHT], color)
  for (const [index, char] of [...text.toUpperCase()].entries()) {
    for (const [row, digit] of [...(letters[char] ?? '')].entries()) {
      for (let col = 0; col < 3; col++) {
        if ((Number(digit) & (4 >> col)) === 0) continue
        const x = left + LETTER_SCALE + index * LETTER_STEP + col * LETTER_SCALE
        const y = top + LETTER_SCALE + row * LETTER_SCALE
        fill(raster, [x, y, x + LETTER_SCALE, y + LETTER_SCALE], [255, 255, 255])
      }
    }
  }
}

/** 3 × 5 dots: one octal digit per row, its bits from left to right. */
const letters: Readonly<Record<string, string>> = {
  A: '25755',
  B: '65656',
  C: '34443',
  D: '65556',
  E: '74647',
  F: '74644',
  G: '34553',
  H: '55755',
  I: '72227',
  J: '11152',
  K: '55655',
  L: '44447',
  M: '57755',
  N: '65555',
  O: '25552',
  P: '65644',
  Q: '25563',
  R: '65655',
  S: '34216',
  T: '72222',
  U: '55557',
  V: '55552',
  W: '55775',
  X: '55255',
  Y: '55222',
  Z: '71247',
  0: '75557',
  1: '26227',
  2: '71747',
  3: '71717',
  4: '55711',
  5: '74717',
  6: '74757',
  7: '71111',
  8: '75757',
  9: '75717',
  _: '00007',
}

function fill(raster: RgbaRaster, [x0, y0, x1, y1]: PixelBox, color: Color): void {
  const left = Math.max(0, Math.round(x0))
  const right = Math.min(raster.width, Math.round(x1))
  for (let y = Math.max(0, Math.round(y0)); y < Math.min(raster.height, Math.round(y1)); y++)
    for (let x = left; x < right; x++) {
      const at = (y * raster.width + x) * 4
      raster.pixels.set(color, at)
      raster.pixels[at + 3] = 255
    }
}
