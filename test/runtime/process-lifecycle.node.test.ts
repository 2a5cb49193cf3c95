import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from './process.node.ts'

test('a program that does not stop is ended at the hard limit, with exit code 1 and a log line', async () => {
  const program = `
    const { runUntilSignal } = await import(${JSON.stringify(join(projectDir, 'src/runtime/process-lifecycle.node.ts'))})
    const log = { error: (text) => process.stderr.write(text), info() {}, warn() {}, debug() {} }
    setInterval(() => {}, 1000)
    const hanging = { log, hardLimitMs: 300, stop: () => new Promise(() => {}) }
    process.exit(await runUntilSignal(async () => hanging, { name: 'the program', greeting: () => 'ready' }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(stderr).toBe('the program did not stop within 0.3 s and is ended')
})
