import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { createMcpServer } from '../../mcp/server.ts'
import { ParseError } from '../../model/errors.ts'
import { type ClientContext, createTaskDocuments } from './task-documents.ts'

export async function mcpResponse(request: Request, message: string, context: ClientContext): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = createMcpServer(context.deps.settings.version, {
    documents: createTaskDocuments(context),
    hasPaths: false,
  })
  await server.connect(transport)
  const bodyless = new Request(request.url, { method: 'POST', headers: request.headers, signal: request.signal })
  // A disconnected client ends the waiting of its tools.
  request.signal.addEventListener('abort', () => server.close(), { once: true })
  try {
    return await transport.handleRequest(bodyless, { parsedBody: parseJson(message) })
  } finally {
    await server.close()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ParseError(1133, 'The message is not JSON.', { cause })
  }
}
