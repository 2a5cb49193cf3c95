/**
 * `npm run dev:workers`: the Workers build of the service on this machine, offline. Prepares a local D1 and R2 under
 * `DATA_DIR/workers`, makes a key on the first start, then runs `wrangler dev` until a signal ends it.
 * Variables of the README's table that are set in the environment reach the Worker as its variables.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getPlatformProxy } from 'wrangler'
import { createFirstKey } from '../accounts/api-keys.ts'
import { callbackSecret } from '../accounts/callback-secrets.ts'
import { type Config, configTable, type Environment, processEnvironment, readConfig } from './config.ts'
import { createLocalSql, type LocalDatabase } from './local-d1.node.ts'
import { refuseArguments } from './process-lifecycle.node.ts'
import { startProblem } from './startup.node.ts'

const projectDir = fileURLToPath(new URL('../..', import.meta.url))
const configPath = join(projectDir, 'wrangler.toml')
const sample = join(projectDir, 'test', 'fixtures', 'pdf-digital', 'source.pdf')
const wranglerCli = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin', 'wrangler.js')

/** Building the bundle and starting workerd takes 3 to 10 s on a busy machine. */
const READY_LIMIT_MS = 90_000
/** What wrangler gets to end workerd before it is killed. */
const STOP_LIMIT_MS = 5000

/** Nothing here needs the network: no telemetry, no look at where in the world this machine stands. */
const wranglerSettings = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
}

async function main(): Promise<number> {
  const environment = processEnvironment()
  // Where to listen and to keep data is this machine's affair; the rest is the Worker's.
  const { host, port, dataDir } = readConfig(environment, 'node')
  const config: Config = { ...readConfig(environment, 'workers'), host, port, dataDir }
  const stateDir = join(resolve(config.dataDir), 'workers')
  mkdirSync(stateDir, { recursive: true, mode: 0o700 })
  // Wrangler takes these settings from nowhere else, in this process and in those that it starts.
  Object.assign(environment, wranglerSettings)

  migrate(stateDir)
  const firstKey = await makeFirstKey(stateDir, config)
  const url = `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${config.port}`
  const welcome = writeWelcome({ url, stateDir, firstKey })

  const wrangler = spawn(process.execPath, devArguments({ config, stateDir, environment }), {
    cwd: projectDir,
    stdio: 'inherit',
  })
  const ended = new Promise<number>((resolveEnd) => wrangler.once('exit', (code) => resolveEnd(code ?? 0)))
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      stopping = true
      stop(wrangler).catch(() => undefined)
    })

  const ready = await Promise.race([isReady(url), ended.then(() => false)])
  // The key is shown in any case: it is in the database and can't be shown again.
  if (ready || (firstKey !== null && !stopping)) process.stdout.write(welcome)
  if (!ready && !stopping) process.stderr.write('sheaf: the Worker did not start; what wrangler says is above\n')
  if (!ready && !stopping) await stop(wrangler)
  const code = await ended
  return stopping ? 0 : ready ? code : 1
}

/** Brings the local database up to date with the same command that a deployment uses. */
function migrate(stateDir: string): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [wranglerCli, 'd1', 'migrations', 'apply', 'DB', '--local', '--persist-to', stateDir, '--config', configPath],
    { cwd: projectDir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  )
  if (status === 0) return
  process.stderr.write(`${stdout}\n${stderr}\n`)
  throw new Error('the local D1 database could not be brought up to date; what wrangler says is above')
}

interface FirstKey {
  readonly apiKey: string
  /** What signs the callbacks of that key. */
  readonly callbackSecret: string
}

/** `null` when the database has keys already. */
async function makeFirstKey(stateDir: string, { keyDefaults, service }: Config): Promise<FirstKey | null> {
  // The proxy wants the folder that `--persist-to` makes inside the given one.
  const proxy = await getPlatformProxy<{ DB: LocalDatabase }>({
    configPath,
    persist: { path: join(stateDir, 'v3') },
    remoteBindings: false,
  })
  try {
    const sql = createLocalSql(proxy.env.DB)
    const created = await createFirstKey(sql, { name: 'first', ...keyDefaults, now: Date.now() })
    if (created === null) return null
    return { apiKey: created.apiKey, callbackSecret: await callbackSecret(sql, created.id, service.tasks.serverSecret) }
  } finally {
    await proxy.dispose()
  }
}

function devArguments({
  config,
  stateDir,
  environment,
}: {
  config: Config
  stateDir: string
  environment: Environment
}): string[] {
  const variables = configTable
    .filter(({ name, workers }) => workers !== null && environment[name] !== undefined && environment[name] !== '')
    .flatMap(({ name }) => ['--var', `${name}:${environment[name]}`])
  const place = [
    '--ip',
    config.host,
    '--port',
    String(config.port),
    '--inspector-port',
    '0',
    '--persist-to',
    stateDir,
    '--config',
    configPath,
  ]
  return [
    wranglerCli,
    'dev',
    '--local',
    '--test-scheduled',
    '--show-interactive-dev-session=false',
    '--log-level',
    'log',
    ...place,
    ...variables,
  ]
}

async function isReady(url: string): Promise<boolean> {
  for (const giveUpAt = Date.now() + READY_LIMIT_MS; Date.now() < giveUpAt; ) {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5000) }).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok) return true
    await delay(200)
  }
  return false
}

async function stop(wrangler: ChildProcess): Promise<void> {
  wrangler.kill('SIGTERM')
  await delay(STOP_LIMIT_MS, undefined, { ref: false })
  if (wrangler.exitCode === null && wrangler.signalCode === null) wrangler.kill('SIGKILL')
}

function writeWelcome({
  url,
  stateDir,
  firstKey,
}: {
  url: string
  stateDir: string
  firstKey: FirstKey | null
}): string {
  const place = relative(process.cwd(), stateDir) || '.'
  const ready = `Sheaf as a Worker listens on ${url} (D1 and R2 in ${place})`
  if (firstKey === null) return `\n${ready}\n`
  const { apiKey, callbackSecret } = firstKey
  const document = existsSync(sample) ? relative(process.cwd(), sample) : 'your.pdf'
  return `
${ready}

Your API key for it, shown only this once (remove ${place} to begin anew):

  ${apiKey}

Its callbacks are signed with ${callbackSecret}

Try it:

  curl -F api_key=${apiKey} -F file=@${document} ${url}/api/v1/parse/sync

`
}

try {
  process.exit(refuseArguments() ?? (await main()))
} catch (error) {
  const problem = startProblem(error) ?? `sheaf: ${error instanceof Error ? error.message : String(error)}`
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}
