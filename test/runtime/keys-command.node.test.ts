/** `sheaf keys` as a process, with a database that another process uses. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findKey, readKeyById } from '../../src/accounts/api-keys.ts'
import { openSqlite } from '../../src/db/sqlite.node.ts'

const dir = mkdtempSync(join(tmpdir(), 'sheaf-keys-'))
afterAll(() => rmSync(dir, { recursive: true }))
const DATA_DIR = join(dir, 'data')

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function keys(args: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const script = `import { keysCommand } from './src/cli/keys.node.ts'; process.exitCode = await keysCommand(process.argv.slice(1))`
  const options = { cwd: join(import.meta.dirname, '../..'), env: { ...process.env, DATA_DIR, ...environment } }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--input-type=module-typescript', '-e', script, '--', ...args],
      options,
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

test('create prints only the key, list shows everything else, disable disables it', async () => {
  const created = await keys(
    ['create', '--name', 'Büro 1', '--free-day', '7', '--paid', '30', '--expires', '2099-01-31', '--per-window', '0'],
    { FREE_PAGES_PER_MONTH: '70' },
  )
  expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^sk-[0-9A-Za-z]{43}\n$/) })
  expect(created.stderr).toContain(`There was no database: ${join(DATA_DIR, 'sheaf.sqlite')} was created.`)
  const apiKey = created.stdout.trim()
  const sql = openSqlite(join(DATA_DIR, 'sheaf.sqlite'))
  const expiresAt = Date.UTC(2099, 1, 1)
  expect(await findKey(sql, apiKey, Date.now())).toMatchObject({
    name: 'Büro 1',
    state: 'active',
    freePerDay: 7,
    freePerMonth: 70,
    paidBalance: 30,
    expiresAt,
  })

  const listed = await keys(['list'])
  expect(listed).toMatchObject({ code: 0, stderr: '' })
  const [, row] = listed.stdout.split('\n')
  expect(row).toMatch(
    /^key_[0-9a-f]{16} {2}sk-[0-9A-Za-z]{8}… +active +7\/7 +70\/70 +30 +2099-02-01T00:00:00Z +default +any +Büro 1$/,
  )
  expect(listed.stdout).not.toContain(apiKey)

  const id = row?.split(' ')[0] ?? ''
  expect(await keys(['disable', id])).toMatchObject({ code: 0, stdout: `Key ${id} is disabled.\n` })
  expect((await findKey(sql, apiKey, Date.now()))?.state).toBe('disabled')
  expect(await keys(['disable', 'key_none'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no key "key_none"'),
  })
  sql.close()
})

test('limit, topup, enable and tasks change and show an existing key', async () => {
  const created = await keys(['create', '--name', 'Shop', '--free-day', '1', '--per-second', '2'])
  const id = /key_[0-9a-f]{16}/.exec(created.stderr)?.[0] ?? ''
  expect(created.stderr).toMatch(/callbacks are signed with [0-9a-f]{64}\n/)
  const sql = openSqlite(join(DATA_DIR, 'sheaf.sqlite'))
  const read = () => readKeyById(sql, id, Date.now())
  expect(await read()).toMatchObject({ freePerDay: 1, ratePerSecond: 2, ratePerWindow: null, expiresAt: null })

  const limited = await keys([
    'limit',
    id,
    '--free-day',
    '9',
    '--per-second',
    'default',
    '--per-window',
    '30',
    '--expires',
    '2099-01-31T00:00:00Z',
  ])
  expect(limited).toMatchObject({ code: 0, stdout: `Changed key ${id}.\n` })
  expect(await read()).toMatchObject({
    name: 'Shop',
    freePerDay: 9,
    ratePerSecond: null,
    ratePerWindow: 30,
    expiresAt: Date.UTC(2099, 0, 31),
  })
  expect((await keys(['limit', id, '--expires', 'never'])).code).toBe(0)
  expect((await read())?.expiresAt).toBeNull()
  expect(await keys(['limit', id])).toMatchObject({ code: 2, stderr: expect.stringContaining('requires at least one') })
  expect(await keys(['limit', id, '--paid', '3'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"limit" does not support --paid'),
  })

  expect(await keys(['topup', id, '40'])).toMatchObject({ code: 0, stdout: `Key ${id} has 40 paid pages.\n` })
  expect(await keys(['topup', id, '--', '-50'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('only 40 are available'),
  })
  expect((await read())?.paidBalance).toBe(40)
  expect(await keys(['topup', id, 'many'])).toMatchObject({ code: 2 })

  await keys(['disable', id])
  expect((await read())?.state).toBe('disabled')
  expect(await keys(['enable', id])).toMatchObject({ code: 0, stdout: `Key ${id} is active.\n` })
  expect((await read())?.state).toBe('active')

  const fields = "'{}', '[]', 't', 'http://x', 'h', 0, 0"
  await sql.run(
    `INSERT INTO tasks (task_id, api_key_id, file_name, file_type, options, warnings, files_token, public_origin, dedupe_hash, created_at, updated_at, pages_total, pages_done)
     VALUES (?1, ?2, ?3, '.pdf', ${fields}, 7, 3)`,
    ['a'.repeat(32), id, 'a\u001b[31m.pdf'],
  )
  const listed = await keys(['tasks', id])
  expect(listed.stdout).toMatch(/^TASK .*\na{32} {2}QUEUING {2}3\/7 {4}1970-01-01T00:00:00Z {2}a \[31m\.pdf\n$/)
  expect(await keys(['tasks', 'key_none'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no key "key_none"'),
  })
  sql.close()
}, 60_000)

test('create --sql prints a statement and opens no database', async () => {
  const elsewhere = openSqlite(join(dir, 'elsewhere.sqlite'))
  const created = await keys(['create', '--sql', '--name', "O'Hara", '--paid', '3'], {
    DATA_DIR: join(dir, 'untouched'),
  })
  expect(created.code).toBe(0)
  await elsewhere.run(created.stdout.trim())
  const apiKey = /sk-[0-9A-Za-z]{43}/.exec(created.stderr)?.[0] ?? ''
  expect(await findKey(elsewhere, apiKey, Date.now())).toMatchObject({
    name: "O'Hara",
    state: 'active',
    paidBalance: 3,
  })
  expect(existsSync(join(dir, 'untouched'))).toBe(false)
  elsewhere.close()
})

test.each([
  [['make'], 'unknown command "make"'],
  [['create', '--paid', '-5'], '--paid'],
  [['create', '--paid', '1.5'], '--paid="1.5": must be'],
  [['create', '--expires', '2027-02-30'], '--expires="2027-02-30": must be'],
  [['create', '--expires', 'soon'], '--expires="soon": must be'],
  [['create', '--expires', '2020-01-31'], '--expires="2020-01-31": is in the past'],
  [['create', 'x'], 'unexpected argument "x"'],
  [['list', '--paid', '3'], '"list" does not support --paid'],
  [['disable'], 'requires the id'],
  [['create', '--colour', 'red'], 'sheaf keys: unknown option "--colour"\n'],
])('%j is refused', async (args, message) => {
  const { code, stdout, stderr } = await keys(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(message)
  expect(stderr).toContain('"sheaf keys --help" shows the options.')
})

test('help, and wrong settings', async () => {
  expect(await keys(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('sheaf keys create') })
  const { code, stderr } = await keys(['list'], { QUOTA_TIMEZONE: 'Mars' })
  expect(code).toBe(1)
  expect(stderr).toContain('QUOTA_TIMEZONE="Mars"')
})
