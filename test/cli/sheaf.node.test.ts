/** The command as a process: each subcommand of the help exists and has its own help. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const entry = join(import.meta.dirname, '../../src/cli/sheaf.js')
const sheaf = (...args: string[]) =>
  spawnSync(process.execPath, [entry, ...args], { encoding: 'utf8', timeout: 60_000 })

test('every command of the help exists and has its own help', () => {
  const { stdout, status } = sheaf('--help')
  expect(status).toBe(0)
  const named = [...new Set([...stdout.matchAll(/^sheaf (\w+)/gm)].map((line) => line[1] ?? ''))]
  expect(named).toEqual(expect.arrayContaining(['parse', 'serve', 'keys', 'models']))
  for (const name of named) {
    const shown = sheaf(name, '--help')
    expect({ name, status: shown.status, stderr: shown.stderr }).toEqual({ name, status: 0, stderr: '' })
    expect(shown.stdout).toContain(`sheaf ${name}`)
  }
}, 60_000)

test('"help COMMAND" is the help of the command', () => {
  expect(sheaf('help', 'keys')).toMatchObject({ status: 0, stdout: sheaf('keys', '--help').stdout })
  expect(sheaf('help', 'modles')).toMatchObject({ status: 2, stderr: expect.stringContaining('unknown command') })
}, 60_000)

test('commands of the skill for agents are accepted', () => {
  const skill = sheaf('skill').stdout
  expect(skill).toMatch(/^---\nname: sheaf\n/)
  const flags = new Set([...skill.matchAll(/(?<= )(?<!npx )--[a-z-]+/g)].map(([flag]) => flag))
  expect(flags.size).toBeGreaterThan(4)
  const { stdout } = sheaf('parse', '--help')
  for (const flag of flags) expect(stdout).toContain(flag)
})

test('an unknown command is refused with the help', () => {
  const { stderr, status } = sheaf('modles')
  expect(status).toBe(2)
  expect(stderr).toContain('unknown command "modles"')
})

test('the compile cache is in the home directory; a wrong home directory is not an error', () => {
  const home = mkdtempSync(join(tmpdir(), 'sheaf-home-'))
  const { NODE_COMPILE_CACHE: _, ...environment } = process.env
  const run = (HOME: string) =>
    spawnSync(process.execPath, [entry, 'parse', '--help'], {
      encoding: 'utf8',
      timeout: 60_000,
      env: { ...environment, HOME },
    })
  try {
    expect(run(home).status).toBe(0)
    expect(readdirSync(join(home, '.cache', 'sheaf'))).toHaveLength(1)
    expect(run('/dev/null')).toMatchObject({ status: 0, stderr: '' })
  } finally {
    rmSync(home, { recursive: true })
  }
})
