import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ParseError } from '../model/errors.ts'
import type { Documents, McpContext, OpenedDocument, RegisterTool } from './context.ts'
import { getFigure } from './get-figure.ts'
import { getTable } from './get-table.ts'
import { parseDocument } from './parse-document.ts'
import { readPages } from './read-pages.ts'
import { searchDocument } from './search-document.ts'

const tools: readonly RegisterTool[] = [parseDocument, readPages, searchDocument, getTable, getFigure]

export function createMcpServer(version: string, { documents, ...more }: McpContext): McpServer {
  const context = { ...more, documents: withArgumentNames(documents) }
  const server = new McpServer({ name: 'sheaf', version })
  for (const register of tools) register(server, context)
  registerDocuments(server, context)
  return server
}

/** Errors name the argument of the tools, not the form field. */
function withArgumentNames(documents: Documents): Documents {
  const rename = (error: unknown): never => {
    if (!(error instanceof ParseError) || !error.message.includes('page_range')) throw error
    throw new ParseError(error.code, error.message.replaceAll('page_range', 'pages'), { cause: error })
  }
  const renaming = (opened: OpenedDocument): OpenedDocument => ({
    ...opened,
    read: async (selection, signal) => await opened.read(selection, signal).catch(rename),
  })
  return {
    ...documents,
    open: async (source, pages, signal) => renaming(await documents.open(source, pages, signal).catch(rename)),
    get: async (id) => renaming(await documents.get(id)),
  }
}

function registerDocuments(server: McpServer, { documents }: McpContext): void {
  const mimeType = 'text/markdown'
  const list = async () => ({
    resources: (await documents.list()).map(({ id, fileName }) => ({
      uri: `sheaf://documents/${id}`,
      name: fileName,
      mimeType,
    })),
  })
  server.registerResource(
    'document',
    new ResourceTemplate('sheaf://documents/{id}', { list }),
    { description: 'The Markdown of an opened document', mimeType },
    async (uri, { id }, { signal }) => {
      const document = await documents.get(String(id))
      const { text } = await document.read({ format: 'markdown' }, signal)
      return { contents: [{ uri: uri.href, mimeType, text }] }
    },
  )
}
