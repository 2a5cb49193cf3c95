import { z } from 'zod'
import { toBase64 } from '../model/bytes.ts'
import { ParseError } from '../model/errors.ts'
import type { RegisterTool } from './context.ts'
import { imageNameOf, pagesOf } from './json-pages.ts'

export const getFigure: RegisterTool = (server, { documents }) => {
  server.registerTool(
    'get_figure',
    {
      description: 'Returns the image of a figure. Markdown names it as "images/p2-1.png": page 2, name "p2-1.png".',
      inputSchema: {
        document: z.string(),
        page: z.number().int().min(1),
        name: z.string().optional().describe('Name of the image; default: the first figure of the page'),
      },
      annotations: { readOnlyHint: true },
    },
    async ({ document, page, name }, { signal }) => {
      const opened = await documents.get(document)
      const parsed = await opened.read({ format: 'json', pages: String(page) }, signal)
      const blocks = pagesOf(parsed).flatMap((found) => found.blocks)
      const figure = blocks.find(({ type }) => type === 'figure')
      const imageName = name?.split('/').at(-1) ?? (figure && imageNameOf(figure))
      const image = imageName === undefined ? null : await parsed.readImage(imageName)
      if (image === null) {
        const names = parsed.images.join(', ') || 'none'
        throw new ParseError(1133, `name: there is no such figure on page ${page}. Images of this page: ${names}.`)
      }
      return { content: [{ type: 'image', data: toBase64(image.bytes), mimeType: image.type }] }
    },
  )
}
