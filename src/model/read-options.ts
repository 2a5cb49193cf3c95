import {
  defaultOptions,
  type ElementFormats,
  elementFormatChoices,
  type FeatureConfig,
  featureDefaults,
  type OutputFormat,
  outputFormats,
  type PageSpan,
  type ParseOptions,
} from './options.ts'
import { mergeRanges } from './ranges.ts'
import { type ParseField, parseFields } from './request-fields.ts'

export type FormFields = ReadonlyMap<string, readonly string[]>

interface OptionsResult {
  readonly options: ParseOptions
  /** One message per invalid value, with the allowed values. */
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

export function readOptions(fields: FormFields): OptionsResult {
  const problems: string[] = []
  const first = (name: ParseField): string | undefined => fields.get(name)?.[0]
  readChoice('scene', first, problems)
  // Some client libraries send lists with brackets in the name.
  const formats = readOutputFormats(fields.get('output_formats') ?? fields.get('output_formats[]') ?? [], problems)
  const elementFormats = readElementFormats(first('element_formats'), problems)
  if (elementFormats.image === 'file' && !formats.includes('zip'))
    problems.push('element_formats.image: "file" puts the images into the zip, so "zip" must be among output_formats')
  const featureField = fields.has('feature_config') ? 'feature_config' : 'extract_config'
  const options: ParseOptions = {
    outputFormats: formats,
    elementFormats,
    features: readFeatures(featureField, first(featureField), problems),
    pageRange: readPageRange(first('page_range'), problems),
    ocr: readChoice('ocr', first, problems) ?? defaultOptions.ocr,
    ocrLanguages: readLanguages(first('ocr_languages'), problems),
    password: first('password') || null,
    office: readChoice('office', first, problems) ?? defaultOptions.office,
    speakerNotes: readBoolean('speaker_notes', first('speaker_notes'), problems),
    pageImages: readBoolean('page_images', first('page_images'), problems),
    ...readChunkOptions(first, problems),
    links: readBoolean('links', first('links'), problems),
  }
  return { options, problems: limitProblems(problems), warnings: warningsOf(options) }
}

/** A list of a form field can have a hundred thousand invalid items. */
const MAX_PROBLEMS = 50

function limitProblems(problems: readonly string[]): string[] {
  const unique = [...new Set(problems)]
  const more = unique.length - MAX_PROBLEMS
  return more > 0 ? [...unique.slice(0, MAX_PROBLEMS), `${more} more problems`] : unique
}

type ChunkOptions = Pick<ParseOptions, 'chunk' | 'chunkMaxTokens' | 'chunkOverlapTokens' | 'chunkTokenizer'>
type First = (name: ParseField) => string | undefined

function readChunkOptions(first: First, problems: string[]): ChunkOptions {
  const { minimum, maximum } = parseFields.chunk_max_tokens
  const max = readInteger('chunk_max_tokens', first, { min: minimum, max: maximum, problems })
  const chunkMaxTokens = max ?? defaultOptions.chunkMaxTokens
  const overlapLimits = { min: parseFields.chunk_overlap_tokens.minimum, max: Math.floor(chunkMaxTokens / 2), problems }
  return {
    chunk: readChoice('chunk', first, problems) ?? defaultOptions.chunk,
    chunkMaxTokens,
    chunkOverlapTokens: readInteger('chunk_overlap_tokens', first, overlapLimits) ?? defaultOptions.chunkOverlapTokens,
    chunkTokenizer: readChoice('chunk_tokenizer', first, problems) ?? defaultOptions.chunkTokenizer,
  }
}

function readInteger(
  name: ParseField,
  first: First,
  { min, max, problems }: { min: number; max: number; problems: string[] },
): number | undefined {
  const value = first(name)
  if (value === undefined || value.trim() === '') return undefined
  const number = /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  problems.push(`${name}: "${shorten(value)}" is not a whole number from ${min} to ${max}`)
  return undefined
}

function warningsOf({ outputFormats: formats, elementFormats, chunk, pageImages }: ParseOptions): string[] {
  const warnings: string[] = []
  if (chunk !== 'none' && !formats.includes('json'))
    warnings.push('chunk: chunks are part of the JSON, which output_formats does not include')
  if (pageImages && !formats.includes('json'))
    warnings.push('page_images: their addresses are part of the JSON, which output_formats does not include')
  else if (pageImages && elementFormats.image === 'none' && !formats.includes('zip'))
    warnings.push('page_images: with element_formats.image "none" the JSON has no image addresses')
  return warnings
}

/** The fixed order gives equal results for equal requests. */
function readOutputFormats(values: readonly string[], problems: string[]): readonly OutputFormat[] {
  const names = values.flatMap(splitList).map((name) => (name === 'somarkdown' ? 'markdown' : name))
  for (const name of names)
    if (!outputFormats.some((format) => format === name))
      problems.push(`output_formats: "${shorten(name)}" is not known; use ${quoteAll(outputFormats)}`)
  const formats = outputFormats.filter((format) => names.includes(format))
  return formats.length === 0 ? defaultOptions.outputFormats : formats
}

function splitList(value: string): string[] {
  const parsed = parseJson(value)
  const isList = Array.isArray(parsed) && parsed.every((item) => typeof item === 'string')
  const items: readonly string[] = isList ? parsed : value.split(',')
  return items.map((item) => item.trim()).filter((item) => item !== '')
}

function readElementFormats(text: string | undefined, problems: string[]): ElementFormats {
  return readObject('element_formats', text, {
    defaults: defaultOptions.elementFormats,
    problemWith: (key, value) => {
      const choices: readonly unknown[] = elementFormatChoices[key]
      return choices.includes(value) ? null : `is not known; use ${quoteAll(elementFormatChoices[key])}`
    },
    problems,
  })
}

function readFeatures(name: string, text: string | undefined, problems: string[]): FeatureConfig {
  return readObject<FeatureConfig>(name, text, {
    defaults: featureDefaults,
    problemWith: (_, value) => (typeof value === 'boolean' ? null : 'is not a boolean; use true or false'),
    problems,
  })
}

interface ObjectField<shape> {
  readonly defaults: shape
  problemWith(key: keyof shape, value: unknown): string | null
  readonly problems: string[]
}

function readObject<shape extends object>(
  name: string,
  text: string | undefined,
  { defaults, problemWith, problems }: ObjectField<shape>,
): shape {
  const chosen: Partial<Record<string, unknown>> = Object.assign({}, defaults)
  const sent = text === undefined || text.trim() === '' ? null : parseJson(text)
  if (sent !== null && (typeof sent !== 'object' || Array.isArray(sent)))
    problems.push(`${name}: not a JSON object: ${shorten(text ?? '')}`)
  else
    for (const [key, value] of Object.entries(sent ?? {})) {
      const isKnown = Object.hasOwn(defaults, key)
      const problem = isKnown && value !== null ? problemWith(key as keyof shape, value) : null
      if (!isKnown) problems.push(`${name}: unknown key "${shorten(key)}"; use ${quoteAll(Object.keys(defaults))}`)
      else if (problem !== null) problems.push(`${name}.${key}: ${shorten(JSON.stringify(value))} ${problem}`)
      else if (value !== null) chosen[key] = value
    }
  return chosen as shape
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type ChoiceField = {
  [name in ParseField]: (typeof parseFields)[name] extends { readonly enum: readonly string[] } ? name : never
}[ParseField]

function readChoice<name extends ChoiceField>(
  name: name,
  first: First,
  problems: string[],
): (typeof parseFields)[name]['enum'][number] | undefined {
  const value = first(name)
  if (value === undefined || value === '') return undefined
  const choices: readonly (typeof parseFields)[name]['enum'][number][] = parseFields[name].enum
  const found = choices.find((choice) => choice === value)
  if (found === undefined) problems.push(`${name}: "${shorten(value)}" is not known; use ${quoteAll(choices)}`)
  return found
}

/** Several languages print their booleans in title case. */
export function readBoolean(name: string, value: string | undefined, problems: string[]): boolean {
  const text = value?.trim().toLowerCase() ?? ''
  if (!['', 'false', '0', 'true', '1'].includes(text))
    problems.push(`${name}: "${shorten(text)}" is not a boolean; use true or false`)
  return text === 'true' || text === '1'
}

function readLanguages(value: string | undefined, problems: string[]): readonly string[] | null {
  if (value === undefined || value.trim() === '') return null
  const names = value
    .split(/[+,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const invalid = names.filter((name) => !/^[A-Za-z0-9_]{2,32}$/.test(name))
  if (invalid.length === 0) return [...new Set(names)]
  problems.push(
    `ocr_languages: ${invalid.map((name) => `"${shorten(name)}"`).join(', ')} is not a language name; write for example "eng+chi_sim"`,
  )
  return null
}

/** Reads `1-5,8` (1-based, inclusive). */
export function readPageRange(value: string | undefined, problems: string[]): readonly PageSpan[] | null {
  if (value === undefined || value.trim() === '') return null
  const spans: PageSpan[] = []
  for (const part of value.split(',')) {
    const match = /^\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?$/.exec(part)
    const first = Number(match?.[1])
    const last = Number(match?.[2] ?? match?.[1])
    if (match === null || first < 1 || last < first)
      problems.push(
        `page_range: "${shorten(part.trim())}" is not a page or a range; write for example "1-5,8", counting from 1`,
      )
    else spans.push({ first: first - 1, last: last - 1 })
  }
  // A field can repeat a range ten thousands of times.
  return mergeRanges(spans)
}

export function quoteAll(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

/** A response must not repeat megabytes of input. */
function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`
}
