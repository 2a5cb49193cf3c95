import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { McpContext, RegisterTool } from './context.ts'
import { getFigure } from './get-figure.ts'
import { getTable } from './get-table.ts'
import { parseDocument } from './parse-document.ts'
import { readPages } from './read-pages.ts'
import { searchDocument } from './search-document.ts'

const tools: readonly RegisterTool[] = [parseDocument, readPages, searchDocument, getTable, getFigure]

export function createMcpServer(version: string, context: McpContext): McpServer {
  const server = new McpServer({ name: 'sheaf', version })
  for (const register of tools) register(server, context)
  registerDocuments(server, context)
  return server
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
