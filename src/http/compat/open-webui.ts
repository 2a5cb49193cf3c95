/** The external document loader of Open WebUI: `PUT /process` with the file, one document per page. */
import type { Hono } from 'hono'
import { decodePercent } from '../../model/percent-encoding.ts'
import type { AppEnv } from '../app-env.ts'
import { type CompatContext, headerText, parseFile, receiveRaw, requireHeaderKey, withErrorDetail } from './access.ts'
import { parseJson } from './parsed-json.ts'

const fields = new Map([
  ['output_formats', ['json']],
  ['element_formats', ['{"image":"none","table":"markdown"}']],
  ['feature_config', ['{"enable_title_level_recognition":true}']],
  ['chunk', ['page']],
  ['chunk_max_tokens', ['100000']],
])

export function routeOpenWebui(app: Hono<AppEnv>, context: CompatContext): void {
  const { deps } = context
  if (!deps.settings.compat.openWebui) return
  const handle = withErrorDetail(deps)

  app.put(
    '/process',
    handle(async (c) => {
      const apiKey = await requireHeaderKey(c, deps)
      const file = await receiveRaw(c, context, decodePercent(headerText(c.req.header('x-filename'))))
      try {
        const { info, outputs, warnings } = await parseFile(c, { file, apiKey, options: { fields } }, context)
        const { chunks = [] } = parseJson(outputs)
        // Open WebUI then uses its own loader.
        if (chunks.length === 0) return c.json({ detail: 'No extractable text' }, 422)
        return c.json(
          chunks.map(({ text, page_nums: [page = 0] }) => ({
            page_content: text,
            metadata: {
              source: info.fileName,
              page,
              page_label: String(page + 1),
              total_pages: info.pageCount,
              ...(warnings.length === 0 ? {} : { warnings }),
            },
          })),
        )
      } finally {
        await file.remove()
      }
    }),
  )
}
