/** Writes a `DoclingDocument` (schema 1.3). Boxes are in points from the top left, pages count from 1. */
import { withoutExtension } from '../../../model/file-name.ts'
import { type BlockJson, type CellJson, type PageJson, type PixelBox, tableSize } from '../../../model/result-json.ts'
import { readList } from '../parsed-json.ts'

const PIXELS_PER_POINT = 2

interface Ref {
  readonly $ref: string
}

interface Item {
  readonly self_ref: string
  readonly parent: Ref
  readonly children: Ref[]
  readonly content_layer: 'body' | 'furniture'
  readonly [property: string]: unknown
}

interface DoclingSource {
  readonly fileName: string
  readonly mimeType: string
  readonly digest: string
}

interface BuiltDocument {
  readonly document: object
  /** Items of a block, by `page_num/idx`. */
  readonly refs: ReadonlyMap<string, readonly string[]>
}

const textLabels: Readonly<Record<string, string>> = {
  header: 'page_header',
  footer: 'page_footer',
  footnote: 'footnote',
  figure_caption: 'caption',
  table_caption: 'caption',
  code: 'code',
  equation: 'formula',
  reference: 'reference',
}
const pictureTypes = new Set(['figure', 'qrcode', 'stamp'])
const furnitureTypes = new Set(['header', 'footer', 'sider'])

export function buildDoclingDocument(pages: readonly PageJson[], source: DoclingSource): BuiltDocument {
  const builder = new Builder()
  for (const page of pages) builder.addPage(page)
  const { texts, groups, tables, pictures, body, refs } = builder
  const group = (ref: string, children: Ref[], layer: string): object => {
    return { self_ref: ref, children, content_layer: layer, name: '_root_', label: 'unspecified' }
  }
  const document = {
    schema_name: 'DoclingDocument',
    version: '1.3.0',
    name: withoutExtension(source.fileName),
    origin: {
      mimetype: source.mimeType,
      // JSON parsers read this number exactly.
      binary_hash: Number.parseInt(source.digest.slice(0, 13), 16),
      filename: source.fileName,
    },
    furniture: group('#/furniture', [], 'furniture'),
    body: group('#/body', body, 'body'),
    groups,
    texts,
    pictures,
    tables,
    key_value_items: [],
    form_items: [],
    pages: Object.fromEntries(pages.map((page) => [String(page.page_num + 1), pageItem(page)])),
  }
  return { document, refs }
}

function pageItem({ page_num: number, page_size: { w, h }, page_image_url: uri = '' }: PageJson): object {
  const image = { mimetype: mimeTypeOf(uri), dpi: 72 * PIXELS_PER_POINT, size: { width: w, height: h }, uri }
  return {
    page_no: number + 1,
    size: { width: w / PIXELS_PER_POINT, height: h / PIXELS_PER_POINT },
    ...(uri === '' ? {} : { image }),
  }
}

function mimeTypeOf(uri: string): string {
  return /^data:([^;,]+)/.exec(uri)?.[1] ?? (/\.jpe?g(?:\?|$)/i.test(uri) ? 'image/jpeg' : 'image/png')
}

class Builder {
  readonly texts: Item[] = []
  readonly groups: Item[] = []
  readonly tables: Item[] = []
  readonly pictures: Item[] = []
  readonly body: Ref[] = []
  readonly refs = new Map<string, string[]>()

  addPage(page: PageJson): void {
    const captions = new Set(page.blocks.flatMap((block) => block.captions))
    for (const block of page.blocks) {
      if (captions.has(block.idx)) continue
      const items = this.#addBlock(block, page)
      this.body.push({ $ref: items[0] ?? '' })
      this.#note(page, block, items)
    }
  }

  #note(page: PageJson, block: BlockJson, items: string[]): void {
    this.refs.set(`${page.page_num}/${block.idx}`, items)
  }

  #addBlock(block: BlockJson, page: PageJson): string[] {
    const list = readList(block)
    if (list !== null) return this.#addList(block, page, list)
    if (block.type === 'table')
      return [this.#addFloat('tables', block, page, { label: 'table', data: tableData(block) })]
    const isPicture = pictureTypes.has(block.type) || (block.type === 'equation' && block.img_url !== '')
    if (isPicture) return [this.#addPicture(block, page)]
    return [this.#addText(block, page, { parent: '#/body' })]
  }

  #addText(block: BlockJson, page: PageJson, { parent, properties }: { parent: string; properties?: object }): string {
    const { type, content } = block
    const item =
      type === 'title'
        ? { label: 'section_header', level: block.title_level ?? 1 }
        : { label: textLabels[type] ?? 'text', ...(type === 'code' ? { captions: [], code_language: 'unknown' } : {}) }
    return this.#add(
      'texts',
      { ...item, orig: content, text: content, prov: [prov(block.bbox, page, content)], ...properties },
      {
        parent,
        furniture: furnitureTypes.has(type),
      },
    )
  }

  #addList(block: BlockJson, page: PageJson, lines: NonNullable<ReturnType<typeof readList>>): string[] {
    const items: string[] = []
    const open: { level: number; ref: string; last: string }[] = []
    const boxes = block.item_bboxes?.length === lines.length ? block.item_bboxes : []
    for (const [index, { level, marker, text }] of lines.entries()) {
      while (open.length > 0 && open.at(-1)!.level > level) open.pop()
      let list = open.at(-1)
      if (list === undefined || list.level < level) {
        const ref = this.#add('groups', { name: 'list', label: 'list' }, { parent: list?.last ?? '#/body' })
        items.push(ref)
        list = { level, ref, last: ref }
        open.push(list)
      }
      const enumerated = marker !== '-'
      const properties = { label: 'list_item', enumerated, marker: enumerated ? marker : '-', text, orig: text }
      list.last = this.#addText(block, page, {
        parent: list.ref,
        properties: { ...properties, prov: [prov(boxes[index] ?? block.bbox, page, text)] },
      })
      items.push(list.last)
    }
    return items
  }

  #addPicture(block: BlockJson, page: PageJson): string {
    const { img_url: uri, bbox, content, type } = block
    const size = { width: bbox[2] - bbox[0], height: bbox[3] - bbox[1] }
    const annotations =
      content === '' || type === 'equation' ? [] : [{ kind: 'description', text: content, provenance: 'sheaf' }]
    const image = uri === '' ? {} : { image: { mimetype: mimeTypeOf(uri), dpi: 72 * PIXELS_PER_POINT, size, uri } }
    return this.#addFloat('pictures', block, page, { label: 'picture', annotations, ...image })
  }

  #addFloat(kind: 'tables' | 'pictures', block: BlockJson, page: PageJson, properties: object): string {
    const captions: Ref[] = []
    const item = { prov: [prov(block.bbox, page, '')], captions, references: [], footnotes: [], ...properties }
    const ref = this.#add(kind, item, { parent: '#/body' })
    for (const index of block.captions) {
      const caption = page.blocks.find(({ idx }) => idx === index)
      if (caption === undefined || this.refs.has(`${page.page_num}/${index}`)) continue
      const captionRef = this.#addText(caption, page, { parent: ref, properties: { label: 'caption' } })
      captions.push({ $ref: captionRef })
      this.#note(page, caption, [captionRef])
    }
    return ref
  }

  #add(
    kind: 'texts' | 'groups' | 'tables' | 'pictures',
    item: object,
    { parent, furniture = false }: { parent: string; furniture?: boolean },
  ): string {
    const ref = `#/${kind}/${this[kind].length}`
    const layer = furniture ? 'furniture' : 'body'
    this[kind].push({ self_ref: ref, parent: { $ref: parent }, children: [], content_layer: layer, ...item })
    const owner = /^#\/(texts|groups|tables|pictures)\/(\d+)$/.exec(parent)
    if (owner !== null) this[owner[1] as typeof kind][Number(owner[2])]?.children.push({ $ref: ref })
    return ref
  }
}

function prov(bbox: PixelBox, page: PageJson, text: string): object {
  return { page_no: page.page_num + 1, bbox: boxOf(bbox), charspan: [0, text.length] }
}

function boxOf([l, t, r, b]: PixelBox): object {
  const points = [l, t, r, b].map((pixels) => pixels / PIXELS_PER_POINT)
  return { l: points[0], t: points[1], r: points[2], b: points[3], coord_origin: 'TOPLEFT' }
}

function tableData({ cells = [] }: BlockJson): object {
  const { rows, cols } = tableSize(cells)
  const written = cells.map((cell) => tableCell(cell, cell.bbox))
  const grid = Array.from({ length: rows }, () => new Array<object | undefined>(cols).fill(undefined))
  for (const [index, { row, col, row_span: rowSpan, col_span: colSpan }] of cells.entries())
    for (const line of grid.slice(row, row + rowSpan)) line.fill(written[index], col, col + colSpan)
  const filled = grid.map((line, row) => line.map((cell, col) => cell ?? emptyCell(row, col)))
  return { table_cells: written, num_rows: rows, num_cols: cols, grid: filled }
}

function emptyCell(row: number, col: number): object {
  return tableCell({ row, col, row_span: 1, col_span: 1, header: false, text: '' }, null)
}

function tableCell(cell: Omit<CellJson, 'bbox'>, bbox: PixelBox | null): object {
  return {
    ...(bbox === null ? {} : { bbox: boxOf(bbox) }),
    row_span: cell.row_span,
    col_span: cell.col_span,
    start_row_offset_idx: cell.row,
    end_row_offset_idx: cell.row + cell.row_span,
    start_col_offset_idx: cell.col,
    end_col_offset_idx: cell.col + cell.col_span,
    text: cell.text,
    column_header: cell.header,
    row_header: false,
    row_section: false,
  }
}
