/** The compile cache is in the home directory, and worker threads use the same one. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const program = `
  import { getCompileCacheDir } from 'node:module'
  import { Worker } from 'node:worker_threads'
  import { compileCacheVariables, useCompileCache } from '${join(import.meta.dirname, '../../src/runtime/compile-cache.node.js')}'
  if (Object.keys(compileCacheVariables()).length > 0) throw new Error('the cache must not be enabled yet')
  useCompileCache()
  console.log(getCompileCacheDir())
  const inThread = 'data:text/javascript,import { getCompileCacheDir } from "node:module"; console.log(getCompileCacheDir())'
  new Worker(new URL(inThread), { env: { ...process.env, ...compileCacheVariables() } })
`

function foldersOf(home: string): string[] {
  const { NODE_COMPILE_CACHE: _, NODE_DISABLE_COMPILE_CACHE: __, ...environment } = process.env
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 30_000,
    env: { ...environment, HOME: home },
  })
  return stdout.trim().split('\n')
}

test('worker threads use the cache of the process', () => {
  const home = mkdtempSync(join(tmpdir(), 'sheaf-home-'))
  try {
    const [own = '', thread] = foldersOf(home)
    expect(own.startsWith(join(home, '.cache', 'sheaf'))).toBe(true)
    expect(thread).toBe(own)
  } finally {
    rmSync(home, { recursive: true })
  }
})

test('without a home directory there is no cache', () => {
  expect(foldersOf('')).toEqual(['undefined', 'undefined'])
})
