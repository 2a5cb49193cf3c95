/** Fields of the forms of a parse request, as JSON Schema. */
import {
  chunkModes,
  chunkTokenizers,
  chunkTokenLimits,
  defaultOptions,
  elementFormatChoices,
  featureDefaults,
  ocrModes,
  officeModes,
  outputFormats,
} from './options.ts'

export interface FieldSchema {
  readonly type: 'string' | 'boolean' | 'integer' | 'array' | 'object'
  readonly description: string
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
  readonly examples?: readonly unknown[]
  readonly items?: { readonly type: 'string'; readonly enum?: readonly string[] }
  readonly properties?: Readonly<Record<string, object>>
  readonly additionalProperties?: false
}

const pagePattern = String.raw`\s*\d{1,6}\s*(-\s*\d{1,6}\s*)?`

const featureConfig = {
  type: 'object',
  description: 'Switches, as JSON. Keys that are missing or null have their defaults.',
  properties: objectProperties(featureDefaults, (key) => ({
    type: ['boolean', 'null'],
    default: featureDefaults[key],
  })),
  additionalProperties: false,
  examples: [{ enable_title_level_recognition: true }],
} as const satisfies FieldSchema

export const parseFields = {
  output_formats: {
    type: 'array',
    items: { type: 'string', enum: outputFormats },
    default: defaultOptions.outputFormats,
    description: 'Outputs of the result. Repeat the field, or send a comma-separated list or a JSON array.',
  },
  element_formats: {
    type: 'object',
    description:
      'How images, tables and formulas are written, as JSON. Keys that are missing or null have their defaults.',
    properties: objectProperties(elementFormatChoices, (key) => ({
      type: ['string', 'null'],
      enum: [...elementFormatChoices[key], null],
      default: defaultOptions.elementFormats[key],
    })),
    additionalProperties: false,
    examples: [{ image: 'none', table: 'markdown' }],
  },
  feature_config: featureConfig,
  page_range: {
    type: 'string',
    pattern: `^(${pagePattern}(,${pagePattern})*)?$`,
    description: 'Pages, counted from 1, both ends included. Default: all pages.',
    examples: ['1-5,8'],
  },
  ocr: {
    type: 'string',
    enum: ocrModes,
    default: defaultOptions.ocr,
    description: '`auto`: OCR for pages without a usable text layer; `force`: for all; `off`: for none.',
  },
  ocr_languages: {
    type: 'string',
    description:
      'OCR models in order of preference, joined by `+`. Default: those of the service; `GET /health` lists them.',
    examples: ['eng+chi_sim'],
  },
  password: { type: 'string', format: 'password', description: 'Opens protected PDF and Office files.' },
  office: {
    type: 'string',
    enum: officeModes,
    default: defaultOptions.office,
    description: 'How Office files are read: `convert` by way of a PDF, `direct` from the file.',
  },
  speaker_notes: { type: 'boolean', default: false, description: 'Slides are followed by their notes.' },
  page_images: {
    type: 'boolean',
    default: false,
    description: 'An image of each page, as `pages[].page_image_url` in the JSON.',
  },
  chunk: {
    type: 'string',
    enum: chunkModes,
    default: defaultOptions.chunk,
    description: 'Adds chunks for retrieval to the JSON: of sections, of the whole document, or of pages.',
  },
  chunk_max_tokens: {
    type: 'integer',
    minimum: chunkTokenLimits.min,
    maximum: chunkTokenLimits.max,
    default: defaultOptions.chunkMaxTokens,
    description: 'Maximum size of a chunk together with the titles above it.',
  },
  chunk_overlap_tokens: {
    type: 'integer',
    minimum: 0,
    default: defaultOptions.chunkOverlapTokens,
    description: 'Text repeated from the previous chunk; at most half of `chunk_max_tokens`.',
  },
  chunk_tokenizer: {
    type: 'string',
    enum: chunkTokenizers,
    default: defaultOptions.chunkTokenizer,
    description: 'How tokens are counted. On Workers only `estimate`.',
  },
  links: { type: 'boolean', default: false, description: 'Hyperlinks in the Markdown, and as `links` in the JSON.' },
  scene: {
    type: 'string',
    enum: ['general', 'k12'],
    default: 'general',
    description: 'For old clients; `k12` means `general`.',
  },
  extract_config: { ...featureConfig, description: 'The old name of `feature_config`.' },
} as const satisfies Readonly<Record<string, FieldSchema>>

export type ParseField = keyof typeof parseFields

export const taskFields = {
  callback_url: {
    type: 'string',
    format: 'uri',
    description: 'Receives a POST with the body of a check when the task has ended.',
  },
  dedupe: {
    type: 'boolean',
    default: false,
    description: 'A repeated request of the same key returns the existing task and costs nothing.',
  },
} as const satisfies Readonly<Record<string, FieldSchema>>

function objectProperties<key extends string>(
  choices: Readonly<Record<key, unknown>>,
  schemaOf: (key: key) => object,
): Readonly<Record<key, object>> {
  const keys = Object.keys(choices) as key[]
  return Object.fromEntries(keys.map((key) => [key, schemaOf(key)])) as Record<key, object>
}
