/** Checks arguments like form fields of the API, and reports all problems at once. */
import { parseArgs } from 'node:util'
import type { OutputFormat, ParseOptions } from '../model/options.ts'
import { type FormFields, readOptions } from '../model/read-options.ts'
import { usageMessage } from './arguments.node.ts'
import { flagOfField, withFlags } from './flag-names.ts'

export interface ParseRequest {
  readonly inputs: readonly string[]
  readonly recursive: boolean
  readonly jobs: number | null
  readonly skipExisting: boolean
  readonly quiet: boolean
  readonly out: string | null
  readonly options: ParseOptions
  readonly debugBoxes: string | null
  readonly debug: string | null
}

type ParseArguments =
  | { readonly kind: 'help' }
  | { readonly kind: 'problems'; readonly problems: readonly string[] }
  | { readonly kind: 'request'; readonly request: ParseRequest; readonly warnings: readonly string[] }

const MAX_JOBS = 256
const CHUNKS = 'chunks'

const flags = {
  format: { type: 'string', multiple: true, short: 'f' },
  out: { type: 'string', short: 'o' },
  recursive: { type: 'boolean', short: 'r' },
  jobs: { type: 'string', short: 'j' },
  'skip-existing': { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  pages: { type: 'string' },
  ocr: { type: 'string' },
  'ocr-languages': { type: 'string' },
  password: { type: 'string' },
  office: { type: 'string' },
  'speaker-notes': { type: 'boolean' },
  'page-images': { type: 'boolean' },
  chunk: { type: 'string' },
  'chunk-max-tokens': { type: 'string' },
  'chunk-overlap-tokens': { type: 'string' },
  'chunk-tokenizer': { type: 'string' },
  links: { type: 'boolean' },
  'feature-config': { type: 'string' },
  'element-formats': { type: 'string' },
  debug: { type: 'string' },
  'debug-boxes': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Flags that have the name of their form field. */
const fieldFlags = [
  'ocr',
  'ocr-languages',
  'password',
  'office',
  'speaker-notes',
  'page-images',
  'chunk',
  'chunk-max-tokens',
  'chunk-overlap-tokens',
  'chunk-tokenizer',
  'links',
  'feature-config',
] as const

export function readParseArguments(args: readonly string[]): ParseArguments {
  const parsed = tryParse(args)
  if (typeof parsed === 'string') return { kind: 'problems', problems: [parsed] }
  const { values, positionals } = parsed
  if (values.help) return { kind: 'help' }

  const formats = (values.format ?? ['markdown']).flatMap(splitChunks)
  const read = readOptions(toFields(values, formats))
  const options = {
    ...read.options,
    outputFormats: requestedFormats(formats, read.options),
    // Documents of a folder have different lengths.
    pageRange: read.options.pageRange?.map((span) => ({ ...span, clip: true as const })) ?? null,
  }
  const jobs = values.jobs === undefined ? null : Number(values.jobs)
  const request: ParseRequest = {
    inputs: positionals,
    recursive: values.recursive === true,
    jobs,
    skipExisting: values['skip-existing'] === true,
    quiet: values.quiet === true,
    out: values.out ?? null,
    options,
    debugBoxes: values['debug-boxes'] ?? null,
    debug: values.debug ?? null,
  }
  // After an unknown format, checks of the formats would report follow-up problems.
  const unknownFormat = read.problems.some((problem) => problem.startsWith('output_formats'))
  const problems = [
    ...read.problems.map(inFlags),
    ...commandProblems(unknownFormat ? { ...request, options: { ...options, outputFormats: ['markdown'] } } : request),
  ]
  if (problems.length > 0) return { kind: 'problems', problems }
  // With JSON Lines, chunks need no JSON.
  const warnings = read.warnings.filter((text) => !(text.startsWith('chunk:') && formats.includes(CHUNKS)))
  return { kind: 'request', request, warnings: warnings.map(inFlags) }
}

function splitChunks(value: string): string[] {
  const names = value.split(',').map((name) => name.trim())
  return names.includes(CHUNKS) ? names : [value]
}

function requestedFormats(formats: readonly string[], { outputFormats: known }: ParseOptions): OutputFormat[] {
  const wantsZip = formats.some((value) => /\bzip\b/.test(value))
  const requested: OutputFormat[] = known.filter((format) => format !== 'zip' || wantsZip)
  return formats.includes(CHUNKS) ? [...requested, CHUNKS] : requested
}

function toFields(values: Values, formats: readonly string[]): FormFields {
  const fields = new Map<string, readonly string[]>()
  // "zip" makes the checks accept `image: file`; here images always have a folder.
  fields.set('output_formats', [...formats.filter((format) => format !== CHUNKS), 'zip'])
  fields.set('element_formats', [withImageDefault(values['element-formats'])])
  if (values.pages !== undefined) fields.set('page_range', [values.pages])
  for (const flag of fieldFlags)
    if (values[flag] !== undefined) fields.set(flag.replaceAll('-', '_'), [String(values[flag])])
  return fields
}

function tryParse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: true })
  } catch (error) {
    return error instanceof Error ? usageMessage(error) : String(error)
  }
}

type Values = Exclude<ReturnType<typeof tryParse>, string>['values']

function commandProblems({ inputs, out, jobs, skipExisting, options }: ParseRequest): string[] {
  const problems: string[] = []
  const { outputFormats: formats, elementFormats } = options
  if (inputs.length === 0) problems.push('no input file given')
  if (jobs !== null && !(Number.isInteger(jobs) && jobs >= 1 && jobs <= MAX_JOBS))
    problems.push(`--jobs must be a number from 1 to ${MAX_JOBS}`)
  if (out !== null && /\.(md|json|jsonl|html|zip)$/i.test(out))
    problems.push(`--out names a folder, and "${out}" looks like a file; for one output use "> ${out}"`)
  if (out === null && skipExisting) problems.push('--out DIR is required for --skip-existing')
  if (elementFormats.image === 'url')
    problems.push('--element-formats image: "url" is only available in the service; use "file", "base64" or "none"')
  if (out === null && (formats.length !== 1 || formats[0] === 'zip'))
    problems.push('--out DIR is required for a zip or for more than one format')
  if (out === null && elementFormats.image === 'file')
    problems.push('--out DIR is required for --element-formats image: "file"')
  return problems
}

/** Images are off by default, because no server could deliver them. */
function withImageDefault(text: string | undefined): string {
  if (text === undefined || text.trim() === '') return JSON.stringify({ image: 'none' })
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && !('image' in value && value.image !== null) ? JSON.stringify({ ...value, image: 'none' }) : text
  } catch {
    return text
  }
}

/** A message about form fields, about the flags of this command. */
export function inFlags(message: string): string {
  const named = message
    .replace(/^(output_formats: .*"zip")$/, `$1, "${CHUNKS}"`)
    .replace(/^[a-z_]+/, (field) => flagOfField[field] ?? field)
  return withFlags(named)
}
