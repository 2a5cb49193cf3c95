/** The API of Unstructured: `POST /general/v0/general` returns the elements of each file. */
import type { Context, Hono } from 'hono'
import { ParseError } from '../../../model/errors.ts'
import type { AppEnv } from '../../app-env.ts'
import { type CompatContext, parseFile, receiveForm, requireHeaderKey, withErrorDetail } from '../access.ts'
import { mediaTypeOf } from '../media-types.ts'
import { parseJson } from '../parsed-json.ts'
import { chunkElements } from './chunking.ts'
import { type Element, toElements } from './elements.ts'
import { readUnstructuredOptions } from './options.ts'

const MAX_FILES = 20
const csvColumns = [
  'filename',
  'filetype',
  'page_number',
  'languages',
  'parent_id',
  'category_depth',
  'text_as_html',
] as const

export function routeUnstructured(app: Hono<AppEnv>, context: CompatContext): void {
  const { deps } = context
  if (!deps.settings.compat.unstructured) return
  const handle = withErrorDetail(deps)
  app.post(
    '/general/v0/general',
    handle((c) => general(c, context)),
  )
}

async function general(c: Context<AppEnv>, context: CompatContext): Promise<Response> {
  const { settings } = context.deps
  const apiKey = await requireHeaderKey(c, context.deps)
  const { fields, files } = await receiveForm(c, context, { partName: 'files', maxFiles: MAX_FILES })
  try {
    if (files.length === 0) throw new ParseError(1111, 'Request parameter "files" is required.')
    const options = readUnstructuredOptions(fields, settings.parse.installedLanguages)
    const results: Element[][] = []
    for (const file of files) {
      const { info, outputs } = await parseFile(c, { file, apiKey, options: options.own }, context)
      const { pages } = parseJson(outputs)
      const elements = toElements(pages, {
        ...options.elements,
        fileName: info.fileName,
        mediaType: mediaTypeOf(info.fileType),
        tableHtml: !options.skipTables.includes(info.fileType),
      })
      results.push(options.chunking === null ? elements : chunkElements(elements, options.chunking))
    }
    if (options.csv) return csvResponse(c, results.flat())
    return c.json(results.length === 1 ? results[0] : results)
  } finally {
    await Promise.all(files.map((file) => file.remove()))
  }
}

function csvResponse(c: Context<AppEnv>, elements: readonly Element[]): Response {
  const rows = elements.map(({ type, element_id: id, text, metadata }) =>
    [type, id, text, ...csvColumns.map((column) => metadata[column] ?? '')].map(csvField).join(','),
  )
  c.header('Content-Type', 'text/csv; charset=utf-8')
  return c.body(`${[['type', 'element_id', 'text', ...csvColumns].join(','), ...rows].join('\n')}\n`)
}

function csvField(value: unknown): string {
  const text = Array.isArray(value) ? JSON.stringify(value) : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
