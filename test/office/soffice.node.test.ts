import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { detectSandbox } from '../../src/office/sandbox.node.ts'
import { createSidecar } from '../../src/office/sidecar.ts'
import { createSofficeConverter, type SofficeOptions } from '../../src/office/soffice.node.ts'

const present = spawnSync('soffice', ['--version'], { timeout: 20_000 }).status === 0
const folder = mkdtempSync(join(tmpdir(), 'sheaf-soffice-test-'))
const sandbox = await detectSandbox(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const defaults = { program: 'soffice', timeoutMs: 60_000, concurrency: 1, queueMax: 1, memoryMb: 2048 }
const rtf = new TextEncoder().encode(String.raw`{\rtf1\ansi Hello from rich text\par}`)
const job = { bytes: rtf, fileType: '.rtf', password: null, maxPages: 301, into: 'pdf' as const }
const open = (options: Partial<SofficeOptions> = {}) => createSofficeConverter({ ...defaults, ...options })
const foldersHere = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`sheaf-office-${process.pid}-`))
const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => error,
  )

/** A replacement for LibreOffice that starts another program and waits for it. */
function stuckProgram(): string {
  const path = join(folder, 'stuck')
  writeFileSync(path, '#!/bin/sh\nsleep 4242 &\nwait\n')
  chmodSync(path, 0o755)
  return path
}
/** A replacement for LibreOffice that exits at once without output. */
function idleProgram(): string {
  const path = join(folder, 'idle')
  writeFileSync(path, '#!/bin/sh\n')
  chmodSync(path, 0o755)
  return path
}
const sleepers = () => spawnSync('pgrep', ['-f', 'sleep 4242'], { encoding: 'utf8' }).stdout.trim()

describe.skipIf(!present)('LibreOffice', () => {
  test('converts to a tagged PDF, before and after warming up, and leaves no folder', async () => {
    const converter = open()
    const cold = await converter.convert(job)
    expect(await converter.ready()).toBe(false)
    await converter.warm()
    expect(await converter.ready()).toBe(true)
    const warm = await converter.convert(job)
    for (const pdf of [cold, warm]) expect(new TextDecoder('latin1').decode(pdf)).toMatch(/^%PDF-[\s\S]*StructTreeRoot/)
    await converter.close()
    expect(foldersHere()).toEqual([])
  }, 60_000)

  test('refuses files that it cannot read', async () => {
    const converter = open()
    const damaged = new TextEncoder().encode('PK\u0003\u0004 and no more')
    expect(await refusal(converter.convert({ ...job, bytes: damaged, fileType: '.docx' }))).toMatchObject({
      code: 1106,
    })
    expect(await refusal(converter.convert({ ...job, fileType: '.html' }))).toMatchObject({ code: 1106 })
    await converter.close()
  }, 60_000)

  test('the sidecar converts one file, and has a status for each error', async () => {
    const converter = open()
    const app = createSidecar({ converter, version: '1', token: 'a-token-of-sixteen', maxBytes: 100_000 })
    const send = async (
      form: FormData | string,
      headers: Record<string, string> = { Authorization: 'Bearer a-token-of-sixteen' },
    ) => {
      const response = await app.request('/forms/libreoffice/convert', { method: 'POST', body: form, headers })
      return [
        response.status,
        response.status === 200 ? response.headers.get('content-type') : await response.text(),
      ] as const
    }
    const form = (name: string, bytes: Uint8Array<ArrayBuffer> = rtf, fields: Record<string, string> = {}) => {
      const data = new FormData()
      for (const [key, value] of Object.entries(fields)) data.append(key, value)
      data.append('files', new Blob([bytes]), name)
      return data
    }
    expect((await app.request('/health')).status).toBe(503)
    await converter.warm()
    expect(await (await app.request('/health')).json()).toMatchObject({
      status: 'up',
      details: { libreoffice: { status: 'up' } },
    })
    expect(await send(form('a.rtf', rtf, { pdfua: 'true', nativePageRanges: '1-301' }))).toEqual([
      200,
      'application/pdf',
    ])
    expect(await send(form('a.rtf'), {})).toEqual([401, 'Unauthorized'])
    expect(
      await send('files=a', {
        Authorization: 'Bearer a-token-of-sixteen',
        'Content-Type': 'application/x-www-form-urlencoded',
      }),
    ).toEqual([415, expect.stringContaining('multipart')])
    expect(await send(new FormData())).toMatchObject([400, expect.stringContaining('no form file')])
    expect(await send(form('a.html'))).toMatchObject([400, expect.stringContaining('.html')])
    expect(await send(form('a.doc', new TextEncoder().encode('<html>')))).toEqual([
      400,
      expect.stringContaining('.doc'),
    ])
    expect(await send(form('a.rtf', rtf, { nativePageRanges: '4-9' }))).toMatchObject([
      400,
      expect.stringContaining('4-9'),
    ])
    expect(await send(form('a.rtf', new Uint8Array(200_000)))).toEqual([413, expect.stringContaining('100000')])
    await converter.close()
  }, 60_000)
})

describe('stopping and failures', () => {
  test('a timeout kills all processes and removes the folder', async () => {
    const converter = open({ program: stuckProgram(), timeoutMs: 300 })
    expect(await refusal(converter.convert(job))).toMatchObject({
      code: 1138,
      message: expect.stringContaining('0.3 seconds'),
    })
    expect(sleepers()).toBe('')
    await converter.close()
    expect(foldersHere()).toEqual([])
  })

  test('so does an abort, and closing the converter', async () => {
    const converter = open({ program: stuckProgram() })
    const aborter = new AbortController()
    const left = refusal(converter.convert(job, { signal: aborter.signal }))
    await expect.poll(sleepers, { timeout: 5000 }).not.toBe('')
    aborter.abort(new Error('gone'))
    await left
    expect(sleepers()).toBe('')
    const running = refusal(converter.convert(job))
    await expect.poll(sleepers, { timeout: 5000 }).not.toBe('')
    await converter.close()
    expect(await running).toMatchObject({ code: 1124 })
    expect(sleepers()).toBe('')
    expect(foldersHere()).toEqual([])
  })

  test('documents beyond the queue limit are refused', async () => {
    const converter = open({ program: stuckProgram(), timeoutMs: 500 })
    const three = await Promise.all([1, 2, 3].map(() => refusal(converter.convert(job))))
    expect(three).toMatchObject([
      { code: 1138 },
      { code: 1138 },
      { code: 1124, message: expect.stringContaining('limit is 1') },
    ])
    await converter.close()
  })

  test.runIf(sandbox.diesWithParent)(
    'conversions end with a service that is killed',
    async () => {
      const module = join(import.meta.dirname, '../../src/office/soffice.node.ts')
      const options = JSON.stringify({ ...defaults, program: stuckProgram() })
      const work = JSON.stringify({ ...job, bytes: '{}' })
      const script = `const { createSofficeConverter } = await import(${JSON.stringify(module)}); await createSofficeConverter(${options}).convert(${work})`
      const service = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
      await expect.poll(sleepers, { timeout: 10_000 }).not.toBe('')
      service.kill('SIGKILL')
      await expect.poll(sleepers, { timeout: 3000 }).toBe('')
    },
    20_000,
  )

  test('leftovers of killed processes are removed, also with a reused process identifier', async () => {
    const [own, gone] = [process.pid, 2 ** 22 + 1].map((owner) => join(tmpdir(), `sheaf-office-${owner}-before`))
    for (const path of [own!, gone!]) mkdirSync(join(path, 'job-1'), { recursive: true })
    utimesSync(own!, 1, 1)
    const [one, other] = [
      open({ program: stuckProgram(), timeoutMs: 100 }),
      open({ program: stuckProgram(), timeoutMs: 3000 }),
    ]
    const running = refusal(other.convert(job))
    await expect.poll(sleepers, { timeout: 5000 }).not.toBe('')
    await refusal(one.convert(job))
    const left = foldersHere()
    expect([existsSync(own!), existsSync(gone!)]).toEqual([false, false])
    // The folders of the two converters.
    expect(left).toHaveLength(2)
    await Promise.all([one.close(), other.close(), running])
  })

  test('a program that fails its self-test gives 1139, not a document error', async () => {
    const converter = open({ program: idleProgram() })
    await expect(converter.warm()).rejects.toThrow()
    expect(await refusal(converter.convert(job))).toMatchObject({
      code: 1139,
      status: 503,
      message: expect.stringContaining('self-test'),
    })
    await converter.close()
    expect(foldersHere()).toEqual([])
  })

  test('after a failure to create the folder, the next document is tried again', async () => {
    const converter = open({ program: idleProgram() })
    const usual = process.env.TMPDIR
    process.env.TMPDIR = join(folder, 'full')
    const first = await refusal(converter.convert(job))
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
    expect(first).toMatchObject({ code: 'ENOENT' })
    expect(await refusal(converter.convert(job))).toMatchObject({ code: 1139 })
    await converter.close()
    expect(foldersHere()).toEqual([])
  })

  test('a missing program fails to warm up', async () => {
    const converter = open({ program: join(folder, 'missing') })
    await expect(converter.warm()).rejects.toThrow()
    expect(await converter.ready()).toBe(false)
    await converter.close()
  })
})
