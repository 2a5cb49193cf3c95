#!/usr/bin/env node
/**
 * The `sheaf` command: picks the subcommand and loads only that. Each subcommand takes the arguments after its name
 * and returns the exit code.
 */
import { keepCompiledCode } from '../runtime/compile-cache.node.ts'

type Command = (args: readonly string[]) => Promise<number>

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  parse: async () => (await import('./parse.node.ts')).parseCommand,
  serve: async () => (await import('./serve.node.ts')).serveCommand,
  worker: async () => (await import('./worker.node.ts')).workerCommand,
  office: async () => (await import('./office.node.ts')).officeCommand,
  keys: async () => (await import('./keys.node.ts')).keysCommand,
  models: async () => (await import('./models.node.ts')).modelsCommand,
}

const help = `sheaf parse FILE… [options]            documents → Markdown, JSON, zip; no server needed
sheaf serve [options]                  the service
sheaf worker                           a process that does the asynchronous tasks of REDIS_URL
sheaf office                           LibreOffice as a service for others
sheaf keys create | list | disable     API keys of the service
sheaf models list | add LANGUAGE       OCR models

"sheaf COMMAND --help" shows a command's options; "sheaf --version" the version.`

keepCompiledCode()
process.exitCode = await main(process.argv.slice(2))

async function main([name, ...args]: readonly string[]): Promise<number> {
  // A reader that closes early ("| head") is no failure of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  if (name === '--version' || name === '-v') {
    const { readVersion } = await import('../runtime/startup.node.ts')
    console.log(readVersion())
    return 0
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(help)
    return name === undefined ? 2 : 0
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) {
    console.error(`sheaf: no command "${name}"\n\n${help}`)
    return 2
  }
  const command = await load()
  return await command(args)
}
