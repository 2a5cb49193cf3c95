import { processEnvironment, readConfig } from '../runtime/config.ts'
import { readVersion } from '../runtime/installation.node.ts'
import { openCliConverter } from '../runtime/office-converter.node.ts'
import { OpenStack } from '../runtime/open-stack.ts'
import { createParseDeps } from '../runtime/parse-deps.node.ts'
import { printStartProblem, reasonOf } from '../runtime/start-errors.node.ts'
import { runCommand, UsageError } from './arguments.node.ts'

const help = `sheaf mcp [--allow FOLDER]…

Serves MCP (Model Context Protocol) over standard input and output: an assistant starts this command and gets tools that
read documents.

      --allow FOLDER         folder whose files can be read, with its subfolders; can be repeated (default: the working folder)
`

/** Returns the exit code: 0 when the client closes the connection, 2 for wrong arguments. */
export async function mcpCommand(args: readonly string[]): Promise<number> {
  const flags = { allow: { type: 'string', multiple: true } } as const
  return await runCommand({ name: 'mcp', help, flags }, args, async ({ values }) => {
    try {
      return await serve(values.allow ?? ['.'])
    } catch (error) {
      printStartProblem(error)
      return 2
    }
  })
}

async function serve(folders: readonly string[]): Promise<number> {
  // Standard output belongs to the protocol.
  console.log = console.error
  await using opened = new OpenStack()
  const environment = processEnvironment()
  const upload = readConfig(environment, 'node').service
  const deps = createParseDeps(environment)
  const converter = openCliConverter(environment, opened)
  const { allowFolders } = await import('../mcp/allowed-folders.node.ts')
  const { createDocuments } = await import('../mcp/documents.ts')
  const { createReadSource } = await import('../mcp/read-source.node.ts')
  const { createMcpServer } = await import('../mcp/server.ts')
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
  const resolvePath = await allowFolders(folders, upload.maxUploadBytes).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--allow: "${error.path ?? folders.join(', ')}" can't be read: ${reasonOf(error)}`)
  })
  const server = createMcpServer(readVersion(), {
    documents: createDocuments(
      converter === undefined ? deps : { ...deps, converter },
      createReadSource({ resolvePath, upload }),
    ),
    hasPaths: true,
  })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  process.stdin.once('end', end)
  await server.connect(new StdioServerTransport())
  await ended
  await server.close()
  return 0
}
