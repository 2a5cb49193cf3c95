import { ParseError } from '../../../model/errors.ts'
import type { ParseOptions } from '../../../model/options.ts'
import { type FormFields, readBoolean } from '../../../model/read-options.ts'
import type { FieldSchema } from '../../../model/request-fields.ts'
import type { OwnOptions } from '../access.ts'
import { ocrLanguagesOf } from '../languages.ts'

export const doclingFormats = ['md', 'json', 'html', 'text', 'doctags'] as const
export type DoclingFormat = (typeof doclingFormats)[number]

export interface DoclingOptions {
  readonly formats: readonly DoclingFormat[]
  readonly zip: boolean
  /** Images are files of the zip. */
  readonly artifacts: boolean
  readonly chunking: boolean
  readonly chunksOnly: boolean
  readonly abortOnError: boolean
  readonly own: OwnOptions
  readonly warnings: readonly string[]
}

const imageModes = { embedded: 'base64', placeholder: 'none', referenced: 'url' } as const
/** Engines, models and enrichments. docling's client sends all options, so new ones of these families are accepted. */
const ignored =
  /^(from_formats|pipeline|images_scale|document_timeout|callbacks|ocr_(engine|preset|custom_config)|(pdf|table|layout|code_formula|picture|chart|vlm|md|generate)_\w+|do_(?!ocr$|chunking$)\w+|chunking_(tokenizer|merge_peers|include_raw_text|chunker|preset|use_markdown_images|image_placeholder))$/

export const doclingFields = {
  to_formats: {
    type: 'array',
    items: { type: 'string', enum: doclingFormats },
    default: ['md'],
    description: 'Formats of the result.',
  },
  image_export_mode: {
    type: 'string',
    enum: ['placeholder', 'embedded', 'referenced'],
    default: 'embedded',
    description: 'Text of figures, data URIs, or links to this service; in a zip, files in `artifacts`.',
  },
  include_images: { type: 'boolean', default: true, description: '`false`: no images of figures.' },
  include_page_images: { type: 'boolean', default: false, description: 'An image of each page in the JSON.' },
  do_ocr: { type: 'boolean', default: true, description: 'OCR for pages without a usable text layer.' },
  force_ocr: { type: 'boolean', default: false, description: 'OCR for all pages.' },
  ocr_lang: { type: 'array', items: { type: 'string' }, description: 'Languages of the OCR.', examples: [['en']] },
  page_range: {
    type: 'array',
    items: { type: 'string' },
    description: 'First and last page, counted from 1.',
    examples: [['1', '5']],
  },
  abort_on_error: { type: 'boolean', default: false, description: 'The first error of several files is the response.' },
  target_type: {
    type: 'string',
    enum: ['inbody', 'zip'],
    default: 'inbody',
    description: '`zip`: a zip also for one file.',
  },
  return_as_file: { type: 'boolean', default: false, description: 'The same as `target_type=zip`.' },
  do_chunking: { type: 'boolean', default: false, description: 'Chunks as the result.' },
  chunking_options: { type: 'object', description: '`max_tokens` and `use_markdown_tables`.', properties: {} },
  chunking_max_tokens: { type: 'integer', minimum: 16, default: 512, description: 'Maximum size of a chunk.' },
  chunking_use_markdown_tables: { type: 'boolean', default: false, description: 'Pipe tables instead of HTML.' },
  include_converted_doc: { type: 'boolean', default: false, description: 'Adds the document to its chunks.' },
  password: { type: 'string', format: 'password', description: 'Opens protected files.' },
} as const satisfies Readonly<Record<string, FieldSchema>>
/** The limit of the model of docling's tokenizer. */
const DEFAULT_CHUNK_TOKENS = 512

interface Readers {
  readonly installedLanguages: readonly string[]
  readonly chunking: boolean
  readonly fileCount: number
}

/** Throws `ParseError` 1133 with the name of the first wrong option in `cause`. */
export function readDoclingOptions(
  sent: FormFields,
  { installedLanguages, chunking, fileCount }: Readers,
): DoclingOptions {
  const fields = withChunkingOptions(withoutPrefix(sent))
  for (const name of fields.keys())
    if (!Object.hasOwn(doclingFields, name) && !ignored.test(name)) refuse(name, 'Extra inputs are not permitted')
  const first = (name: keyof typeof doclingFields): string | undefined => fields.get(name)?.[0]?.trim() || undefined
  const flag = (name: keyof typeof doclingFields, fallback: boolean): boolean => {
    const problems: string[] = []
    const value = first(name) === undefined ? fallback : readBoolean(name, first(name), problems)
    if (problems.length > 0) refuse(name, 'Input should be a valid boolean')
    return value
  }
  const formats = readFormats(fields.get('to_formats') ?? [])
  const chunks = chunking || flag('do_chunking', false)
  const warnings = [...fields.keys()].filter((name) => ignored.test(name)).map((name) => `${name}: has no effect here`)
  const languages = ocrLanguagesOf(listOf(fields.get('ocr_lang')), installedLanguages)
  if (languages.unknown.length > 0) warnings.push(`ocr_lang: ${languages.unknown.join(', ')} is not installed here`)
  const pageImages = flag('include_page_images', false) && formats.includes('json')
  const target = first('target_type') ?? 'inbody'
  if (target !== 'inbody' && target !== 'zip') refuse('target_type', "Input should be 'inbody' or 'zip'")
  const asFile = flag('return_as_file', false)
  const zip = target === 'zip' || asFile
  // Chunks are always JSON.
  if (chunks && target === 'zip') warnings.push('target_type: has no effect here')
  if (chunks && asFile) warnings.push('return_as_file: has no effect here')
  const mode = first('image_export_mode') ?? 'embedded'
  const artifacts = mode === 'referenced' && (zip || fileCount > 1) && !chunks
  const own = new Map<string, readonly string[]>([
    ['output_formats', outputFormats(formats, chunks)],
    [
      'element_formats',
      [
        elementFormats(artifacts ? 'embedded' : mode, {
          images: flag('include_images', true) || pageImages,
          htmlTables: chunks && !flag('chunking_use_markdown_tables', false),
        }),
      ],
    ],
    ['page_images', [String(pageImages)]],
    ['feature_config', ['{"enable_title_level_recognition":true,"keep_header_footer":true}']],
    ['ocr', [flag('force_ocr', false) ? 'force' : flag('do_ocr', true) ? 'auto' : 'off']],
    ['ocr_languages', [languages.installed.join('+')]],
    ['chunk', [chunks ? 'title' : 'none']],
    ['chunk_max_tokens', [chunks ? maxTokens(first('chunking_max_tokens')) : '']],
    ['password', [first('password') ?? '']],
  ])
  const pages = readPages(listOf(fields.get('page_range')))
  return {
    formats,
    zip,
    artifacts,
    chunking: chunks,
    chunksOnly: chunks && !flag('include_converted_doc', false),
    abortOnError: flag('abort_on_error', false),
    own: {
      fields: own,
      adjust: (read: ParseOptions) => ({
        ...read,
        furnitureOnlyInJson: true,
        listItemBoxes: true,
        ...(pages === null ? {} : { pageRange: [pages] }),
      }),
    },
    warnings,
  }
}

export class OptionError extends ParseError {
  readonly option: string

  constructor(option: string, message: string) {
    super(1133, message, { status: 422 })
    this.option = option
  }
}

function refuse(option: string, message: string): never {
  throw new OptionError(option, message)
}

function withoutPrefix(fields: FormFields): FormFields {
  return new Map([...fields].map(([name, values]) => [name.replace(/^convert_/, ''), values]))
}

function withChunkingOptions(fields: FormFields): FormFields {
  const text = fields.get('chunking_options')?.[0]
  if (text === undefined || text.trim() === '') return fields
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    refuse('chunking_options', 'Input should be a JSON object')
  }
  if (typeof value !== 'object' || value === null) refuse('chunking_options', 'Input should be a JSON object')
  const own = Object.entries(value).filter(([, option]) => option !== null && option !== undefined)
  return new Map([...fields, ...own.map(([name, option]) => [`chunking_${name}`, [String(option)]] as const)])
}

function readFormats(values: readonly string[]): DoclingFormat[] {
  const names = listOf(values)
  for (const name of names)
    if (!doclingFormats.some((format) => format === name))
      refuse('to_formats', `Input should be ${doclingFormats.map((format) => `'${format}'`).join(', ')}`)
  return names.length === 0 ? ['md'] : doclingFormats.filter((format) => names.includes(format))
}

function outputFormats(formats: readonly DoclingFormat[], chunks: boolean): string[] {
  const formatNames: string[] = []
  if (formats.includes('md')) formatNames.push('markdown')
  if (formats.includes('html')) formatNames.push('html')
  if (chunks || formats.some((format) => format === 'json' || format === 'text' || format === 'doctags'))
    formatNames.push('json')
  return formatNames
}

function elementFormats(
  mode: string,
  { images, htmlTables }: { readonly images: boolean; readonly htmlTables: boolean },
): string {
  const image = Object.entries(imageModes).find(([name]) => name === mode)?.[1]
  if (image === undefined) refuse('image_export_mode', "Input should be 'placeholder', 'embedded' or 'referenced'")
  return JSON.stringify({ image: images ? image : 'none', table: htmlTables ? 'html' : 'markdown' })
}

function maxTokens(text: string | undefined): string {
  if (text === undefined) return String(DEFAULT_CHUNK_TOKENS)
  if (!/^\d{1,6}$/.test(text) || Number(text) < 16) refuse('chunking_max_tokens', 'Input should be an integer from 16')
  return text
}

/** First and last page, from 1. docling ignores pages after the end. */
function readPages(values: readonly string[]): { first: number; last: number; clip: true } | null {
  if (values.length === 0) return null
  const [first = Number.NaN, last = Number.NaN] = values.map((value) =>
    /^\d{1,19}$/.test(value) ? Number(value) : Number.NaN,
  )
  if (values.length !== 2 || !(first >= 1) || !(last >= first))
    refuse('page_range', 'Input should be the first and the last page, counted from 1')
  return { first: first - 1, last: Math.min(last, Number.MAX_SAFE_INTEGER) - 1, clip: true }
}

function listOf(values: readonly string[] = []): string[] {
  return values
    .flatMap((value) => value.replace(/^\s*\[|\]\s*$/g, '').split(','))
    .map((value) => value.trim().replace(/^"|"$/g, ''))
    .filter((value) => value !== '')
}
