/** JSON schema of DoclingDocument 1.x (docling-core, `docs/DoclingDocument.json`), for the items that are written. */
import { z } from 'zod'

const reference = z.string().regex(/^(?:#|\d+(?:#)?)(?:\/(?:[\w-]+|\d+))*$/)
const ref = z.object({ $ref: reference })
const box = z.object({
  l: z.number(),
  t: z.number(),
  r: z.number(),
  b: z.number(),
  coord_origin: z.enum(['TOPLEFT', 'BOTTOMLEFT']).optional(),
})
const provenance = z.object({ page_no: z.int(), bbox: box, charspan: z.tuple([z.int(), z.int()]) })
const size = z.object({ width: z.number().optional(), height: z.number().optional() })
const image = z.object({ mimetype: z.string(), dpi: z.int(), size, uri: z.string().min(1) })

const node = {
  self_ref: reference,
  parent: ref.nullish(),
  children: z.array(ref).optional(),
  content_layer: z.enum(['body', 'furniture']).optional(),
}
const text = { ...node, prov: z.array(provenance).optional(), orig: z.string(), text: z.string() }
const floating = {
  ...node,
  prov: z.array(provenance).optional(),
  captions: z.array(ref).optional(),
  references: z.array(ref).optional(),
  footnotes: z.array(ref).optional(),
  image: image.nullish(),
}
const textItems = z.discriminatedUnion('label', [
  z.strictObject({ ...text, label: z.literal('section_header'), level: z.int().min(1).max(100) }),
  z.strictObject({ ...text, label: z.literal('list_item'), enumerated: z.boolean(), marker: z.string() }),
  z.strictObject({ ...text, label: z.literal('code'), captions: z.array(ref), code_language: z.literal('unknown') }),
  z.strictObject({ ...text, label: z.literal('formula') }),
  z.strictObject({
    ...text,
    label: z.enum(['caption', 'footnote', 'page_footer', 'page_header', 'paragraph', 'reference', 'text']),
  }),
])
const group = z.strictObject({ ...node, name: z.string(), label: z.enum(['unspecified', 'list']) })
const cell = z.strictObject({
  bbox: box.nullish(),
  row_span: z.int(),
  col_span: z.int(),
  start_row_offset_idx: z.int(),
  end_row_offset_idx: z.int(),
  start_col_offset_idx: z.int(),
  end_col_offset_idx: z.int(),
  text: z.string(),
  column_header: z.boolean(),
  row_header: z.boolean(),
  row_section: z.boolean(),
})
const table = z.strictObject({
  ...floating,
  label: z.enum(['table', 'document_index']),
  data: z.object({
    table_cells: z.array(cell),
    num_rows: z.int(),
    num_cols: z.int(),
    grid: z.array(z.array(cell)),
  }),
})
const description = z.object({ kind: z.literal('description'), text: z.string(), provenance: z.string() })
const picture = z.strictObject({
  ...floating,
  label: z.enum(['picture', 'chart']),
  annotations: z.array(description).optional(),
})

export const doclingDocument = z.strictObject({
  schema_name: z.literal('DoclingDocument'),
  version: z.string().regex(/^1\.\d+\.\d+$/),
  name: z.string(),
  origin: z.object({ mimetype: z.string(), binary_hash: z.int().min(0), filename: z.string() }),
  furniture: group,
  body: group,
  groups: z.array(group),
  texts: z.array(textItems),
  pictures: z.array(picture),
  tables: z.array(table),
  key_value_items: z.tuple([]),
  form_items: z.tuple([]),
  pages: z.record(z.string().regex(/^\d+$/), z.object({ size, page_no: z.int().min(1), image: image.nullish() })),
})
