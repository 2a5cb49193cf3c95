/**
 * Parsed pages → PNG files with their blocks' boxes drawn on them, one color per type, each with its place in reading order:
 * for people who look at layout. It reads the JSON output, so it shows what a caller gets.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { ParseDeps } from '../deps.ts'
import { openDocument, type SourceDocument } from '../extract/open-document.ts'
import { ParseError } from '../model/errors.ts'
import type { RgbaRaster } from '../model/raster.ts'

/** The JSON's pixels per point. */
const pixelsPerPoint = 2
/** Twice A4: posters are drawn coarser. */
const maxPixels = 4_000_000

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

type PixelBox = readonly [x0: number, y0: number, x1: number, y1: number]

/** As much of `outputs.json` as is drawn. */
interface BoxedPage {
  readonly page_num: number
  readonly page_size: { readonly w: number; readonly h: number }
  readonly blocks: readonly {
    readonly idx: number
    readonly type: string
    readonly bbox: PixelBox
    readonly title_level?: number
    readonly cells?: readonly { readonly bbox: PixelBox; readonly header: boolean; readonly page_num?: number }[]
  }[]
}

/** Writes `<folder>/<name>-p<page>.png` for each page of `json`, the text of `outputs.json`. */
export async function drawDebugBoxes(
  source: SourceDocument,
  json: string,
  target: { folder: string; name: string; deps: ParseDeps },
): Promise<void> {
  const pages: readonly BoxedPage[] = JSON.parse(json).pages
  await mkdir(target.folder, { recursive: true })
  const { document } = await openDocument(source, target.deps)
  try {
    if (document.readStructuredPage !== undefined)
      throw new ParseError(
        1133,
        '--debug-boxes: this document was read without being drawn, so there is nothing to draw boxes on (--office convert draws it)',
      )
    for (const page of pages) {
      const { w, h } = page.page_size
      const whole = { x0: 0, y0: 0, x1: w / pixelsPerPoint, y1: h / pixelsPerPoint }
      const raster = await document.drawRegion(page.page_num, whole, { scale: pixelsPerPoint, maxPixels })
      drawPage(raster, page)
      await writeFile(join(target.folder, `${target.name}-p${page.page_num + 1}.png`), toPng(raster))
    }
  } finally {
    document.close()
  }
}

function drawPage(raster: RgbaRaster, page: BoxedPage): void {
  const scale = raster.width / page.page_size.w
  const toRaster = ([x0, y0, x1, y1]: PixelBox): PixelBox => [x0 * scale, y0 * scale, x1 * scale, y1 * scale]
  for (const { idx, type, bbox, cells = [], title_level } of page.blocks) {
    const color = colors[type] ?? otherColor
    // Cells of a joined table that stand on other pages have no place here.
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

/** Pixels of the page per pixel of a letter. */
const letterScale = 3
const letterStep = 4 * letterScale
const labelHeight = 7 * letterScale

/** White letters on the type's color, above the box where there is room. */
function drawLabel(raster: RgbaRaster, [x0, y0]: PixelBox, { color, text }: { color: Color; text: string }): void {
  const wide = text.length * letterStep + letterScale
  const left = Math.max(0, Math.min(Math.round(x0), raster.width - wide))
  const top = Math.max(0, Math.round(y0) - labelHeight)
  fill(raster, [left, top, left + wide, top + labelHeight], color)
  for (const [index, char] of [...text.toUpperCase()].entries()) {
    for (const [row, digit] of [...(letters[char] ?? '')].entries()) {
      for (let col = 0; col < 3; col++) {
        if ((Number(digit) & (4 >> col)) === 0) continue
        const x = left + letterScale + index * letterStep + col * letterScale
        const y = top + letterScale + row * letterScale
        fill(raster, [x, y, x + letterScale, y + letterScale], [255, 255, 255])
      }
    }
  }
}

/** Letters of 3 × 5 pixels: one octal digit per row, its bits from left to right. */
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

/** An unfiltered true-color PNG (ISO 15948): large, but made by what Node has. */
function toPng({ width, height, pixels }: RgbaRaster): Uint8Array {
  const rows = new Uint8Array(height * (width * 4 + 1))
  for (let y = 0; y < height; y++)
    rows.set(pixels.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1)
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', new Uint8Array(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)))
  return bytes
}
