type Command = (args: readonly string[]) => Promise<number>

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  parse: async () => (await import('./parse.node.ts')).parseCommand,
  serve: async () => (await import('./serve.node.ts')).serveCommand,
  worker: async () => (await import('./worker.node.ts')).workerCommand,
  office: async () => (await import('./office.node.ts')).officeCommand,
  keys: async () => (await import('./keys.node.ts')).keysCommand,
  mcp: async () => (await import('./mcp.node.ts')).mcpCommand,
  skill: async () => (await import('./skill.node.ts')).skillCommand,
  models: async () => (await import('./models.node.ts')).modelsCommand,
}

const help = `sheaf parse INPUT… [options]           convert documents to Markdown, JSON, HTML, chunks or zip, without a server
sheaf serve [options]                  run the service
sheaf worker                           run asynchronous tasks of the service, sent through REDIS_URL
sheaf office                           serve LibreOffice to other machines
sheaf keys create | list | disable …   manage API keys of the service
sheaf mcp [--allow FOLDER]…            serve assistants over MCP (standard input and output)
sheaf skill                            print instructions for agents that can run commands
sheaf models list | add LANGUAGE       manage OCR models

"sheaf COMMAND --help" shows the options of a command, "sheaf --version" the version.`

process.exitCode = await main(process.argv.slice(2))

async function main([first, ...rest]: readonly string[]): Promise<number> {
  // "sheaf help parse" is "sheaf parse --help".
  const [name, ...args] = first === 'help' && rest[0] !== undefined ? [rest[0], '--help'] : [first, ...rest]
  // A reader that closes early ("| head") is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    console.error(`sheaf: standard output can't be written: ${error.message}`)
    process.exit(1)
  })
  if (name === '--version' || name === '-v') {
    const { readVersion } = await import('../runtime/installation.node.ts')
    console.log(readVersion())
    return 0
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(help)
    return name === undefined ? 2 : 0
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) {
    console.error(`sheaf: unknown command "${name}"\n\n${help}`)
    return 2
  }
  const command = await load()
  return await command(args)
}
