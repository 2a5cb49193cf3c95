/** `sheaf worker`: a worker process with the settings of the environment. Takes no options beside `--help`. */
import { runWorker } from '../runtime/worker.node.ts'

const help = `sheaf worker

Does asynchronous tasks that services send through REDIS_URL, until Ctrl-C or SIGTERM. Start as many as you like, with
the same REDIS_URL, DATABASE_URL and BLOB_URL (or DATA_DIR, on one machine) as the services.
`

/** The exit code. */
export async function workerCommand(args: readonly string[]): Promise<number> {
  if (args.length === 0) return await runWorker()
  const asked = args[0] === '--help' || args[0] === '-h'
  if (asked) process.stdout.write(help)
  else process.stderr.write(`sheaf worker: it takes no "${args[0]}"\n\n${help}`)
  return asked ? 0 : 2
}
