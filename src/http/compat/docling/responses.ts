import { type Zippable, zipSync } from 'fflate'
import type { Context } from 'hono'
import { toStream } from '../../../jobs/store/page-files.ts'
import { fromBase64 } from '../../../model/bytes.ts'
import type { SerializedError } from '../../../model/errors.ts'
import { withoutExtension } from '../../../model/file-name.ts'
import { rewriteZip } from '../../../zip/rewrite.ts'
import type { AppEnv } from '../../app-env.ts'
import { mediaTypeOf } from '../media-types.ts'
import { type ParsedOutputs, plainText } from '../parsed-json.ts'
import { doctags } from './doctags.ts'
import { buildDoclingDocument } from './document.ts'
import type { DoclingFormat, DoclingOptions } from './options.ts'

export type FileResult = { readonly fileName: string } & (ParsedFile | { readonly error: SerializedError })

interface ParsedFile {
  readonly fileType: string
  readonly digest: string
  readonly outputs: ParsedOutputs
  readonly warnings: readonly string[]
}

type ResponseOptions = Pick<DoclingOptions, 'formats' | 'zip' | 'artifacts' | 'chunking' | 'chunksOnly' | 'warnings'>

/** Warnings about pages without content, which are errors of this API. */
const missingPage = /^page \d+ is (missing from the result|damaged and was left empty)/i
/** File of a zip with the errors of files that are missing. */
const errorsFile = 'errors.json'
const suffixes: Readonly<Record<DoclingFormat, string>> = {
  md: '.md',
  json: '.json',
  html: '.html',
  text: '.txt',
  doctags: '.doctags',
}

/** Errors of single files are part of the response if another file was parsed. */
export function doclingResponse(
  c: Context<AppEnv>,
  results: readonly FileResult[],
  { options, seconds }: { options: ResponseOptions; seconds: number },
): Response {
  const [first] = results
  const parsed = results.filter((result) => 'outputs' in result)
  if (first === undefined || parsed.length === 0)
    return first !== undefined && 'error' in first ? doclingError(c, first.error) : c.json({ detail: 'No files.' }, 422)
  if (options.chunking) return c.json(chunkResponse(results, { options, seconds }))
  const [only] = parsed
  if (only === undefined || results.length > 1 || options.zip) return zipResponse(c, results, options)
  const response = {
    document: documentJson(only, options.formats),
    status: statusOf(results),
    errors: errorsOf(results),
    processing_time: seconds,
    timings: {},
  }
  return c.json({ ...response, ...warningsOf(results, options) })
}

/** `detail` is a text, or for wrong options a list as FastAPI writes it. */
export function doclingError(c: Context<AppEnv>, error: SerializedError, option?: string): Response {
  const status = (error.code === 1111 || error.code === 1133) && error.status === 400 ? 422 : error.status
  const detail =
    option === undefined
      ? error.message
      : [
          {
            type: 'value_error',
            loc: option === 'body' ? ['body'] : ['body', ...option.split('.')],
            msg: error.message,
            input: null,
          },
        ]
  return c.json({ detail }, status)
}

function statusOf(results: readonly FileResult[]): 'success' | 'partial_success' {
  return errorsOf(results).length === 0 ? 'success' : 'partial_success'
}

function errorsOf(results: readonly FileResult[]): object[] {
  return results.flatMap((result) => {
    const messages =
      'error' in result ? [result.error.message] : result.warnings.filter((text) => missingPage.test(text))
    return messages.map((message) => ({
      component_type: 'pipeline',
      module_name: result.fileName,
      error_message: message,
    }))
  })
}

function warningsOf(results: readonly FileResult[], options: ResponseOptions): { warnings?: readonly string[] } {
  const warnings = new Set([
    ...options.warnings,
    ...results.flatMap((result) => ('error' in result ? [] : result.warnings)),
  ])
  return warnings.size === 0 ? {} : { warnings: [...warnings] }
}

function documentJson({ fileName, ...file }: FileResult & ParsedFile, formats: readonly DoclingFormat[]): object {
  const contents = contentsOf({ fileName, ...file }, formats)
  return {
    filename: fileName,
    md_content: contents.md ?? null,
    json_content: contents.json ?? null,
    html_content: contents.html ?? null,
    text_content: contents.text ?? null,
    doctags_content: contents.doctags ?? null,
  }
}

function contentsOf(
  { fileName, fileType, digest, outputs }: FileResult & ParsedFile,
  formats: readonly DoclingFormat[],
): Partial<Record<DoclingFormat, string | object>> {
  const { markdown = '', html = '', json } = outputs
  const pages = json?.pages ?? []
  const write: Readonly<Record<DoclingFormat, () => string | object>> = {
    md: () => markdown,
    html: () => html,
    json: () => buildDoclingDocument(pages, { fileName, mimeType: mediaTypeOf(fileType), digest }).document,
    text: () => plainText(pages),
    doctags: () => doctags(pages),
  }
  return Object.fromEntries(formats.map((format) => [format, write[format]()]))
}

function zipResponse(c: Context<AppEnv>, results: readonly FileResult[], options: ResponseOptions): Response {
  const entries: Zippable = {}
  const texts = new Map<string, Uint8Array>()
  const encoder = new TextEncoder()
  const images = new Map<string, string>()
  const toFiles = (text: string): string =>
    text.replace(/data:image\/([\w.+-]+);base64,([\w+/=]+)/g, (uri, type: string, data: string) => {
      const suffix = type === 'jpeg' ? 'jpg' : type
      const name = images.get(uri) ?? `artifacts/image_${String(images.size).padStart(6, '0')}.${suffix}`
      // PNG and JPEG are compressed already.
      if (!images.has(uri)) entries[name] = [fromBase64(data), { level: 0 }]
      images.set(uri, name)
      return name
    })
  for (const result of results) {
    if ('error' in result) continue
    const stem = withoutExtension(result.fileName.replace(/[/\\]/g, '_'))
    for (const [format, content] of Object.entries(contentsOf(result, options.formats))) {
      const suffix = suffixes[format as DoclingFormat]
      let name = stem + suffix
      for (let number = 2; texts.has(name) || name === errorsFile; number++) name = `${stem}-${number}${suffix}`
      const text = typeof content === 'string' ? content : JSON.stringify(content)
      texts.set(name, encoder.encode(options.artifacts ? toFiles(text) : text))
    }
  }
  const errors = errorsOf(results)
  if (errors.length > 0)
    texts.set(errorsFile, encoder.encode(JSON.stringify({ status: statusOf(results), errors }, null, 2)))
  for (const name of texts.keys()) entries[name] = new Uint8Array(0)
  c.header('Content-Type', 'application/zip')
  c.header('Content-Disposition', 'attachment; filename="converted_docs.zip"')
  const stored = zipSync(entries, { level: 0 })
  return c.body(toStream(rewriteZip(stored, (name) => texts.get(name) ?? null, { compress: true })))
}

function chunkResponse(
  results: readonly FileResult[],
  { options, seconds }: { options: ResponseOptions; seconds: number },
): object {
  const parsed = results.filter((result) => 'outputs' in result)
  const chunks = parsed.flatMap((file) => {
    const { fileName, fileType, digest, outputs } = file
    const pages = outputs.json?.pages ?? []
    const { refs } = buildDoclingDocument(pages, { fileName, mimeType: mediaTypeOf(fileType), digest })
    const blocks = new Map(
      pages.flatMap((page) => page.blocks.map((block) => [`${page.page_num}/${block.idx}`, block])),
    )
    return (outputs.json?.chunks ?? []).map((chunk) => {
      const keys = chunk.blocks.map(({ page_num: page, idx }) => `${page}/${idx}`)
      const captions = keys.flatMap((key) => blocks.get(key) ?? []).filter(({ type }) => type.endsWith('_caption'))
      return {
        filename: fileName,
        chunk_index: chunk.index,
        chunk_text: chunk.text,
        contextualized_text: chunk.contextualized_text,
        text: chunk.contextualized_text,
        raw_text: chunk.text,
        num_tokens: chunk.tokens,
        headings: chunk.title_path,
        captions: captions.map(({ content }) => content),
        doc_items: keys.flatMap((key) => refs.get(key) ?? []),
        page_numbers: chunk.page_nums.map((number) => number + 1),
      }
    })
  })
  return {
    chunks,
    documents: parsed.map((file) => ({
      kind: 'ExportResult',
      content: documentJson(file, options.chunksOnly ? [] : options.formats),
      status: statusOf([file]),
      errors: errorsOf([file]),
      timings: {},
    })),
    chunking_info: { chunker: 'hybrid', tokenizer: 'estimate' },
    status: statusOf(results),
    errors: errorsOf(results),
    processing_time: seconds,
    ...warningsOf(results, options),
  }
}
