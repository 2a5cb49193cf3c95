/** Form fields of Unstructured's `/general/v0/general`. Unknown fields are ignored, as there. */
import { ParseError } from '../../../model/errors.ts'
import type { FormFields } from '../../../model/read-options.ts'
import type { OwnOptions } from '../access.ts'
import { ocrLanguagesOf } from '../languages.ts'
import type { ChunkingOptions } from './chunking.ts'
import type { ElementOptions } from './elements.ts'

export interface UnstructuredOptions {
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
const defaultMaxCharacters = 500

/** Throws `ParseError` 1133 with the status of Unstructured. */
export function readUnstructuredOptions(
  fields: FormFields,
  installedLanguages: readonly string[],
): UnstructuredOptions {
  const first = (name: string): string => (fields.get(name) ?? fields.get(`${name}[]`))?.[0]?.trim() ?? ''
  const list = (name: string): string[] =>
    (fields.get(name) ?? fields.get(`${name}[]`) ?? [])
      .flatMap((value) => value.replace(/^\s*\[|\]\s*$/g, '').split(/[,+]/))
      .map((value) => value.trim().replace(/^["']|["']$/g, ''))
      .filter((value) => value !== '')
  const flag = (name: string, fallback = false): boolean =>
    first(name) === '' ? fallback : first(name).toLowerCase() === 'true'
  const strategy = first('strategy') || 'auto'
  if (!Object.hasOwn(strategies, strategy))
    refuse(`Invalid strategy: ${strategy}. Must be one of ['auto', 'fast', 'hi_res', 'ocr_only']`, 400)
  const format = first('output_format') || 'application/json'
  if (format !== 'application/json' && format !== 'text/csv')
    refuse(`output_format: Input should be 'application/json' or 'text/csv', not '${format.slice(0, 60)}'`)
  const languages = ocrLanguagesOf([...list('languages'), ...list('ocr_languages')], installedLanguages)
  const imageTypes = list('extract_image_block_types')
  return {
    own: {
      fields: new Map([
        ['output_formats', ['json']],
        ['element_formats', [JSON.stringify({ image: imageTypes.length > 0 ? 'base64' : 'none', table: 'html' })]],
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
      imageTypes: imageTypes.map((type) => type.charAt(0).toUpperCase() + type.slice(1)),
      startingPage: integer('starting_page_number', first('starting_page_number'), 1),
    },
    chunking: readChunking(first, flag),
    csv: format === 'text/csv',
    skipTables: list('skip_infer_table_types').map((type) => (type.startsWith('.') ? type : `.${type}`)),
  }
}

function readChunking(
  first: (name: string) => string,
  flag: (name: string, fallback?: boolean) => boolean,
): ChunkingOptions | null {
  const strategy = first('chunking_strategy')
  if (strategy === '' || strategy === 'none') return null
  if (strategy !== 'basic' && strategy !== 'by_title')
    refuse(`Invalid chunking strategy: ${strategy.slice(0, 60)}. Must be one of ['basic', 'by_title']`)
  const maxCharacters = Math.max(1, integer('max_characters', first('max_characters'), defaultMaxCharacters))
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

function refuse(message: string, status = 422): never {
  throw new ParseError(1133, message, { status })
}
