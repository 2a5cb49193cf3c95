/** Contract tests with files, empty folders, temporary files, open files. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createFsBlobs } from '../../src/blobs/fs.node.ts'
import { testBlobs } from '../contract/blobs.ts'

const dir = mkdtempSync(join(tmpdir(), 'sheaf-blobs-'))
afterAll(() => rmSync(dir, { recursive: true }))
const newRoot = (): string => mkdtempSync(join(dir, 'root-'))
const bytes = new TextEncoder().encode('x')

testBlobs(async () => createFsBlobs(newRoot()))

test('removing the last blob of a folder removes the folder', async () => {
  const root = newRoot()
  const blobs = createFsBlobs(root)
  await blobs.put('results/t1/images/a.png', bytes, { type: 'image/png' })
  await blobs.put('results/t2/b.png', bytes, { type: 'image/png' })
  await blobs.remove('results/t1/')
  expect(readdirSync(join(root, 'results'))).toEqual(['t2'])
  await blobs.remove('results/')
  expect(readdirSync(root)).toEqual(['.tmp'])
  expect(readdirSync(join(root, '.tmp'))).toEqual([])
})

test('without its folder the store is unavailable, and creates no other one', async () => {
  const root = newRoot()
  const blobs = createFsBlobs(root)
  rmSync(root, { recursive: true })
  const unavailable = { name: 'UnavailableError' }
  await expect(blobs.put('results/a', bytes, { type: 'a/b' })).rejects.toMatchObject(unavailable)
  // The probe of /ready.
  await expect(blobs.head('results/a')).rejects.toMatchObject(unavailable)
  expect(existsSync(root)).toBe(false)
})

test('a stream that cannot be stored is canceled', async () => {
  const root = newRoot()
  const blobs = createFsBlobs(root)
  rmSync(root, { recursive: true })
  const cancel = vi.fn()
  const put = blobs.put('results/a', new ReadableStream({ cancel }), { type: 'a/b' })
  await expect(put).rejects.toMatchObject({ name: 'UnavailableError' })
  expect(cancel).toHaveBeenCalledTimes(1)
})

test('a temporary file that cannot be removed does not matter', async () => {
  const root = newRoot()
  const file = join(root, '.tmp', 'crashed.1')
  mkdirSync(file, { recursive: true })
  const processes = { processId: 'me', isRunning: () => false }
  await createFsBlobs(root, processes).put('a', bytes, { type: 'a/b' })
  expect(existsSync(file)).toBe(true)
})

test.each(['', '.tmp', 'results'])('with a file in place of its folder "%s" the store is unavailable', async (name) => {
  const root = newRoot()
  const blobs = createFsBlobs(root)
  rmSync(join(root, name), { recursive: true, force: true })
  writeFileSync(join(root, name), 'x')
  const unavailable = { name: 'UnavailableError' }
  await expect(blobs.put('results/a', bytes, { type: 'a/b' })).rejects.toMatchObject(unavailable)
  if (name !== 'results') await expect(blobs.head('results/a')).rejects.toMatchObject(unavailable)
})

test('temporary files of crashed processes are removed', async () => {
  const root = newRoot()
  await createFsBlobs(root).put('a', bytes, { type: 'a/b' })
  writeFileSync(join(root, '.tmp', 'old'), 'x')
  writeFileSync(join(root, '.tmp', 'fresh'), 'x')
  const twoHoursAgo = Date.now() / 1000 - 7200
  utimesSync(join(root, '.tmp', 'old'), twoHoursAgo, twoHoursAgo)
  await createFsBlobs(root).put('b', bytes, { type: 'a/b' })
  expect(readdirSync(join(root, '.tmp'))).toEqual(['fresh'])
})

test('temporary files of processes that no longer run are removed at once', async () => {
  const root = newRoot()
  const processes = {
    processId: 'me',
    isRunning: (id: string) => (id === 'ended' ? false : id === 'other' ? true : null),
  }
  await createFsBlobs(root).put('a', bytes, { type: 'a/b' })
  for (const name of ['ended.1', 'other.1', 'elsewhere.1']) writeFileSync(join(root, '.tmp', name), 'x')
  await createFsBlobs(root, processes).put('b', bytes, { type: 'a/b' })
  expect(readdirSync(join(root, '.tmp')).sort()).toEqual(['elsewhere.1', 'other.1'])
})

test('concurrent writes and removals in one folder succeed', async () => {
  const blobs = createFsBlobs(newRoot())
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await blobs.put(`shared/${index % 4}/x`, bytes, { type: 'a/b' })
      await blobs.remove(`shared/${index % 4}/`)
    }),
  )
  expect(await Array.fromAsync(blobs.list(''))).toEqual([])
})

test('canceled readers close their file; unread bodies open none', async () => {
  const blobs = createFsBlobs(newRoot())
  await blobs.put('big', new Uint8Array(1_000_000), { type: 'a/b' })
  const open = (): number => readdirSync('/proc/self/fd').length
  const before = open()
  for (let round = 0; round < 20; round++) {
    const reader = (await blobs.get('big'))?.body.getReader()
    await reader?.read()
    await reader?.cancel()
    await blobs.get('big')
  }
  expect(open()).toBeLessThan(before + 5)
})
