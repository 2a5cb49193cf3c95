import { runWorker } from '../runtime/worker.node.ts'
import { runCommand } from './arguments.node.ts'

const help = `sheaf worker

Runs asynchronous tasks that services send through REDIS_URL, until Ctrl-C or SIGTERM. Start any number of workers with
the same REDIS_URL, DATABASE_URL and BLOB_URL (or DATA_DIR, on one machine) as the services.
`

/** Runs until Ctrl-C or SIGTERM. Returns the exit code. */
export async function workerCommand(args: readonly string[]): Promise<number> {
  return await runCommand({ name: 'worker', help }, args, runWorker)
}
