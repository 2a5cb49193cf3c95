/** `--help` of the scripts of `package.json` that have arguments. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Scripts that pass their arguments on. */
const others = new Set(['test', 'lint:words'])
const names = Object.keys(scripts).filter((name) => scripts[name]?.startsWith('node test/') && !others.has(name))

function run(name: string, argument: string) {
  const [, ...command] = scripts[name]?.split(' ') ?? []
  const { stdout, stderr, status } = spawnSync(process.execPath, [...command, argument], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { stdout, stderr, status }
}

test.each(names)('npm run %s -- --help', (name) => {
  const { stdout, status } = run(name, '--help')
  expect(status).toBe(0)
  expect(stdout).toMatch(new RegExp(`^npm run ${name} -- `))
})

test('an unknown option is named', () => {
  const { stderr, status } = run('fuzz', '--file')
  expect(status).toBe(2)
  expect(stderr).toMatch(/^Unknown option '--file'.*\n\nnpm run fuzz -- /)
})
