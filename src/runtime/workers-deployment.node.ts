/** Deploys the Worker repeatably: resources, database, code, and the first key. */

export interface WranglerResult {
  readonly ok: boolean
  readonly output: string
}

interface DeploymentSteps {
  wrangler(args: readonly string[]): Promise<WranglerResult>
  useDatabase(id: string): void
  report(line: string): void
  makeKey(): Promise<string>
  checkReadiness(url: string): Promise<{ readonly ok: boolean; readonly text: string }>
}

export interface Resources {
  readonly database: string
  readonly buckets: readonly string[]
  readonly queues: readonly string[]
}

export class DeploymentError extends Error {
  override readonly name = 'DeploymentError'
}

export function resourcesOf(toml: string): Resources {
  const lines = toml.split('\n').filter((line) => !line.trimStart().startsWith('#'))
  const values = (key: string): string[] => [
    ...new Set(lines.flatMap((line) => new RegExp(`^${key}\\s*=\\s*"([^"]+)"`).exec(line)?.[1] ?? [])),
  ]
  const [database] = values('database_name')
  if (database === undefined) throw new DeploymentError('wrangler.toml names no database (database_name).')
  return {
    database,
    buckets: values('bucket_name'),
    // A consumer names the dead-letter queue, so it is created first.
    queues: [
      ...values('dead_letter_queue'),
      ...values('queue').filter((name) => !values('dead_letter_queue').includes(name)),
    ],
  }
}

const missing = /not found|does not exist|couldn't find|could not find|no such|\b(10006|11000)\b/i

/** Throws `DeploymentError`. */
export async function deployWorkers({ database, buckets, queues }: Resources, steps: DeploymentSteps): Promise<void> {
  const run = async (...args: string[]): Promise<string> => {
    const { ok, output } = await steps.wrangler(args)
    if (!ok) throw new DeploymentError(`wrangler ${args.join(' ')} failed:\n${output}`)
    return output
  }
  const ensure = async (name: string, info: readonly string[], create: readonly string[]): Promise<void> => {
    const { ok, output } = await steps.wrangler(info)
    if (!ok && !missing.test(output)) throw new DeploymentError(`wrangler ${info.join(' ')} failed:\n${output}`)
    if (!ok) await run(...create)
    steps.report(`${name}: ${ok ? 'exists' : 'created'}`)
  }
  await run('whoami')
  let id = await findDatabase(database, run)
  steps.report(`database ${database}: ${id === null ? 'created' : 'exists'}`)
  if (id === null) {
    await run('d1', 'create', database)
    id = await findDatabase(database, run)
  }
  if (id === null)
    throw new DeploymentError(`The database ${database} was created, but wrangler d1 list does not show it.`)
  steps.useDatabase(id)
  for (const name of buckets)
    await ensure(`bucket ${name}`, ['r2', 'bucket', 'info', name], ['r2', 'bucket', 'create', name])
  for (const name of queues) await ensure(`queue ${name}`, ['queues', 'info', name], ['queues', 'create', name])
  // New code needs new columns, which the earlier code ignores.
  await run('d1', 'migrations', 'apply', 'DB', '--remote')
  steps.report('database migrated')
  const url = /https:\/\/\S+\.workers\.dev/.exec(await run('deploy'))?.[0] ?? null
  steps.report(`deployed${url === null ? '' : ` to ${url}`}`)
  await makeFirstKey(steps, run)
  if (url === null) return
  const { ok, text } = await steps.checkReadiness(url)
  if (!ok) throw new DeploymentError(`The Worker is deployed, but not ready: ${text}`)
  steps.report(`ready: ${text}`)
}

async function findDatabase(name: string, run: (...args: string[]) => Promise<string>): Promise<string | null> {
  const databases = readJson<{ name: string; uuid: string }[]>(await run('d1', 'list', '--json'))
  return databases.find((each) => each.name === name)?.uuid ?? null
}

async function makeFirstKey({ makeKey }: DeploymentSteps, run: (...args: string[]) => Promise<string>): Promise<void> {
  const execute = (statement: string) => run('d1', 'execute', 'DB', '--remote', '--json', '--command', statement)
  const [counted] = readJson<{ results: { count: number }[] }[]>(
    await execute('SELECT count(*) AS count FROM api_keys'),
  )
  if ((counted?.results[0]?.count ?? 0) === 0) await execute(await makeKey())
}

function readJson<value>(output: string): value {
  const start = output.search(/^\s*\[/m)
  try {
    return JSON.parse(output.slice(Math.max(0, start), output.lastIndexOf(']') + 1)) as value
  } catch {
    throw new DeploymentError(`The output of wrangler cannot be read:\n${output}`)
  }
}
