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
  /** Counted from 1: `1-5,8`; absent: all pages. */
  readonly pages?: string | undefined
}

export interface DocumentText {
  /** In the requested format. */
  readonly text: string
  readonly pageCount: number
  readonly warnings: readonly string[]
  /** Names of the images of the selected pages. */
  readonly images: readonly string[]
  /** `null`: there is no image with this name. */
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
  /** `pages`: those that will be read first. The same document gets the same id. */
  open(source: SourceArguments, pages: string | undefined, signal: AbortSignal): Promise<OpenedDocument>
  get(id: string): Promise<OpenedDocument>
  list(): Promise<readonly Pick<OpenedDocument, 'id' | 'fileName'>[]>
}

export interface McpContext {
  readonly documents: Documents
  /** Whether clients can name files of this machine. */
  readonly hasPaths: boolean
}

export type RegisterTool = (server: McpServer, context: McpContext) => void
