import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export interface SourceArguments {
  readonly path?: string | undefined
  readonly url?: string | undefined
  readonly base64?: string | undefined
  readonly file_name?: string | undefined
  readonly password?: string | undefined
}

export interface Selection {
  readonly format: 'markdown' | 'json' | 'html'
  readonly pages?: string | undefined
}

export interface DocumentText {
  readonly text: string
  readonly pageCount: number
  readonly warnings: readonly string[]
  readonly images: readonly string[]
  readImage(name: string): Promise<{ readonly type: string; readonly bytes: Uint8Array } | null>
}

export interface OpenedDocument {
  readonly id: string
  readonly fileName: string
  /** Throws `ParseError`. `signal` ends the waiting. */
  read(selection: Selection, signal: AbortSignal): Promise<DocumentText>
}

/** Documents of one client. Methods throw `ParseError`. */
export interface Documents {
  /** `pages` are those that will be read first. The same document gets the same id. */
  open(source: SourceArguments, pages: string | undefined, signal: AbortSignal): Promise<OpenedDocument>
  get(id: string): Promise<OpenedDocument>
  list(): Promise<readonly Pick<OpenedDocument, 'id' | 'fileName'>[]>
}

export interface McpContext {
  readonly documents: Documents
  readonly hasPaths: boolean
}

export type RegisterTool = (server: McpServer, context: McpContext) => void
