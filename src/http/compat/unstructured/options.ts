/** Form fields of Unstructured's `/general/v0/general`. Unknown fields are ignored, as there. */
import { ParseError } from '../../../model/errors.ts'
import type { FormFields } from '../../../model/read-options.ts'
import type { FieldSchema } from '../../../model/request-fields.ts'
import type { OwnOptions } from '../access.ts'
import { ocrLanguagesOf } from '../languages.ts'
import type { ChunkingOptions } from './chunking.ts'
import type { ElementOptions } from './elements.ts'

interface UnstructuredOptions {
  readonly own: OwnOptions
  readonly elements: Omit<ElementOptions, 'fileName' | 'mediaType' | 'tableHtml'>
  readonly chunking: ChunkingOptions | null
  readonly csv: boolean
  /** File types without `text_as_html`. */
  readonly skipTables: readonly string[]
}

const strategies: Readonly<Record<string, string>> = {
  auto: 'auto',
  fast: 'off',
  hi_res: 'auto',
  ocr_only: 'force',
  od_only: 'auto',
  vlm: 'auto',
}
const DEFAULT_MAX_CHARACTERS = 500

export const unstructuredFields = {
  strategy: {
    type: 'string',
    enum: Object.keys(strategies),
    default: 'auto',
    description: '`auto`, `hi_res`: OCR where it is needed; `fast`: no OCR; `ocr_only`: OCR of every page.',
  },
  output_format: {
    type: 'string',
    enum: ['application/json', 'text/csv'],
    default: 'application/json',
    description: 'Media type of the response.',
  },
  languages: { type: 'array', items: { type: 'string' }, description: 'Languages of the OCR.', examples: [['eng']] },
  ocr_languages: { type: 'array', items: { type: 'string' }, description: 'The old name of `languages`.' },
  coordinates: { type: 'boolean', default: false, description: 'Corners of elements in pixels at 144 dpi.' },
  include_page_breaks: { type: 'boolean', default: false, description: '`PageBreak` elements.' },
  include_slide_notes: { type: 'boolean', default: true, description: 'Notes of slides.' },
  extract_image_block_types: {
    type: 'array',
    items: { type: 'string' },
    description: '`Image`, `Table`: figures and tables as `image_base64`.',
    examples: [['Image']],
  },
  skip_infer_table_types: {
    type: 'array',
    items: { type: 'string' },
    description: 'File types without `text_as_html`.',
    examples: [['pdf']],
  },
  starting_page_number: { type: 'integer', minimum: 0, default: 1, description: 'Number of the first page.' },
  chunking_strategy: {
    type: 'string',
    enum: ['none', 'basic', 'by_title'],
    description: 'Chunks instead of elements.',
  },
  max_characters: { type: 'integer', minimum: 1, default: DEFAULT_MAX_CHARACTERS, description: 'Maximum of a chunk.' },
  new_after_n_chars: { type: 'integer', minimum: 0, description: 'A chunk of this size is closed.' },
  combine_under_n_chars: { type: 'integer', minimum: 0, description: 'Smaller sections are combined.' },
  overlap: {
    type: 'integer',
    minimum: 0,
    default: 0,
    description: 'Characters repeated between the parts of a block.',
  },
  overlap_all: { type: 'boolean', default: false, description: 'Overlap between all chunks.' },
  multipage_sections: { type: 'boolean', default: true, description: 'Chunks across pages.' },
  include_orig_elements: { type: 'boolean', default: true, description: 'Elements of a chunk in its metadata.' },
  password: { type: 'string', format: 'password', description: 'Opens protected files.' },
} as const satisfies Readonly<Record<string, FieldSchema>>
type FieldName = keyof typeof unstructuredFields

/** Throws `ParseError` 1133 with the status of Unstructured. */
export function readUnstructuredOptions(
  fields: FormFields,
  installedLanguages: readonly string[],
): UnstructuredOptions {
  const first = (name: FieldName): string => (fields.get(name) ?? fields.get(`${name}[]`))?.[0]?.trim() ?? ''
  const list = (name: FieldName): string[] =>
    (fields.get(name) ?? fields.get(`${name}[]`) ?? [])
      .flatMap((value) => value.replace(/^\s*\[|\]\s*$/g, '').split(/[,+]/))
      .map((value) => value.trim().replace(/^["']|["']$/g, ''))
      .filter((value) => value !== '')
  const flag = (name: FieldName, fallback = false): boolean =>
    first(name) === '' ? fallback : first(name).toLowerCase() === 'true'
  const strategy = first('strategy') || 'auto'
  if (!Object.hasOwn(strategies, strategy))
    refuse(`Invalid strategy: ${strategy}. Must be one of ['auto', 'fast', 'hi_res', 'ocr_only']`, 400)
  const format = first('output_format') || 'application/json'
  if (format !== 'application/json' && format !== 'text/csv')
    refuse(`output_format: Input should be 'application/json' or 'text/csv', not '${format.slice(0, 60)}'`)
  const languages = ocrLanguagesOf([...list('languages'), ...list('ocr_languages')], installedLanguages)
  const imageTypes = list('extract_image_block_types').map((type) => type.charAt(0).toUpperCase() + type.slice(1))
  const elementFormats = {
    image: imageTypes.length > 0 ? 'base64' : 'none',
    table: imageTypes.includes('Table') ? 'image' : 'html',
  }
  return {
    own: {
      fields: new Map([
        ['output_formats', ['json']],
        ['element_formats', [JSON.stringify(elementFormats)]],
        ['feature_config', ['{"enable_title_level_recognition":true,"keep_header_footer":true}']],
        ['ocr', [strategies[strategy] ?? 'auto']],
        ['ocr_languages', [languages.installed.join('+')]],
        ['speaker_notes', [String(flag('include_slide_notes', true))]],
        ['password', [first('password')]],
      ]),
    },
    elements: {
      languages: languages.installed.length > 0 ? languages.installed : ['eng'],
      coordinates: flag('coordinates'),
      pageBreaks: flag('include_page_breaks'),
      imageTypes,
      startingPage: integer('starting_page_number', first('starting_page_number'), 1),
    },
    chunking: readChunking(first, flag),
    csv: format === 'text/csv',
    skipTables: list('skip_infer_table_types').map((type) => (type.startsWith('.') ? type : `.${type}`)),
  }
}

function readChunking(
  first: (name: FieldName) => string,
  flag: (name: FieldName, fallback?: boolean) => boolean,
): ChunkingOptions | null {
  const strategy = first('chunking_strategy')
  if (strategy === '' || strategy === 'none') return null
  if (strategy !== 'basic' && strategy !== 'by_title')
    refuse(`Invalid chunking strategy: ${strategy.slice(0, 60)}. Must be one of ['basic', 'by_title']`)
  const maxCharacters = Math.max(1, integer('max_characters', first('max_characters'), DEFAULT_MAX_CHARACTERS))
  const overlap = integer('overlap', first('overlap'), 0)
  if (overlap >= maxCharacters) refuse(`overlap: ${overlap} must be less than max_characters: ${maxCharacters}`)
  return {
    strategy,
    maxCharacters,
    newAfter: integer('new_after_n_chars', first('new_after_n_chars'), maxCharacters),
    combineUnder: integer('combine_under_n_chars', first('combine_under_n_chars'), maxCharacters),
    overlap,
    overlapAll: flag('overlap_all'),
    origElements: flag('include_orig_elements', true),
    multipageSections: flag('multipage_sections', true),
  }
}

function integer(name: string, text: string, fallback: number): number {
  if (text === '') return fallback
  if (!/^\d{1,9}$/.test(text)) refuse(`${name}: Input should be a valid integer, not '${text.slice(0, 60)}'`)
  return Number(text)
}

function refuse(message: string, status: 400 | 422 = 422): never {
  throw new ParseError(1133, message, { status })
}
