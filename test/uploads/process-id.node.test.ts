import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createProcessId, isProcessRunning } from '../../src/uploads/process-id.node.ts'

const program = new URL('../../src/uploads/process-id.node.ts', import.meta.url)
const script = (call: string): string =>
  `import { createProcessId, isProcessRunning } from ${JSON.stringify(program.href)}; console.log(${call})`
const nodeArgs = (call: string): string[] => ['--input-type=module', '--eval', script(call)]
/** A container has a process namespace of its own. */
const container = ['--pid', '--fork', '--mount-proc', process.execPath]
const hasContainers = spawnSync('unshare', [...container, '--version']).status === 0

describe('a process', () => {
  test('is known on its own machine', () => {
    const ended = execFileSync(process.execPath, nodeArgs('createProcessId()'), { encoding: 'utf8' }).trim()
    expect(isProcessRunning(createProcessId())).toBe(true)
    expect(isProcessRunning(ended)).toBe(false)
    expect(isProcessRunning(`other${ended}`)).toBeNull()
  })

  test.skipIf(!hasContainers)('is unknown to a container with the name of its host', () => {
    const call = `isProcessRunning(${JSON.stringify(createProcessId())})`
    expect(execFileSync('unshare', [...container, ...nodeArgs(call)], { encoding: 'utf8' }).trim()).toBe('null')
  })
})
