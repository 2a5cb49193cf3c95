/** `npm run dev:workers`: a Worker on this machine, offline, with D1 and R2 in `DATA_DIR/workers`. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getPlatformProxy } from 'wrangler'
import { createD1Sql, type D1 } from '../db/d1.ts'
import { errorMessage } from '../model/errors.ts'
import { type Config, type Environment, processEnvironment, readConfig } from './config.ts'
import { makeFirstKey, samplePath } from './first-key.node.ts'
import { startTriggers } from './local-triggers.node.ts'
import { refuseArguments } from './process-lifecycle.node.ts'
import { startProblem } from './start-errors.node.ts'
import { type FirstKey, startupMessage } from './startup-message.ts'
import { variableRows } from './variables.ts'
import { configPath, projectDir, wranglerCli } from './wrangler-paths.node.ts'

const READY_TIMEOUT_MS = 90_000
const STOP_TIMEOUT_MS = 5000

const wranglerSettings = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
}

async function main(): Promise<number> {
  const environment = processEnvironment()
  const { host, port, dataDir } = readConfig(environment, 'node')
  const config: Config = { ...readConfig(environment, 'workers'), host, port, dataDir }
  const stateDir = join(resolve(config.dataDir), 'workers')
  mkdirSync(stateDir, { recursive: true, mode: 0o700 })
  // Wrangler reads these only from the environment, also in child processes.
  Object.assign(environment, wranglerSettings)

  migrate(stateDir)
  const firstKey = await makeLocalKey(stateDir, config)
  const url = `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${config.port}`
  const message = messageOf({ url, stateDir, firstKey })

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
  // The stored key cannot be shown later, so it is printed even after a failure.
  if (ready || (firstKey !== null && !stopping)) process.stdout.write(message)
  if (!ready && !stopping) process.stderr.write('sheaf: the Worker did not start; see the output of wrangler above\n')
  if (!ready && !stopping) await stop(wrangler)
  const stopTriggers = startTriggers(url)
  const code = await ended
  stopTriggers()
  return stopping ? 0 : ready ? code : 1
}

function migrate(stateDir: string): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [wranglerCli, 'd1', 'migrations', 'apply', 'DB', '--local', '--persist-to', stateDir, '--config', configPath],
    { cwd: projectDir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  )
  if (status === 0) return
  process.stderr.write(`${stdout}\n${stderr}\n`)
  throw new Error('the local D1 database could not be migrated; see the output of wrangler above')
}

async function makeLocalKey(stateDir: string, config: Config): Promise<FirstKey | null> {
  // Wrangler's `--persist-to` appends this folder, the proxy does not.
  const proxy = await getPlatformProxy<{ DB: D1 }>({
    configPath,
    persist: { path: join(stateDir, 'v3') },
    remoteBindings: false,
  })
  try {
    return await makeFirstKey(createD1Sql(proxy.env.DB), config)
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
  const variables = variableRows
    .filter(({ name, workers }) => workers !== null && environment[name] !== undefined && environment[name] !== '')
    .flatMap(({ name }) => ['--var', `${name}:${environment[name]}`])
  return [
    ...[wranglerCli, 'dev', '--local', '--test-scheduled', '--show-interactive-dev-session=false'],
    ...['--log-level', 'log', '--ip', config.host, '--port', String(config.port), '--inspector-port', '0'],
    ...['--persist-to', stateDir, '--config', configPath],
    ...variables,
  ]
}

async function isReady(url: string): Promise<boolean> {
  for (const giveUpAt = Date.now() + READY_TIMEOUT_MS; Date.now() < giveUpAt; ) {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5000) }).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok) return true
    await delay(200)
  }
  return false
}

async function stop(wrangler: ChildProcess): Promise<void> {
  wrangler.kill('SIGTERM')
  await delay(STOP_TIMEOUT_MS, undefined, { ref: false })
  if (wrangler.exitCode === null && wrangler.signalCode === null) wrangler.kill('SIGKILL')
}

function messageOf({ url, stateDir, firstKey }: { url: string; stateDir: string; firstKey: FirstKey | null }): string {
  const folder = relative(process.cwd(), stateDir) || '.'
  return `\n${startupMessage({
    ready: `Sheaf as a Worker listens on ${url} (D1 and R2 in ${folder})`,
    url,
    firstKey,
    keyHint: 'more keys: ADMIN_TOKEN and docs/admin-api.md',
    samplePath: samplePath(),
  })}`
}

try {
  process.exit(refuseArguments() ?? (await main()))
} catch (error) {
  const problem = startProblem(error) ?? `sheaf: ${errorMessage(error)}`
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}
