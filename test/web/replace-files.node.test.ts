import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { replaceFiles } from '../../src/web/replace-files.node.ts'

const folder = join(mkdtempSync(join(tmpdir(), 'sheaf-files-')), 'web')
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const filesOf = (contents: Readonly<Record<string, string>>): Map<string, Uint8Array> =>
  new Map(Object.entries(contents).map(([name, text]) => [name, new TextEncoder().encode(text)]))

test('new and changed files are written, others are removed, the same ones are left alone', () => {
  replaceFiles(folder, filesOf({ 'a.js': 'one', 'b.js': 'two', 'page.html': 'a.js b.js' }))
  mkdirSync(join(folder, 'old'))
  writeFileSync(join(folder, 'old', 'c.js'), '')
  const { ino } = statSync(join(folder, 'a.js'))
  replaceFiles(folder, filesOf({ 'a.js': 'one', 'd.js': 'three', 'page.html': 'a.js d.js' }))
  expect(readdirSync(folder).sort()).toEqual(['a.js', 'd.js', 'page.html'])
  expect(readFileSync(join(folder, 'page.html'), 'utf8')).toBe('a.js d.js')
  expect(statSync(join(folder, 'a.js')).ino).toBe(ino)
})

/** Reads the page until it receives a stop message; answers with the number of failures and of incomplete contents. */
const reader = `
const { workerData: { path, stop }, parentPort } = require('node:worker_threads')
const { readFileSync } = require('node:fs')
const flag = new Int32Array(stop)
let failures = 0
while (Atomics.load(flag, 0) === 0) {
  Atomics.store(flag, 1, 1)
  try { if (readFileSync(path, 'utf8').length !== 100_000) failures++ } catch { failures++ }
}
parentPort.postMessage(failures)
`

test('a reader finds a complete file at every moment', async () => {
  const text = (letter: string): string => letter.repeat(100_000)
  replaceFiles(folder, filesOf({ 'page.html': text('-') }))
  const stop = new SharedArrayBuffer(8)
  const flag = new Int32Array(stop)
  const worker = new Worker(reader, { eval: true, workerData: { path: join(folder, 'page.html'), stop } })
  const failures = new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  while (Atomics.load(flag, 1) === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') replaceFiles(folder, filesOf({ 'page.html': text(letter) }))
  Atomics.store(flag, 0, 1)
  expect(await failures).toBe(0)
})
