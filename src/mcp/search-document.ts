import { z } from 'zod'
import type { RegisterTool } from './context.ts'
import { imageNameOf, pagesOf } from './json-pages.ts'

/** Characters of a block before and after the hit. */
const CONTEXT = 200

export const searchDocument: RegisterTool = (server, { documents }) => {
  server.registerTool(
    'search_document',
    {
      description: 'Finds text in an opened document, without regard to case. Returns pages and excerpts.',
      inputSchema: {
        document: z.string(),
        query: z.string().min(1).max(200),
        limit: z.number().int().min(1).max(100).default(20),
      },
      annotations: { readOnlyHint: true },
    },
    async ({ document, query, limit }, { signal }) => {
      const opened = await documents.get(document)
      const pages = pagesOf(await opened.read({ format: 'json' }, signal))
      const wanted = fold(query)
      const hits = pages.flatMap((page) =>
        page.blocks.flatMap((block) => {
          const text = fold(block.cells?.map((cell) => cell.text).join(' | ') ?? block.content)
          const at = text.toLowerCase().indexOf(wanted.toLowerCase())
          if (at < 0) return []
          const excerpt = text.slice(Math.max(0, at - CONTEXT), at + wanted.length + CONTEXT)
          return [{ page: page.page_num + 1, type: block.type, excerpt, image: imageNameOf(block) }]
        }),
      )
      const result = { total: hits.length, hits: hits.slice(0, limit) }
      return { content: [{ type: 'text', text: JSON.stringify(result) }] }
    },
  )
}

function fold(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim()
}
