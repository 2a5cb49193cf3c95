/** Options of a parse, with their defaults. `docs/api.md` describes them. */

export const outputFormats = ['markdown', 'json', 'html', 'zip'] as const
/** The command line also writes the chunks alone. */
export type OutputFormat = (typeof outputFormats)[number] | 'chunks'

export const elementFormatChoices = {
  image: ['url', 'base64', 'file', 'none'],
  formula: ['latex', 'mathml', 'ascii'],
  table: ['html', 'markdown', 'image'],
  cs: ['image'],
} as const
export type ElementFormats = {
  readonly [element in keyof typeof elementFormatChoices]: (typeof elementFormatChoices)[element][number]
}

export const featureDefaults = {
  enable_text_cross_page: false,
  enable_table_cross_page: false,
  enable_title_level_recognition: false,
  enable_inline_formula: false,
  enable_inline_image: false,
  enable_table_image: true,
  enable_image_understanding: true,
  keep_header_footer: false,
} as const
export type FeatureConfig = { readonly [name in keyof typeof featureDefaults]: boolean }

export const ocrModes = ['auto', 'force', 'off'] as const
export const officeModes = ['auto', 'convert', 'direct'] as const
export type OfficeMode = (typeof officeModes)[number]
export const chunkModes = ['none', 'title', 'size', 'page'] as const
export const chunkTokenizers = ['estimate', 'cl100k_base', 'o200k_base'] as const
export type ChunkTokenizer = (typeof chunkTokenizers)[number]
/** Limits of `chunk_max_tokens`. */
export const chunkTokenLimits = { min: 16, max: 100_000 } as const

/** First and last page of a range in `page_range`, 0-based and inclusive. */
export interface PageSpan {
  readonly first: number
  readonly last: number
  /** Pages after the end of the document are ignored; otherwise they are an error. */
  readonly clip?: true
}

export interface ParseOptions {
  readonly outputFormats: readonly OutputFormat[]
  readonly elementFormats: ElementFormats
  readonly features: FeatureConfig
  /** `null`: all pages. */
  readonly pageRange: readonly PageSpan[] | null
  readonly ocr: (typeof ocrModes)[number]
  /** In order of preference; `null`: the languages of the deployment. */
  readonly ocrLanguages: readonly string[] | null
  readonly password: string | null
  /** How Office files are read; `auto`: converted if the deployment has a converter. */
  readonly office: OfficeMode
  /** Notes follow each slide. */
  readonly speakerNotes: boolean
  readonly pageImages: boolean
  /** Chunks for retrieval in the JSON. */
  readonly chunk: (typeof chunkModes)[number]
  /** Tokens of a chunk together with the titles above it. */
  readonly chunkMaxTokens: number
  /** Text repeated from the previous chunk; at most half of the maximum. */
  readonly chunkOverlapTokens: number
  readonly chunkTokenizer: ChunkTokenizer
  /** With `keep_header_footer`: page headers and footers are only in the JSON. No form field; for compatible APIs. */
  readonly furnitureOnlyInJson?: true
  /** Boxes of list items in the JSON, for compatible APIs. */
  readonly listItemBoxes?: true
  /** Hyperlinks in the Markdown, and as `links` in the JSON. */
  readonly links: boolean
}

export const defaultOptions: ParseOptions = {
  outputFormats: ['markdown', 'json'],
  elementFormats: { image: 'url', formula: 'latex', table: 'html', cs: 'image' },
  features: featureDefaults,
  pageRange: null,
  ocr: 'auto',
  ocrLanguages: null,
  password: null,
  office: 'auto',
  speakerNotes: false,
  pageImages: false,
  chunk: 'none',
  chunkMaxTokens: 512,
  chunkOverlapTokens: 0,
  chunkTokenizer: 'estimate',
  links: false,
}

/** Whether any output contains images; a zip always does. */
export function wantsImages(options: ParseOptions): boolean {
  return options.elementFormats.image !== 'none' || options.outputFormats.includes('zip')
}
