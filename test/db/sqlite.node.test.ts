/** Contract tests with SQLite, migrations, durability, errors. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { openSqlite, type SqliteSql } from '../../src/db/sqlite.node.ts'
import { testSql } from '../contract/sql.ts'

const dir = mkdtempSync(join(tmpdir(), 'sheaf-sqlite-'))
const opened: SqliteSql[] = []
let count = 0
const newPath = (): string => join(dir, `${count++}.sqlite`)
const open = (path: string, options?: { migrationsDir?: string }): SqliteSql => {
  const sql = openSqlite(path, options)
  opened.push(sql)
  return sql
}
afterAll(() => {
  for (const sql of opened) sql.close()
  rmSync(dir, { recursive: true })
})

testSql(async () => open(newPath()))

test.skipIf(process.platform === 'win32')('only the owner can read the files', async () => {
  const path = newPath()
  const sql = open(path)
  await sql.run('CREATE TABLE a (x INTEGER)')
  for (const each of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(each).mode & 0o777).toBe(0o600)
})

describe('migrations', () => {
  const first = 'CREATE TABLE a (x INTEGER);\n'
  const folderWith = (files: Record<string, string>): string => {
    const folder = mkdtempSync(join(dir, 'migrations-'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return folder
  }

  test('are applied once and recorded with their checksum', async () => {
    const path = newPath()
    open(path).close()
    const again = open(path)
    const rows = await again.all('SELECT number, name, length(checksum) AS digits FROM schema_migrations')
    expect(rows.map((row) => ({ ...row }))).toContainEqual({ number: 1, name: '0001_keys_and_quota.sql', digits: 64 })
  })

  test('new files are applied to an existing database; changed or unknown ones are refused', () => {
    const path = newPath()
    open(path, { migrationsDir: folderWith({ '0001_a.sql': first }) }).close()
    const two = { '0001_a.sql': first, '0002_b.sql': 'ALTER TABLE a ADD COLUMN y TEXT;' }
    open(path, { migrationsDir: folderWith(two) }).close()
    open(path, { migrationsDir: folderWith({ ...two, '0001_a.sql': first.replaceAll('\n', '\r\n') }) }).close()
    expect(() =>
      open(path, { migrationsDir: folderWith({ ...two, '0001_a.sql': 'CREATE TABLE a (x TEXT);' }) }),
    ).toThrow(/0001_a.sql" was changed/)
    expect(() => open(path, { migrationsDir: folderWith({ '0001_a.sql': first }) })).toThrow(/newer version/)
  })

  test('a failed migration changes nothing', () => {
    const path = newPath()
    const broken = folderWith({ '0001_a.sql': first, '0002_b.sql': 'CREATE TABLE b (x); CREATE TABLE a (x);' })
    expect(() => open(path, { migrationsDir: broken })).toThrow(/already exists/)
    const database = new DatabaseSync(path)
    expect(database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()).toMatchObject({ tables: 0 })
    database.close()
  })

  test('numbers have no gaps', () => {
    expect(() => open(newPath(), { migrationsDir: folderWith({ '0002_a.sql': first }) })).toThrow(
      /should be number 0001/,
    )
    expect(() => open(newPath(), { migrationsDir: folderWith({ '1_a.sql': first }) })).toThrow(/should be number 0001/)
  })

  test('have no transactions or pragmas, so that D1 can apply them', () => {
    const text = readFileSync(join(import.meta.dirname, '../../src/db/migrations/0001_keys_and_quota.sql'), 'utf8')
    expect(text).not.toMatch(/^\s*(BEGIN\s+(TRANSACTION|IMMEDIATE)|COMMIT|PRAGMA|ATTACH|VACUUM)/im)
  })
})

test('commits are synced to disk', async () => {
  const sql = open(newPath())
  expect((await sql.all('PRAGMA journal_mode'))[0]?.journal_mode).toBe('wal')
  expect((await sql.all('PRAGMA synchronous'))[0]?.synchronous).toBe(2)
  expect((await sql.all('PRAGMA foreign_keys'))[0]?.foreign_keys).toBe(1)
})

test('a full disk is an UnavailableError', async () => {
  const sql = open(newPath())
  const [pages] = await sql.all<{ page_count: number }>('PRAGMA page_count')
  await sql.all(`PRAGMA max_page_count = ${pages?.page_count}`)
  const insert = 'INSERT INTO secrets (name, value) VALUES (?1, ?2)'
  const full = { name: 'UnavailableError', message: expect.stringContaining('disk') }
  await expect(sql.run(insert, ['a', 'x'.repeat(100_000)])).rejects.toMatchObject(full)
  await expect(sql.batch([{ sql: insert, args: ['a', 'x'.repeat(100_000)] }])).rejects.toMatchObject(full)
  expect(await sql.all('SELECT * FROM secrets')).toEqual([])
  await expect(sql.run('INSERT INTO nowhere VALUES (1)')).rejects.toThrow(/no such table/)
})

test('a lock of another process is noticed without blocking the thread', async () => {
  const path = newPath()
  const sql = open(path)
  expect(await sql.writeProblem?.(150)).toBeNull()
  const other = new DatabaseSync(path)
  other.exec('BEGIN IMMEDIATE')
  expect(await sql.writeProblem?.(150)).toBe('Another process keeps the database locked.')
  const checked = sql.writeProblem?.(10_000)
  other.exec('ROLLBACK')
  expect(await checked).toBeNull()
  other.close()
  // Writes still wait for locks.
  expect(await sql.all('PRAGMA busy_timeout')).toEqual([{ timeout: 10_000 }])
})

test('a read-only database is an UnavailableError, and the reason why nothing can be written', async () => {
  const sql = open(newPath())
  await sql.run('PRAGMA query_only = 1')
  await expect(sql.run("INSERT INTO secrets (name, value) VALUES ('a', 'x')")).rejects.toMatchObject({
    name: 'UnavailableError',
    message: expect.stringContaining('is read-only'),
  })
  expect(await sql.all('SELECT * FROM secrets')).toEqual([])
  expect(await sql.writeProblem?.(150)).toMatch(/^Nothing can be written: the file of the database/)
  await sql.run('PRAGMA query_only = 0')
  expect(await sql.writeProblem?.(150)).toBeNull()
})

test('all kinds of SQLITE_BUSY are an UnavailableError', async () => {
  const path = newPath()
  const [sql, other] = [open(path), open(path)]
  await sql.run('BEGIN')
  await sql.all('SELECT * FROM secrets')
  await other.run("INSERT INTO secrets (name, value) VALUES ('a', 'x')")
  await expect(sql.run("INSERT INTO secrets (name, value) VALUES ('b', 'x')")).rejects.toMatchObject({
    name: 'UnavailableError',
  })
  await sql.run('ROLLBACK')
})
