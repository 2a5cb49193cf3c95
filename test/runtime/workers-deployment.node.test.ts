/** The deployment against an account in memory; `wrangler deploy --dry-run` and the configuration are real. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DeploymentError, deployWorkers, resourcesOf } from '../../src/runtime/workers-deployment.node.ts'

const toml = readFileSync(join(import.meta.dirname, '../../wrangler.toml'), 'utf8')

/** An account of Cloudflare, with the outputs of wrangler 4. */
function openAccount() {
  const existing = { databases: new Map<string, string>(), buckets: new Set<string>(), queues: new Set<string>() }
  const commands: string[] = []
  const used: string[] = []
  let keys = 0
  const answer = (args: readonly string[]): { ok: boolean; output: string } => {
    const [first, second, third = '', name = ''] = args
    const command = args.slice(0, first === 'r2' ? 3 : 2).join(' ')
    switch (command) {
      case 'd1 list':
        return {
          ok: true,
          output: `note\n${JSON.stringify([...existing.databases].map(([key, uuid]) => ({ name: key, uuid })))}`,
        }
      case 'd1 create':
        existing.databases.set(third, '11111111-2222-3333-4444-555555555555')
        return { ok: true, output: 'created' }
      case 'r2 bucket info':
        return existing.buckets.has(name)
          ? { ok: true, output: `name: ${name}` }
          : { ok: false, output: 'The specified bucket does not exist. [code: 10006]' }
      case 'r2 bucket create':
        existing.buckets.add(name)
        return { ok: true, output: '' }
      case 'queues info':
        return existing.queues.has(third)
          ? { ok: true, output: '' }
          : { ok: false, output: `Queue "${third}" does not exist.` }
      case 'queues create':
        existing.queues.add(third)
        return { ok: true, output: '' }
      case 'd1 execute': {
        const statement = args.at(-1) ?? ''
        if (statement.startsWith('INSERT')) keys++
        return { ok: true, output: JSON.stringify([{ results: [{ count: keys }] }]) }
      }
      default:
        return { ok: true, output: first === 'deploy' ? 'Deployed\n  https://sheaf.me.workers.dev\n' : `${second}` }
    }
  }
  const steps = {
    async wrangler(args: readonly string[]) {
      commands.push(args.join(' '))
      return answer(args)
    },
    useDatabase: (id: string) => used.push(id),
    report: () => undefined,
    makeKey: async () => 'INSERT INTO api_keys …',
    checkReadiness: async (url: string) => ({ ok: url === 'https://sheaf.me.workers.dev', text: 'ok' }),
  }
  return { existing, commands, used, steps, keys: () => keys }
}

test('the resources of wrangler.toml', () => {
  expect(resourcesOf(toml)).toEqual({
    database: 'sheaf',
    buckets: ['sheaf-files'],
    queues: ['sheaf-tasks-dead', 'sheaf-tasks'],
  })
})

test('the first deployment creates everything, the second one nothing', async () => {
  const { existing, commands, used, steps, keys } = openAccount()
  await deployWorkers(resourcesOf(toml), steps)
  const creations = () => commands.filter((command) => /create/.test(command))
  expect(creations()).toEqual([
    'd1 create sheaf',
    'r2 bucket create sheaf-files',
    'queues create sheaf-tasks-dead',
    'queues create sheaf-tasks',
  ])
  expect(commands.indexOf('d1 migrations apply DB --remote')).toBeLessThan(commands.indexOf('deploy'))
  expect(keys()).toBe(1)
  commands.length = 0
  await deployWorkers(resourcesOf(toml), steps)
  expect(creations()).toEqual([])
  expect(commands).toContain('deploy')
  expect([existing.databases.size, existing.buckets.size, existing.queues.size, keys()]).toEqual([1, 1, 2, 1])
  expect(new Set(used).size).toBe(1)
})

test('without access nothing is created', async () => {
  const { commands, steps } = openAccount()
  const wrangler = async (args: readonly string[]) => {
    const result = await steps.wrangler(args)
    return args[0] === 'r2' ? { ok: false, output: 'Authentication error [code: 10000]' } : result
  }
  await expect(deployWorkers(resourcesOf(toml), { ...steps, wrangler })).rejects.toThrow(DeploymentError)
  expect(commands).not.toContain('r2 bucket create sheaf-files')
  expect(commands).not.toContain('deploy')
})
