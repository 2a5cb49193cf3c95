import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createNodeSpool, type NodeSpool, sweepSpool } from '../../src/uploads/spool.node.ts'
import { spoolContract } from './spool-contract.ts'

const megabyte = 1024 * 1024
let dir = ''
const spools: NodeSpool[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sheaf-spool-'))
})
afterEach(async () => {
  for (const spool of spools.splice(0)) await spool.close()
  rmSync(dir, { recursive: true, force: true })
})

function create(maxTotalBytes = 100 * megabyte): NodeSpool {
  const spool = createNodeSpool({ dir, maxTotalBytes })
  spools.push(spool)
  return spool
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

spoolContract({
  create,
  async readBytes(source) {
    return source.kind === 'bytes' ? source.bytes : new Uint8Array(readFileSync(source.path))
  },
})

describe('files', () => {
  test('small uploads are never on disk, large ones only until they are removed', async () => {
    const spool = create()
    const small = await spool.open()
    await small.write(new Uint8Array(megabyte))
    expect(filesIn(dir)).toEqual([])
    expect((await small.finish()).source.kind).toBe('bytes')

    const large = await spool.open()
    await large.write(new Uint8Array(megabyte))
    await large.write(new Uint8Array(1))
    expect(filesIn(dir)).toHaveLength(1)
    const file = await large.finish()
    expect(file.source).toMatchObject({ kind: 'file', size: megabyte + 1 })
    await file.remove()
    expect(filesIn(dir)).toEqual([])
  })

  test('an aborted upload leaves no file', async () => {
    const writer = await create().open()
    await writer.write(new Uint8Array(2 * megabyte))
    await writer.abort()
    expect(filesIn(dir)).toEqual([])
  })

  test('an upload whose file cannot be removed takes no space', async () => {
    const spool = create(4 * megabyte)
    const upload = await spool.open()
    await upload.write(new Uint8Array(3 * megabyte))
    const [folder = ''] = readdirSync(dir)
    rmSync(join(dir, folder), { recursive: true })
    writeFileSync(join(dir, folder), 'x')
    await upload.abort()
    await (await spool.open()).write(new Uint8Array(megabyte))
    await (await spool.open()).write(new Uint8Array(megabyte))
  })

  test('close removes the folder', async () => {
    const spool = create()
    const writer = await spool.open()
    await writer.write(new Uint8Array(2 * megabyte))
    await spool.close()
    expect(readdirSync(dir)).toEqual([])
  })

  test('works after its folder was removed', async () => {
    const spool = create()
    rmSync(dir, { recursive: true })
    const writer = await spool.open()
    await writer.write(new Uint8Array(2 * megabyte))
    expect((await writer.finish()).size).toBe(2 * megabyte)
  })
})

describe('sweepSpool', () => {
  /** A process that spools 2 MB and then waits. */
  async function startSpooler(): Promise<{ pid: number; kill(): Promise<void> }> {
    const script = `
      import { createNodeSpool } from ${JSON.stringify(new URL('../../src/uploads/spool.node.ts', import.meta.url).href)}
      const writer = await createNodeSpool({ dir: ${JSON.stringify(dir)}, maxTotalBytes: 1e8 }).open()
      await writer.write(new Uint8Array(2 * 1024 * 1024))
      console.log('ready')
      setInterval(() => writer, 1000)`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise<void>((resolve, reject) => {
      child.stdout.once('data', () => resolve())
      child.once('exit', (code) => reject(new Error(`the spooler ended with ${code}`)))
    })
    return {
      pid: child.pid ?? -1,
      kill: () =>
        new Promise((resolve) => {
          child.once('exit', () => resolve())
          child.kill('SIGKILL')
        }),
    }
  }

  test('removes folders of killed processes, but not of running ones', async () => {
    const mine = create()
    const writer = await mine.open()
    await writer.write(new Uint8Array(2 * megabyte))
    const other = await startSpooler()
    try {
      expect(filesIn(dir)).toHaveLength(2)
      expect(await sweepSpool(dir)).toBe(0)
      expect(filesIn(dir)).toHaveLength(2)
    } finally {
      await other.kill()
    }
    expect(filesIn(dir)).toHaveLength(2)
    expect(await sweepSpool(dir)).toBe(1)
    expect(filesIn(dir)).toHaveLength(1)
    await writer.abort()
  })

  test('a folder of an earlier process with the same number is removed', async () => {
    const own = create()
    await own.open()
    const [name = ''] = readdirSync(dir)
    const [host, pid] = name.split('~')
    mkdirSync(join(dir, `${host}~${pid}~1~abc`))
    writeFileSync(join(dir, `${host}~${pid}~1~abc`, 'left'), 'x')
    expect(await sweepSpool(dir)).toBe(1)
    expect(readdirSync(dir)).toEqual([name])
  })

  test('an old folder of another machine is removed', async () => {
    for (const [name, minutes] of [
      ['elsewhere~1~1~a', 30],
      ['elsewhere~1~1~b', 1],
    ] as const) {
      mkdirSync(join(dir, name))
      const then = new Date(Date.now() - minutes * 60_000)
      utimesSync(join(dir, name), then, then)
    }
    expect(await sweepSpool(dir)).toBe(1)
    expect(existsSync(join(dir, 'elsewhere~1~1~b'))).toBe(true)
  })

  test('a missing folder is not an error', async () => {
    expect(await sweepSpool(join(dir, 'missing'))).toBe(0)
  })
})
