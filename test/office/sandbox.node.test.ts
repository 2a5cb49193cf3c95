import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { detectSandbox, hidesFiles, runSandboxed } from '../../src/office/sandbox.node.ts'
import { visibleFolders } from '../../src/office/visible-folders.node.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-sandbox-test-'))
const secret = mkdtempSync(join(tmpdir(), 'sheaf-sandbox-secret-'))
afterAll(() => {
  for (const path of [folder, secret]) rmSync(path, { recursive: true, force: true })
})
writeFileSync(join(secret, 'image.png'), 'of another document')
writeFileSync(join(folder, 'input'), 'of this document')
const sandbox = await detectSandbox(folder)

test.runIf(hidesFiles(sandbox))('a conversion sees its own files only, also through other processes', async () => {
  const files = [join(folder, 'input'), join(secret, 'image.png'), `/proc/${process.pid}/root${secret}/image.png`]
  const script = `for file in ${files.join(' ')}; do cat "$file"; done > ${join(folder, 'output')}`
  const run = { folder, timeoutMs: 10_000, memoryMb: 2048, sandbox }
  expect(await runSandboxed(['sh', '-c', script], run)).toBe('exited')
  expect(readFileSync(join(folder, 'output'), 'utf8')).toBe('of this document')
})

test('programs outside of the system folders are visible with their installation', () => {
  const system = visibleFolders('soffice')
  expect(system).toContain('/usr')
  expect(system.every((path) => existsSync(path))).toBe(true)
  expect(visibleFolders(join(folder, 'soffice'))).toEqual([...system, folder])
  expect(visibleFolders(join(folder, 'program/soffice'))).toEqual([...system, folder])
})
