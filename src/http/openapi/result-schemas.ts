import { z } from 'zod'
import { blockTypes } from '../../model/document.ts'

const count = z.int().min(0)
const box = z.array(z.int()).min(4).max(4).describe('`[x1, y1, x2, y2]` in pixels at 144 dpi, from the top left.')

const link = z.object({ text: z.string(), url: z.string() })

const cell = z.object({
  row: count,
  col: count,
  row_span: z.int().min(1),
  col_span: z.int().min(1),
  header: z.boolean(),
  bbox: box,
  text: z.string().describe('Plain text.'),
  page_num: count.optional().describe('In a table joined across pages: the page of `bbox`.'),
  links: z.array(link).optional(),
})

const block = z
  .object({
    idx: count.describe('Position in reading order on its page.'),
    type: z.enum(blockTypes).describe('Clients treat types that they do not know as `text`.'),
    bbox: box,
    content: z.string(),
    format: z.enum(['text', 'html', 'markdown', 'latex', 'mathml', 'ascii']).describe('Notation of `content`.'),
    captions: z.array(count).describe('`idx` of the captions of a figure or table.'),
    img_url: z
      .string()
      .describe('Link, data URI or path in the zip, as `element_formats.image` says; empty without an image.'),
    title_level: z.int().min(1).max(6).optional().describe('Only with `enable_title_level_recognition`.'),
    confidence: z.number().min(0).max(1).describe('Of the OCR engine; 1 for a text layer.'),
    source: z.enum(['text_layer', 'ocr', 'tagged', 'document']),
    cells: z.array(cell).optional().describe('Only of tables. A merged cell is listed once, at its top left.'),
    links: z.array(link).optional().describe('Only with `links`.'),
  })
  .meta({
    examples: [
      {
        idx: 0,
        type: 'title',
        bbox: [176, 324, 480, 346],
        content: 'Harvest Report',
        format: 'text',
        captions: [],
        img_url: '',
        title_level: 1,
        confidence: 1,
        source: 'text_layer',
      },
    ],
  })

const page = z.object({
  page_num: count.describe('Counted from 0.'),
  page_size: z
    .object({ w: count, h: count })
    .meta({ description: 'Pixels at 144 dpi.', examples: [{ w: 1190, h: 1684 }] }),
  merge_content_from_pre_page: z.boolean().describe('Whether the page continues a block of the previous page.'),
  page_image_url: z.string().optional().describe('Only with `page_images`.'),
  blocks: z.array(block),
})

const chunk = z.object({
  index: count,
  text: z.string().describe('Markdown without image links.'),
  contextualized_text: z.string().describe('`text` after the titles above it: the text to embed.'),
  title_path: z.array(z.string()).describe('From the largest title to the title of the chunk.'),
  blocks: z.array(z.object({ page_num: count, idx: count })),
  bboxes: z.array(box).describe('Boxes of `blocks`.'),
  page_nums: z.array(count).describe('Counted from 0.'),
  tokens: count.describe('Of `text`, counted by `chunk_tokenizer`.'),
  tokens_estimated: count,
})

const parsedDocument = z.object({
  pages: z.array(page),
  chunks: z.array(chunk).optional().describe('Only with `chunk`.'),
})

const fileName = z.string().meta({ examples: ['report.pdf'] })

const result = z.object({
  file_name: fileName,
  imgs: z.array(z.string()).describe('Links to all images; empty unless `element_formats.image` is `url`.'),
  outputs: z
    .object({
      markdown: z
        .string()
        .optional()
        .meta({ examples: ['# Harvest Report\n\nThis report sums up the season.'] }),
      json: parsedDocument.optional(),
      html: z
        .string()
        .optional()
        .meta({ examples: ['<h1>Harvest Report</h1>'] }),
      zip: z.string().optional().describe('Link to the zip.'),
    })
    .describe('The requested formats.'),
})

const metadata = z
  .object({
    page_num: count.describe('Pages of the document.'),
    file_type: z.string().describe('Detected from the content.'),
    pages_billed: count.describe('Pages that were parsed.'),
    processing_time_ms: count,
    token_count: count.describe('Estimate for language models.'),
  })
  .meta({
    examples: [{ page_num: 2, file_type: '.pdf', pages_billed: 2, processing_time_ms: 341, token_count: 801 }],
  })

const taskId = z.string().meta({ examples: ['d59da26f961344419b5a5cb93a2c3a82'] })

const parseData = z.object({
  task_id: taskId.describe('For logs only.'),
  error: z.null(),
  metadata,
  result,
})

const status = z.enum(['QUEUING', 'PROCESSING', 'SUCCESS', 'FAILED'])
const progress = { pages_done: count, pages_total: count.nullable().describe('`null` until they are counted.') }

const checkData = z.object({
  record_id: z.int(),
  task_id: taskId,
  status,
  file_name: fileName,
  metadata: metadata.partial(),
  progress: z.object(progress),
  result: result.nullable().describe('Only after `SUCCESS`.'),
  error: z.string().nullable(),
  error_code: z.int().nullable(),
  message: z.string(),
})

const progressEvent = z.object({ status, ...progress })

export const resultSchemas = {
  Link: link,
  Cell: cell,
  Block: block,
  Page: page,
  Chunk: chunk,
  ParsedDocument: parsedDocument,
  Result: result,
  Metadata: metadata,
  ParseData: parseData,
  CheckData: checkData,
  ProgressEvent: progressEvent,
} as const

export const submitData = z.object({ task_id: taskId, status })
