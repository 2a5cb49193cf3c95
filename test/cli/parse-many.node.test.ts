/** `sheaf parse` with many files, as a process: threads, existing outputs, interruption. */
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as mupdf from 'mupdf'
import { afterAll, expect, test } from 'vitest'

const entry = join(import.meta.dirname, '../../src/cli/sheaf.node.ts')
const fixture = (id: string, ending = 'pdf') => join(import.meta.dirname, '../fixtures', id, `source.${ending}`)
const folder = mkdtempSync(join(tmpdir(), 'sheaf-many-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function sheaf(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [entry, 'parse', ...args], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { stdout, stderr, status }
}

/** All files below a folder, as relative paths. */
function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort()
}

const docs = join(folder, 'docs')
for (const [path, id] of [
  ['a/report.pdf', 'pdf-digital'],
  ['b/report.pdf', 'pdf-two-columns'],
  ['b/broken.pdf', 'pdf-corrupt'],
  ['long.pdf', 'pdf-cross-page'],
] as const)
  cpSync(fixture(id), join(docs, path))
// With more than 16 files, a thread parses them.
const copies = Array.from({ length: 16 }, (_, index) => join(docs, 'copies', `${String(index).padStart(2, '0')}.pdf`))
for (const copy of copies) cpSync(fixture('pdf-digital'), copy)

test('a folder on threads: folders are kept, failures counted, outputs equal those of one thread', () => {
  const parallel = join(folder, 'parallel')
  const { stderr, status } = sheaf(docs, '--recursive', '--jobs', '2', '--out', parallel)
  expect(status).toBe(1)
  const written = filesBelow(parallel)
  expect(written).toHaveLength(19)
  expect(written).toEqual(expect.arrayContaining(['a/report.md', 'b/report.md', 'copies/00.md', 'long.md']))
  expect(stderr).toMatch(/^\[\d+\/20\] \S*a\/report\.pdf: 1 page, [\d.]+ s$/m)
  expect(stderr).toMatch(/^20 files: 19 parsed, 1 failed; \d+ pages in [\d.]+ s, [\d.]+ pages\/s$/m)
  expect(stderr).toContain('       1  1106  ')
  const serial = join(folder, 'serial')
  sheaf(docs, '--recursive', '--jobs', '1', '--out', serial)
  for (const path of filesBelow(serial))
    expect(readFileSync(join(parallel, path), 'utf8'), path).toBe(readFileSync(join(serial, path), 'utf8'))
})

test('--quiet reports only failures', () => {
  const { stderr } = sheaf(docs, '-r', '-q', '--out', join(folder, 'quiet'))
  expect(stderr).toMatch(/^\S*broken\.pdf: 1106 .*\n$/)
})

test('a folder: counts of unsupported files, and a warning if the outputs are among the inputs', () => {
  const both = join(folder, 'both')
  cpSync(fixture('pdf-digital'), join(both, 'report.pdf'))
  writeFileSync(join(both, 'mail.msg'), 'x')
  expect(sheaf(both, '--out', both)).toEqual({
    stdout: '',
    stderr:
      'left out: 1 file of unsupported types (1 .msg); name a file to parse it anyway\n' +
      `warning: --out is the folder of the inputs, so the next run reads the outputs, too. Use another folder, or a pattern: "${join(both, '*.pdf')}"\n`,
    status: 0,
  })
})

test('--skip-existing parses files whose outputs are missing or older', () => {
  const out = join(folder, 'existing')
  const args = [docs, '-r', '-q', '--skip-existing', '--out', out]
  sheaf(...args)
  const before = statSync(join(out, 'long.md')).mtimeMs
  rmSync(join(out, 'a/report.md'))
  utimesSync(join(out, 'b/report.md'), 1, 1)
  const { stderr } = sheaf(...args.filter((arg) => arg !== '-q'))
  expect(stderr).toContain('20 files: 2 parsed, 17 skipped, 1 failed;')
  expect(filesBelow(out)).toHaveLength(19)
  expect(statSync(join(out, 'b/report.md')).mtimeMs).toBeGreaterThan(1000)
  expect(statSync(join(out, 'long.md')).mtimeMs).toBe(before)
})

test('chunks are JSON Lines: one section per line, with its file', () => {
  const { stdout, status } = sheaf(fixture('pdf-digital'), fixture('pdf-tagged-report'), '--format', 'chunks')
  expect(status).toBe(0)
  const chunks = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(chunks[0]).toMatchObject({ file_name: 'source.pdf', title_path: ['The Harvest Report'] })
  expect(chunks.length).toBeGreaterThan(3)
  const out = join(folder, 'chunks')
  sheaf(fixture('pdf-digital'), '--format', 'chunks', '--out', out)
  expect(filesBelow(out)).toEqual(['source.jsonl'])
})

test('documents on standard output are in the order of the arguments', () => {
  const { stdout } = sheaf(fixture('pdf-tagged-report'), ...copies, fixture('pdf-two-columns'), '-j', '2')
  const single = sheaf(fixture('pdf-tagged-report')).stdout
  expect(stdout.startsWith(`${single}\n# The Harvest Report\n`)).toBe(true)
  expect(stdout.match(/# The Harvest Report\n/g)).toHaveLength(copies.length)
  expect(stdout.endsWith(`\n${sheaf(fixture('pdf-two-columns')).stdout}`)).toBe(true)
})

test('an interruption ends with code 130, a summary, and only complete files', async () => {
  const many = join(folder, 'many')
  mkdirSync(many)
  for (let index = 0; index < 200; index++) cpSync(fixture('pdf-tagged-report'), join(many, `${index}.pdf`))
  const out = join(folder, 'interrupted')
  const child = spawn(process.execPath, [entry, 'parse', many, '-j', '2', '--format', 'json', '--out', out], {
    // Limits of the service do not apply.
    env: { ...process.env, SYNC_QUEUE_MAX: '1' },
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    if (stderr.includes('[3/200]')) child.kill('SIGINT')
  })
  const code = await new Promise((resolve) => child.on('exit', resolve))
  expect(code).toBe(130)
  expect(stderr).toMatch(/^200 files: \d+ parsed, \d+ not parsed; /m)
  const written = filesBelow(out)
  expect(written.length).toBeLessThan(200)
  for (const path of written) {
    expect(path).toMatch(/^\d+\.json$/)
    expect(JSON.parse(readFileSync(join(out, path), 'utf8')).pages).toHaveLength(4)
  }
})

/** With OCR, its pages take longer than the threshold for threads. */
function slowDocument(pages: number): Uint8Array {
  const document = new mupdf.PDFDocument()
  const font = document.addSimpleFont(new mupdf.Font('Times-Roman'))
  for (let index = 0; index < pages; index++) {
    const lines = Array.from(
      { length: 12 },
      (_, line) =>
        `BT /F 9 Tf 60 ${800 - line * 12} Td (Page ${index + 1}, line ${line + 1} of a long document.) Tj ET`,
    )
    document.insertPage(-1, document.addPage([0, 0, 595, 842], 0, { Font: { F: font } }, lines.join('\n')))
  }
  return document.saveToBuffer('').asUint8Array().slice()
}

test('a single slow document is spread over threads and gives the same output', { timeout: 180_000 }, () => {
  const path = join(folder, 'spread.pdf')
  writeFileSync(path, slowDocument(4))
  const spread = sheaf(path, '--jobs', '2', '--ocr', 'force', '--format', 'json')
  expect(spread).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(spread.stdout).pages).toHaveLength(4)
  expect(spread.stdout).toBe(sheaf(path, '--jobs', '1', '--ocr', 'force', '--format', 'json').stdout)
})
