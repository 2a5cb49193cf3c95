/** Arguments of `sheaf parse`, checked like the form fields of the API. Reports all problems at once. */
import { parseArgs } from 'node:util'
import { outputFormats, type ParseOptions } from '../model/options.ts'
import { readOptions } from '../model/read-options.ts'

export interface ParseRequest {
  readonly files: readonly string[]
  /** `null`: standard output. */
  readonly out: string | null
  readonly options: ParseOptions
  /** Folder for page images with boxes. */
  readonly debugBoxes: string | null
  /** Folder for the debug pages. */
  readonly debug: string | null
}

export type ParseArguments =
  | { readonly kind: 'help' }
  | { readonly kind: 'problems'; readonly problems: readonly string[] }
  | { readonly kind: 'request'; readonly request: ParseRequest; readonly warnings: readonly string[] }

const flags = {
  format: { type: 'string', multiple: true, short: 'f' },
  out: { type: 'string', short: 'o' },
  pages: { type: 'string' },
  ocr: { type: 'string' },
  'ocr-languages': { type: 'string' },
  password: { type: 'string' },
  office: { type: 'string' },
  'speaker-notes': { type: 'boolean' },
  'page-images': { type: 'boolean' },
  chunk: { type: 'string' },
  links: { type: 'boolean' },
  'feature-config': { type: 'string' },
  'element-formats': { type: 'string' },
  debug: { type: 'string' },
  'debug-boxes': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Flags by form field, for the messages of the shared checks. */
const flagOfField: Readonly<Record<string, string>> = {
  output_formats: '--format',
  page_range: '--pages',
  ocr: '--ocr',
  ocr_languages: '--ocr-languages',
  office: '--office',
  page_images: '--page-images',
  chunk: '--chunk',
  feature_config: '--feature-config',
  element_formats: '--element-formats',
}

export function readParseArguments(args: readonly string[]): ParseArguments {
  const parsed = tryParse(args)
  if (typeof parsed === 'string') return { kind: 'problems', problems: [parsed] }
  const { values, positionals } = parsed
  if (values.help) return { kind: 'help' }

  const formats = values.format ?? ['markdown']
  const fields = new Map<string, readonly string[]>()
  // With "zip", the checks accept `image: file`: here images have a folder even without a zip.
  fields.set('output_formats', [...formats, 'zip'])
  fields.set('element_formats', [withImageDefault(values['element-formats'])])
  if (values['feature-config'] !== undefined) fields.set('feature_config', [values['feature-config']])
  if (values.pages !== undefined) fields.set('page_range', [values.pages])
  if (values.ocr !== undefined) fields.set('ocr', [values.ocr])
  if (values['ocr-languages'] !== undefined) fields.set('ocr_languages', [values['ocr-languages']])
  if (values.office !== undefined) fields.set('office', [values.office])
  if (values['speaker-notes'] === true) fields.set('speaker_notes', ['true'])
  if (values['page-images'] === true) fields.set('page_images', ['true'])
  if (values.chunk !== undefined) fields.set('chunk', [values.chunk])
  if (values.links === true) fields.set('links', ['true'])
  if (values.password !== undefined) fields.set('password', [values.password])

  const read = readOptions(fields)
  const wantsZip = formats.some((value) => /\bzip\b/.test(value))
  const options = {
    ...read.options,
    outputFormats: outputFormats.filter(
      (format) => read.options.outputFormats.includes(format) && (format !== 'zip' || wantsZip),
    ),
  }
  const out = values.out ?? null
  const request: ParseRequest = {
    files: positionals,
    out,
    options,
    debugBoxes: values['debug-boxes'] ?? null,
    debug: values.debug ?? null,
  }
  // With an unknown format, checks of the formats would report follow-up problems.
  const unknownFormat = read.problems.some((problem) => problem.startsWith('output_formats'))
  const problems = [
    ...read.problems.map(inFlags),
    ...commandProblems(unknownFormat ? { ...request, options: { ...options, outputFormats: ['markdown'] } } : request),
  ]
  if (problems.length > 0) return { kind: 'problems', problems }
  return { kind: 'request', request, warnings: read.warnings.map(inFlags) }
}

/** The arguments by name, or an error message. */
function tryParse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: true })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function commandProblems({ files, out, options }: ParseRequest): string[] {
  const problems: string[] = []
  const { outputFormats: formats, elementFormats } = options
  if (files.length === 0) problems.push('no input file given')
  if (elementFormats.image === 'url')
    problems.push('--element-formats image: "url" is only available in the service; use "file", "base64" or "none"')
  if (out === null && (formats.length !== 1 || formats[0] === 'zip'))
    problems.push('--out DIR is required for a zip or for more than one format')
  if (out === null && elementFormats.image === 'file')
    problems.push('--out DIR is required for --element-formats image: "file"')
  return problems
}

/** Images are off by default: there is no server that could deliver them. */
function withImageDefault(text: string | undefined): string {
  if (text === undefined || text.trim() === '') return JSON.stringify({ image: 'none' })
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && !('image' in value && value.image !== null) ? JSON.stringify({ ...value, image: 'none' }) : text
  } catch {
    // Reported by the checks of the options.
    return text
  }
}

function inFlags(message: string): string {
  return message.replace(/^[a-z_]+/, (field) => flagOfField[field] ?? field)
}
