import { z } from 'zod'
import type { RegisterTool } from './context.ts'
import { readText, textArguments } from './read-text.ts'

export const parseDocument: RegisterTool = (server, { documents, hasPaths }) => {
  server.registerTool(
    'parse_document',
    {
      description:
        'Opens a PDF, image, Office or text file and returns its text. The first part of the answer is a summary: ' +
        `"document" is the id for the other tools; "next_offset" continues a long text. Name one of ${hasPaths ? 'path, url and base64' : 'url and base64'}.`,
      inputSchema: {
        ...(hasPaths ? { path: z.string().optional().describe('A file in the allowed folders') } : {}),
        url: z.string().optional().describe('A public http or https address'),
        base64: z.string().optional().describe('The bytes of the file'),
        file_name: z.string().max(255).optional().describe('For base64: its ending distinguishes similar types'),
        password: z.string().optional(),
        ...textArguments,
      },
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    async (args, { signal }) => readText(await documents.open(args, args.pages, signal), args, signal),
  )
}
