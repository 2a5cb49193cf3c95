import { z } from 'zod'
import type { RegisterTool } from './context.ts'
import { readText, textArguments } from './read-text.ts'

export const readPages: RegisterTool = (server, { documents }) => {
  server.registerTool(
    'read_pages',
    {
      description: 'Returns the text of pages of an opened document. Long texts continue with "next_offset".',
      inputSchema: { document: z.string(), ...textArguments },
      annotations: { readOnlyHint: true },
    },
    async (args, { signal }) => readText(await documents.get(args.document), args, signal),
  )
}
