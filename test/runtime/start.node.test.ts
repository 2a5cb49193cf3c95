/** Start and stop of the service process. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { openSqlite, type SqliteSql } from '../../src/db/sqlite.node.ts'
import { projectDir, type Started, start, startAndFail } from './process.node.ts'

const dir = mkdtempSync(join(tmpdir(), 'sheaf-start-'))
const running: Started[] = []
let count = 0
const newDataDir = (): string => join(dir, `data-${count++}`)
const launch = async (environment: Record<string, string>): Promise<Started> => {
  const service = await start(environment)
  running.push(service)
  return service
}
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const sample = 'test/fixtures/pdf-digital/source.pdf'
const scan = 'test/fixtures/pdf-scan/source.pdf'
const hasCurl = ['/usr/bin/curl', '/bin/curl', '/usr/local/bin/curl'].some(existsSync)

describe('start', () => {
  test('programs without arguments refuse them', async () => {
    for (const program of ['node', 'worker.node', 'office.node', 'dev-workers.node']) {
      const failed = await promisify(execFile)(process.execPath, [`src/runtime/${program}.ts`, '--port', '80'], {
        cwd: projectDir,
      }).catch((error) => error)
      expect([program, failed.code, failed.stdout]).toEqual([program, 2, ''])
      expect(failed.stderr).toMatch(/^sheaf: "--port" is not supported here: .*PORT=8080/)
    }
  })

  test('the first start creates a key, the second one uses the same data, and Ctrl-C leaves no files', async () => {
    const DATA_DIR = newDataDir()
    // Nothing that runs in the background after a start prints an error.
    const first = await launch({ DATA_DIR, OFFICE_SOFFICE: 'soffice', WARM_OCR: 'on' })
    // The output of a child process is not a terminal, but may be a log.
    expect(first.startupMessage).not.toContain('sk-')
    const { apiKey } = first
    expect(apiKey).toMatch(/^sk-[0-9A-Za-z]{43}$/)
    expect(statSync(join(DATA_DIR, 'first-key.txt')).mode & 0o777).toBe(0o600)
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700)
    const usage = async (url: string): Promise<unknown> =>
      (await fetch(`${url}/api/v1/usage`, { method: 'POST', body: new URLSearchParams({ api_key: apiKey }) })).json()
    expect(await usage(first.url)).toMatchObject({
      code: 0,
      data: { remaining_free_pages_today: 500, remaining_free_pages_this_month: 2000 },
    })
    expect((await first.end()).code).toBe(0)
    expect(readdirSync(DATA_DIR).sort()).toEqual(['blobs', 'first-key.txt', 'sheaf.sqlite', 'spool'])
    expect(readdirSync(join(DATA_DIR, 'spool'))).toEqual([])

    const second = await launch({ DATA_DIR })
    expect(second.startupMessage).not.toMatch(/sk-|curl|first-key/)
    expect(await usage(second.url)).toMatchObject({ code: 0 })
    expect((await second.end(['SIGTERM'])).code).toBe(0)
    expect(first.stderr() + second.stderr()).toBe('')
  })

  test.skipIf(!hasCurl || !existsSync(join(projectDir, sample)))('the printed command works', async () => {
    const { startupMessage } = await launch({ DATA_DIR: newDataDir() })
    const line = /^ {2}(curl .+)$/m.exec(startupMessage)?.[1] ?? ''
    expect(line).toContain(`file=@${sample}`)
    const { stdout } = await promisify(execFile)('sh', ['-c', `${line} --silent --show-error`], {
      cwd: projectDir,
      maxBuffer: 1 << 26,
    })
    const answer = JSON.parse(stdout)
    expect(answer.code).toBe(0)
    expect(answer.data.result.outputs.markdown.length).toBeGreaterThan(100)
  })

  test('two services can share a data folder; only one of them creates the first key', async () => {
    const DATA_DIR = newDataDir()
    const services = await Promise.all([launch({ DATA_DIR }), launch({ DATA_DIR })])
    expect(services.filter(({ apiKey }) => apiKey !== '')).toHaveLength(1)
  })
})

describe('a service that cannot start prints the reason and exits with 1', () => {
  test.each([
    ['spool', 'The folder for uploads'],
    ['blobs', 'The folder for documents and results'],
  ])('a file instead of the folder %s', async (name, message) => {
    const DATA_DIR = newDataDir()
    mkdirSync(DATA_DIR)
    writeFileSync(join(DATA_DIR, name), '')
    const { code, stderr } = await startAndFail({ DATA_DIR })
    expect(code).toBe(1)
    expect(stderr).toMatch(new RegExp(`^sheaf: ${message} .* cannot be written`))
  })

  const expectLine = (
    { code, stdout, stderr }: Awaited<ReturnType<typeof startAndFail>>,
    pattern: RegExp,
    lines = 1,
  ): void => {
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(pattern)
    expect(stderr.trim().split('\n')).toHaveLength(lines)
    expect(stderr).not.toMatch(/^\s+at /m)
  }

  test('port in use, and no key is created', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const PORT = String(typeof address === 'object' ? address?.port : 0)
    const DATA_DIR = newDataDir()
    expectLine(await startAndFail({ DATA_DIR, PORT }), new RegExp(`^sheaf: Port ${PORT} of 127.0.0.1 is in use`))
    server.close()
    const sql = openSqlite(join(DATA_DIR, 'sheaf.sqlite'))
    expect(await sql.all('SELECT id FROM api_keys')).toEqual([])
    sql.close()
  })

  test('an address of another machine', async () => {
    expectLine(
      await startAndFail({ DATA_DIR: newDataDir(), HOST: '192.0.2.1' }),
      /^sheaf: HOST="192.0.2.1": this machine has no such address/,
    )
  })

  test('an impossible data folder', async () => {
    writeFileSync(join(dir, 'file'), '')
    expectLine(
      await startAndFail({ DATA_DIR: join(dir, 'file', 'data') }),
      /^sheaf: DATA_DIR=".*": cannot be written \(not a directory\)/,
    )
  })

  test('a file that is not a database', async () => {
    const DATA_DIR = newDataDir()
    mkdirSync(DATA_DIR)
    writeFileSync(join(DATA_DIR, 'sheaf.sqlite'), 'no database at all, just some text in this file here'.repeat(50))
    expectLine(
      await startAndFail({ DATA_DIR }),
      /^sheaf: The database .*sheaf.sqlite cannot be used: file is not a database/,
    )
  })

  test('wrong settings, all at once', async () => {
    const environment = { DATA_DIR: newDataDir(), PORT: 'http', MAX_PAGES: '0' }
    const answer = await startAndFail(environment)
    expectLine(answer, /PORT="http": must be a whole number/, 3)
    expect(answer.stderr).toMatch(/MAX_PAGES="0": must be/)
    expect(existsSync(environment.DATA_DIR)).toBe(false)
    expectLine(
      await startAndFail({ DATA_DIR: newDataDir(), OCR_LANGS: 'xx_none' }),
      /OCR_LANGS="xx_none": no model for xx_none/,
      2,
    )
    expectLine(
      await startAndFail({ DATA_DIR: newDataDir(), MODELS_DIR: join(dir, 'nowhere') }),
      /MODELS_DIR=".*nowhere": cannot be read/,
      2,
    )
  })
})

describe('stop', () => {
  /** An upload that stalls after the beginning of its body. */
  const stall = async ({ url }: Started): Promise<Socket> => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    const head =
      'POST /api/v1/parse/sync HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 50000000\r\n\r\n'
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
    socket.write(head + part + 'x'.repeat(3_000_000))
    await new Promise((resolve) => setTimeout(resolve, 500))
    return socket
  }

  test('a stalled request is aborted after the limit and leaves no file', async () => {
    const DATA_DIR = newDataDir()
    const service = await launch({ DATA_DIR, SHUTDOWN_TIMEOUT_MS: '300' })
    const socket = await stall(service)
    const { code, ms } = await service.end()
    socket.destroy()
    expect(code).toBe(0)
    expect(ms).toBeGreaterThan(250)
    expect(ms).toBeLessThan(15_000)
    expect(readdirSync(join(DATA_DIR, 'spool'))).toEqual([])
  })

  /** Sends a scan and waits until its pages are reserved. */
  const startParsing = async (
    { url, apiKey }: Started,
    sql: SqliteSql,
  ): Promise<{ answer: Promise<Response | null> }> => {
    const form = new FormData()
    form.append('api_key', apiKey)
    form.append('ocr', 'force')
    form.append('file', new Blob([readFileSync(join(projectDir, scan))]), 'scan.pdf')
    const answer = fetch(`${url}/api/v1/parse/sync`, { method: 'POST', body: form }).catch(() => null)
    for (
      const giveUpAt = Date.now() + 25_000;
      Date.now() < giveUpAt;
      await new Promise((resolve) => setTimeout(resolve, 2))
    )
      if ((await sql.all('SELECT 1 FROM ledger')).length > 0) return { answer }
    throw new Error('nothing was reserved')
  }

  test('an idle connection does not delay it', async () => {
    const service = await launch({ DATA_DIR: newDataDir(), SHUTDOWN_TIMEOUT_MS: '20000' })
    await (await fetch(`${service.url}/health`)).text()
    const { code, ms } = await service.end()
    expect(code).toBe(0)
    expect(ms).toBeLessThan(10_000)
  })

  test.skipIf(!existsSync(join(projectDir, scan)))('a running parse can finish', async () => {
    const DATA_DIR = newDataDir()
    // The first OCR page takes long on a busy machine.
    const service = await launch({ DATA_DIR, SHUTDOWN_TIMEOUT_MS: '50000' })
    const sql = openSqlite(join(DATA_DIR, 'sheaf.sqlite'))
    const { answer } = await startParsing(service, sql)
    expect((await service.end()).code).toBe(0)
    expect(await (await answer)?.json()).toMatchObject({ code: 0 })
    expect((await sql.all('SELECT state, charged FROM ledger')).map((row) => ({ ...row }))).toEqual([
      { state: 'settled', charged: 1 },
    ])
    sql.close()
  })

  test.skipIf(!existsSync(join(projectDir, scan)))(
    'a parse that takes too long is aborted, and its pages are refunded before the database closes',
    async () => {
      const DATA_DIR = newDataDir()
      const service = await launch({ DATA_DIR, SHUTDOWN_TIMEOUT_MS: '0' })
      const sql = openSqlite(join(DATA_DIR, 'sheaf.sqlite'))
      const { answer } = await startParsing(service, sql)
      expect((await service.end()).code).toBe(0)
      expect(await (await answer)?.json()).toMatchObject({ code: 1124 })
      expect((await sql.all('SELECT state, charged FROM ledger')).map((row) => ({ ...row }))).toEqual([
        { state: 'released', charged: 0 },
      ])
      sql.close()
    },
  )

  test.skipIf(!existsSync(join(projectDir, scan)))(
    'reserved pages of a killed service are refunded at a start after their expiry',
    async () => {
      const DATA_DIR = newDataDir()
      const killed = await launch({ DATA_DIR })
      const sql = openSqlite(join(DATA_DIR, 'sheaf.sqlite'))
      const { answer } = await startParsing(killed, sql)
      await killed.end(['SIGKILL'])
      expect(await answer).toBeNull()
      const states = async (): Promise<unknown[]> =>
        (await sql.all<{ state: string }>('SELECT state FROM ledger')).map(({ state }) => state)
      const early = await launch({ DATA_DIR })
      await early.end()
      expect(await states()).toEqual(['reserved'])
      await sql.run('UPDATE ledger SET expires_at = ?1', [Date.now()])
      const late = await launch({ DATA_DIR })
      await late.end()
      expect(await states()).toEqual(['released'])
      sql.close()
    },
  )

  test('a second Ctrl-C exits at once, but not one that npm forwards', async () => {
    const service = await launch({ DATA_DIR: newDataDir(), SHUTDOWN_TIMEOUT_MS: '60000' })
    const socket = await stall(service)
    // A busy process handles the first two at the same time, as those of npm: the user presses the keys again.
    const { code, ms } = await service.end(['SIGINT', 'SIGINT', 'SIGINT', 'SIGINT'], 800)
    socket.destroy()
    expect(code).toBe(130)
    expect(ms).toBeLessThan(10_000)

    const other = await launch({ DATA_DIR: newDataDir() })
    expect((await other.end(['SIGINT', 'SIGINT'], 5)).code).toBe(0)
  })
})
