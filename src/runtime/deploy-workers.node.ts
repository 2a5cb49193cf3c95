/** `npm run deploy:workers`. `--dry-run` needs no account: it bundles, and lists resources and bindings. */

import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DeploymentError, deployWorkers, resourcesOf, type WranglerResult } from './workers-deployment.node.ts'
import { configPath, projectDir, wranglerCli } from './wrangler-paths.node.ts'

/** Paths are relative to `wrangler.toml`, so the temporary file is next to it. */
const deployedPath = join(projectDir, '.wrangler-deploy.toml')
const requiredBindings = ['DB', 'FILES', 'ASSETS', 'TASKS']
const READY_TIMEOUT_MS = 60_000

const write = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

async function main(args: readonly string[]): Promise<number> {
  const toml = readFileSync(configPath, 'utf8')
  const resources = resourcesOf(toml)
  if (args[0] === '--dry-run') return await dryRun(resources)
  if (args.length > 0) throw new DeploymentError('Usage: npm run deploy:workers [-- --dry-run]')
  let configFile = configPath
  try {
    await deployWorkers(resources, {
      wrangler: (command) => runWrangler([...command, '--config', configFile]),
      useDatabase(id) {
        writeFileSync(deployedPath, toml.replace(/^(database_id\s*=\s*)"[^"]*"/m, `$1"${id}"`))
        configFile = deployedPath
      },
      report: write,
      makeKey: async () => makeKey(),
      checkReadiness,
    })
    return 0
  } finally {
    rmSync(deployedPath, { force: true })
  }
}

async function dryRun({ database, buckets, queues }: ReturnType<typeof resourcesOf>): Promise<number> {
  const { ok, output } = await runWrangler(['deploy', '--dry-run', '--config', configPath])
  write(output)
  const missing = requiredBindings.filter((name) => !new RegExp(`\\benv\\.${name}\\b`).test(output))
  write(`database: ${database}; buckets: ${buckets.join(', ')}; queues: ${queues.join(', ')}`)
  if (missing.length > 0) write(`missing bindings: ${missing.join(', ')}`)
  return ok && missing.length === 0 ? 0 : 1
}

function runWrangler(args: readonly string[]): Promise<WranglerResult> {
  const child = spawn(process.execPath, [wranglerCli, ...args], { cwd: projectDir, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk)
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ ok: code === 0, output })))
}

function makeKey(): string {
  const { stdout } = spawnSync(
    process.execPath,
    [join(projectDir, 'src/cli/sheaf.js'), 'keys', 'create', '--name', 'first', '--sql'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return stdout
}

async function checkReadiness(url: string): Promise<{ ok: boolean; text: string }> {
  let text = ''
  for (const until = Date.now() + READY_TIMEOUT_MS; Date.now() < until; await delay(2000)) {
    try {
      const response = await fetch(`${url}/ready`)
      text = await response.text()
      if (response.ok) return { ok: true, text }
    } catch (error) {
      text = String(error)
    }
  }
  return { ok: false, text }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof DeploymentError)) throw error
  process.stderr.write(`sheaf: ${error.message}\n`)
  process.exitCode = 1
}
