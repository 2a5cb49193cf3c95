/** Options of a parse, described in `docs/api.md`. */

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
export const chunkTokenLimits = { min: 16, max: 100_000 } as const

/** 0-based and inclusive. */
export interface PageSpan {
  readonly first: number
  readonly last: number
  /** Pages after the end are an error only if the document has none of the pages. */
  readonly clip?: true
}

export interface ParseOptions {
  readonly outputFormats: readonly OutputFormat[]
  readonly elementFormats: ElementFormats
  readonly features: FeatureConfig
  readonly pageRange: readonly PageSpan[] | null
  readonly ocr: (typeof ocrModes)[number]
  /** In order of preference; `null` selects those of the deployment. */
  readonly ocrLanguages: readonly string[] | null
  readonly password: string | null
  /** `auto` converts if the deployment has a converter. */
  readonly office: OfficeMode
  readonly speakerNotes: boolean
  readonly pageImages: boolean
  readonly chunk: (typeof chunkModes)[number]
  readonly chunkMaxTokens: number
  /** Tokens repeated from the previous chunk, at most half of the maximum. */
  readonly chunkOverlapTokens: number
  readonly chunkTokenizer: ChunkTokenizer
  /** Keeps furniture in the JSON only, with `keep_header_footer`, for compatible APIs. */
  readonly furnitureOnlyInJson?: true
  /** Adds boxes of list items to the JSON, for compatible APIs. */
  readonly listItemBoxes?: true
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

export function wantsImages(options: ParseOptions): boolean {
  return options.elementFormats.image !== 'none' || options.outputFormats.includes('zip')
}

/** How outputs refer to images that are not on a server. */
export function imageLinksOf(
  { elementFormats: { image } }: Pick<ParseOptions, 'elementFormats'>,
  folder: string,
): { readonly kind: 'file'; readonly folder: string } | { readonly kind: 'base64' | 'none' } {
  return image === 'file' ? { kind: 'file', folder } : { kind: image === 'base64' ? 'base64' : 'none' }
}
