/**
 * What a caller may ask of a parse: names, defaults and the checks of the wire contract (§2).
 * `readOptions` turns form fields into `ParseOptions` and lists every problem at once; it never throws.
 */
import { z } from 'zod'

export const outputFormats = ['markdown', 'json', 'zip'] as const
export type OutputFormat = (typeof outputFormats)[number]

export const elementFormatChoices = {
  image: ['url', 'base64', 'file', 'none'],
  formula: ['latex', 'mathml', 'ascii'],
  table: ['html', 'markdown', 'image'],
  cs: ['image'],
} as const

export interface ElementFormats {
  readonly image: (typeof elementFormatChoices.image)[number]
  readonly formula: (typeof elementFormatChoices.formula)[number]
  readonly table: (typeof elementFormatChoices.table)[number]
  readonly cs: (typeof elementFormatChoices.cs)[number]
}

export const featureDefaults = {
  enable_text_cross_page: false,
  enable_table_cross_page: false,
  enable_title_level_recognition: false,
  enable_inline_image: false,
  enable_table_image: true,
  enable_image_understanding: true,
  keep_header_footer: false,
} as const
export type FeatureName = keyof typeof featureDefaults
export type FeatureConfig = { readonly [name in FeatureName]: boolean }

const ocrModes = ['auto', 'force', 'off'] as const
export const officeModes = ['auto', 'convert', 'direct'] as const
export type OfficeMode = (typeof officeModes)[number]
const chunkModes = ['none', 'title'] as const
export type ChunkMode = (typeof chunkModes)[number]

/** First and last page of a piece of `page_range`, 0-based and inclusive. */
export interface PageSpan {
  readonly first: number
  readonly last: number
}

export interface ParseOptions {
  readonly outputFormats: readonly OutputFormat[]
  readonly elementFormats: ElementFormats
  readonly features: FeatureConfig
  /** `null`: all pages. */
  readonly pageRange: readonly PageSpan[] | null
  readonly ocr: (typeof ocrModes)[number]
  /** Ordered; `null`: the deployment's own list. */
  readonly ocrLanguages: readonly string[] | null
  readonly password: string | null
  /** How Office files are read; `auto`: the best that this deployment has. */
  readonly office: OfficeMode
  /** Slides are followed by their notes. */
  readonly speakerNotes: boolean
  /** Each page has a picture of the whole of it. */
  readonly pageImages: boolean
  /** How the JSON is cut into pieces for retrieval, besides its pages. */
  readonly chunk: ChunkMode
  /** Hyperlinks are kept: in the Markdown, and as `links` in the JSON. */
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
  links: false,
}

/** Form fields by name, each with its values in the order they came. */
export type FormFields = ReadonlyMap<string, readonly string[]>

export interface ReadOptions {
  readonly options: ParseOptions
  /** Empty when all is well; each one names the field, the value seen and what is allowed. */
  readonly problems: readonly string[]
  /** Accepted, but not honoured by this deployment. */
  readonly warnings: readonly string[]
}

/** Reads and checks the parse fields of a form. Unknown fields are ignored, as the contract says. */
export function readOptions(fields: FormFields): ReadOptions {
  const problems: string[] = []
  const warnings: string[] = []
  const first = (name: string): string | undefined => fields.get(name)?.[0]

  const scene = first('scene')
  if (scene !== undefined && scene !== '' && scene !== 'general' && scene !== 'k12')
    problems.push(`scene: "${shorten(scene)}" is not known; use "general"`)

  // Libraries that turn lists into forms write the name with brackets.
  const formats = readOutputFormats(fields.get('output_formats') ?? fields.get('output_formats[]') ?? [], problems)
  const elementFormats = readElementFormats(first('element_formats'), problems)
  const features = readFeatures(fields, problems)
  if (elementFormats.image === 'file' && !formats.includes('zip'))
    problems.push('element_formats.image: "file" puts the images into the zip, so "zip" must be among output_formats')

  const ocr = readChoice('ocr', first('ocr'), ocrModes, problems) ?? defaultOptions.ocr
  const office = readChoice('office', first('office'), officeModes, problems) ?? defaultOptions.office
  const chunk = readChoice('chunk', first('chunk'), chunkModes, problems) ?? defaultOptions.chunk
  if (chunk === 'title' && !formats.includes('json'))
    warnings.push('chunk: pieces stand in the JSON, which output_formats does not ask for')
  const speakerNotes = readBoolean('speaker_notes', first('speaker_notes'), problems)
  const pageImages = readBoolean('page_images', first('page_images'), problems)
  if (pageImages && !formats.includes('json'))
    warnings.push('page_images: their addresses stand in the JSON, which output_formats does not ask for')
  else if (pageImages && elementFormats.image === 'none' && !formats.includes('zip'))
    warnings.push('page_images: with element_formats.image "none" the JSON names no pictures')
  return {
    options: {
      outputFormats: formats,
      elementFormats,
      features,
      pageRange: readPageRange(first('page_range'), problems),
      ocr,
      ocrLanguages: readLanguages(first('ocr_languages'), problems),
      password: first('password') || null,
      office,
      speakerNotes,
      pageImages,
      chunk,
      links: readBoolean('links', first('links'), problems),
    },
    problems,
    warnings,
  }
}

function readOutputFormats(values: readonly string[], problems: string[]): OutputFormat[] {
  const found = new Set<OutputFormat>()
  for (const value of values.flatMap(splitList)) {
    const name = value === 'somarkdown' ? 'markdown' : value
    if ((outputFormats as readonly string[]).includes(name)) found.add(name as OutputFormat)
    else problems.push(`output_formats: "${shorten(value)}" is not known; use ${listOf(outputFormats)}`)
  }
  // The contract's order, whatever order was sent, so that equal requests give equal bytes.
  return found.size === 0 ? [...defaultOptions.outputFormats] : outputFormats.filter((format) => found.has(format))
}

/** A single value may hold a JSON array or a comma list. */
function splitList(value: string): string[] {
  const text = value.trim()
  if (text === '') return []
  if (text.startsWith('[')) {
    const parsed = z.array(z.string()).safeParse(parseJson(text))
    if (parsed.success) return parsed.data.map((item) => item.trim()).filter((item) => item !== '')
  }
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function readElementFormats(text: string | undefined, problems: string[]): ElementFormats {
  const chosen: Record<string, string> = { ...defaultOptions.elementFormats }
  for (const [key, value] of readObject('element_formats', text, problems)) {
    const choices: readonly string[] | undefined = Object.hasOwn(elementFormatChoices, key)
      ? elementFormatChoices[key as keyof typeof elementFormatChoices]
      : undefined
    if (choices === undefined)
      problems.push(`element_formats: unknown key "${shorten(key)}"; use ${listOf(Object.keys(elementFormatChoices))}`)
    else if (value === null) continue
    else if (typeof value === 'string' && choices.includes(value)) chosen[key] = value
    else problems.push(`element_formats.${key}: ${shorten(JSON.stringify(value))} is not known; use ${listOf(choices)}`)
  }
  return chosen as unknown as ElementFormats
}

function readFeatures(fields: FormFields, problems: string[]): FeatureConfig {
  const chosen: Record<string, boolean> = { ...featureDefaults }
  const name = fields.has('feature_config') ? 'feature_config' : 'extract_config'
  for (const [key, value] of readObject(name, fields.get(name)?.[0], problems)) {
    if (!Object.hasOwn(featureDefaults, key))
      problems.push(`${name}: unknown key "${shorten(key)}"; use ${listOf(Object.keys(featureDefaults))}`)
    else if (value === null) continue
    else if (typeof value === 'boolean') chosen[key] = value
    else problems.push(`${name}.${key}: ${shorten(JSON.stringify(value))} is not a boolean; use true or false`)
  }
  return chosen as FeatureConfig
}

function readObject(name: string, text: string | undefined, problems: string[]): [string, unknown][] {
  if (text === undefined || text.trim() === '') return []
  const value = parseJson(text)
  if (value === null) return []
  if (typeof value === 'object' && !Array.isArray(value)) return Object.entries(value)
  problems.push(`${name}: not a JSON object: ${shorten(text)}`)
  return []
}

/** `undefined` for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readChoice<choice extends string>(
  name: string,
  value: string | undefined,
  choices: readonly choice[],
  problems: string[],
): choice | undefined {
  if (value === undefined || value === '') return undefined
  const found = choices.find((choice) => choice === value)
  if (found === undefined) problems.push(`${name}: "${shorten(value)}" is not known; use ${listOf(choices)}`)
  return found
}

/** A form field that says yes or no. Capitals are fine: several languages print their booleans with them. */
export function readBoolean(name: string, value: string | undefined, problems: string[]): boolean {
  const text = value?.trim().toLowerCase() ?? ''
  if (text === '' || text === 'false' || text === '0') return false
  if (text === 'true' || text === '1') return true
  problems.push(`${name}: "${shorten(text)}" is not a boolean; use true or false`)
  return false
}

function readLanguages(value: string | undefined, problems: string[]): readonly string[] | null {
  if (value === undefined || value.trim() === '') return null
  const names = value
    .split(/[+,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const odd = names.filter((name) => !/^[A-Za-z0-9_]{2,32}$/.test(name))
  if (odd.length > 0)
    problems.push(
      `ocr_languages: ${odd.map((name) => `"${shorten(name)}"`).join(', ')} is not a language name; write for example "eng+chi_sim"`,
    )
  return odd.length > 0 ? null : [...new Set(names)]
}

/** Reads `1-5,8` (1-based, inclusive) as 0-based spans. */
export function readPageRange(value: string | undefined, problems: string[]): readonly PageSpan[] | null {
  if (value === undefined || value.trim() === '') return null
  const spans: PageSpan[] = []
  for (const piece of value.split(',')) {
    const match = /^\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?$/.exec(piece)
    const first = Number(match?.[1])
    const last = Number(match?.[2] ?? match?.[1])
    if (match === null || first < 1 || last < first)
      problems.push(
        `page_range: "${shorten(piece.trim())}" is not a page or a range; write for example "1-5,8", counting from 1`,
      )
    else spans.push({ first: first - 1, last: last - 1 })
  }
  return spans
}

/** The 0-based pages that a range asks for, ascending and once each; all pages for `null`. */
export function resolvePages(range: readonly PageSpan[] | null, pageCount: number): number[] {
  if (range === null) return Array.from({ length: pageCount }, (_, index) => index)
  const wanted = new Set<number>()
  for (const { first, last } of range)
    for (let index = first; index <= Math.min(last, pageCount - 1); index++) wanted.add(index)
  return [...wanted].sort((a, b) => a - b)
}

/** The last page, 1-based, that a range names beyond the document's end; `null` when all exist. */
export function pageBeyondEnd(range: readonly PageSpan[] | null, pageCount: number): number | null {
  const last = Math.max(-1, ...(range ?? []).map((span) => span.last))
  return last >= pageCount ? last + 1 : null
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

/** Caller's text quoted in a message: short, so that an answer never echoes megabytes. */
function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`
}
