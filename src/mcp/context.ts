import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { SourceDocument } from '../extract/open-document.ts'
import type { Documents } from './documents.ts'

export interface SourceArguments {
  readonly path?: string | undefined
  readonly url?: string | undefined
  readonly base64?: string | undefined
  readonly file_name?: string | undefined
  readonly password?: string | undefined
}

/** Throws `ParseError` if there is not exactly one source, or if it cannot be read. */
export type ReadSource = (args: SourceArguments, signal: AbortSignal) => Promise<SourceDocument>

export interface McpContext {
  readonly documents: Documents
  readonly readSource: ReadSource
}

export type RegisterTool = (server: McpServer, context: McpContext) => void
